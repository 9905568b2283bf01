"""Secrets: numbers that depend on data and have not been released.

    secret = curator.secret(query)                    # per trial a vector, shape (trials, d)
    score = weight * secret - other + public          # secrets and public numbers combine
    release = curator.gaussian(score, sigma=2.0, sensitivity=0.1)

A secret leaves only through a mechanism of its curator.  Printing it, branching on it, comparing
it, indexing by it or handing it to numpy is a PrivacyError, so that code cannot leak by accident;
its shape is public.  (Python has no locks: whoever wants to read a private attribute can.)

What a secret holds is its curator's affair, as a tuple of views:

    trusted, noiseless    (value,)
    paired                (value on the first dataset, value on the second minus it)
    accounting            ()

The difference is carried, not recomputed from two values, so the digits an audit lives on survive
when the values are large; `error` bounds the l1 rounding error of the difference per trial.
`support` marks the records that can have entered (None: any), which is what parallel composition
needs: it is public, because rows are chosen without looking at the data.
"""

from collections.abc import Callable, Sequence
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from workbench.errors import ParameterError, PrivacyError
from workbench.privacy.arrays import ULP, Array, as_points, namespace, to_numpy
from workbench.privacy.queries.views import checked, combined, matching, one_rounding, widened

Support = NDArray[np.bool_]
Map = Callable[[Array], Array]


def _refuse(what: str) -> NoReturn:
    raise PrivacyError(
        f"secret is {what}: what depends on it would depend on unreleased data.\n"
        "  Release it through a mechanism of its curator and use the release."
    )


class Secret:
    """A data-dependent array of shape (trials, d) that only a mechanism may release."""

    __hash__ = None  # type: ignore[assignment]
    __slots__ = ("_error", "_owner", "_shape", "_support", "_views")

    def __init__(
        self,
        owner: object,
        views: tuple[Array, ...],
        *,
        shape: tuple[int, int],
        error: Array | float = 0.0,
        support: Support | None = None,
    ) -> None:
        self._owner, self._views, self._shape = owner, views, shape
        self._error, self._support = error, support  # without a difference there is no error

    @property
    def shape(self) -> tuple[int, int]:
        """Shape (trials, d); public."""
        return self._shape

    @property
    def trials(self) -> int:
        """Number of trials; public."""
        return self._shape[0]

    def __add__(self, other: "Secret | Array | float") -> "Secret":
        """Sum with a secret of the same curator, or with public numbers."""
        if not isinstance(other, Secret):
            shape = self._joint_shape(tuple(np.shape(other)))
            wide = tuple(widened(view, shape) for view in self._views)
            views = (wide[0] + matching(other, wide[0]), *wide[1:]) if wide else ()
            return self._like(views, shape, self._spread(shape), self._support)
        if other._owner is not self._owner:
            raise PrivacyError(
                "secret belongs to another curator: the two were computed on different data.\n"
                "  Combine secrets of one curator only."
            )
        if self._shape == other._shape:  # the common case, without the cost of broadcasting
            shape, error = self._shape, self._error + other._error
        else:
            shape = self._joint_shape(other.shape)
            error = self._spread(shape) + other._spread(shape)
        views = tuple(a + b for a, b in zip(self._views, other._views, strict=True))
        support = None
        if self._support is not None and other._support is not None:
            support = self._support | other._support
        return self._like(views, shape, error + one_rounding(views), support)

    __radd__ = __add__

    def __neg__(self) -> "Secret":
        """The negative."""
        return self._like(
            tuple(-view for view in self._views), self._shape, self._error, self._support
        )

    def __sub__(self, other: "Secret | Array | float") -> "Secret":
        """Difference from a secret of the same curator, or from public numbers."""
        return self + -(other if isinstance(other, Secret) else as_points(other))

    def __rsub__(self, other: "Array | float") -> "Secret":
        """Public numbers minus the secret."""
        return -self + other

    def __mul__(self, factor: "Array | float | Secret") -> "Secret":
        """Multiple by a public number, or by public numbers of a shape that broadcasts."""
        if isinstance(factor, Secret):
            _refuse("multiplied by a secret")
        if isinstance(factor, float):  # the common case, without the cost of broadcasting
            views = tuple([view * factor for view in self._views])
            error = self._error * abs(factor)
            if len(views) == 2:
                error = error + one_rounding(views)
            return self._like(views, self._shape, error, self._support)
        shape = self._joint_shape(tuple(np.shape(factor)))
        views = tuple(widened(view, shape) * matching(factor, view) for view in self._views)
        if len(views) < 2:
            return self._like(views, shape, self._error, self._support)
        w = np.asarray(to_numpy(factor), dtype=np.float64)
        largest = np.broadcast_to(np.abs(w), shape).max(axis=1, initial=0.0)
        error = self._spread(shape) * largest + one_rounding(views)
        return self._like(views, shape, error, self._support)

    __rmul__ = __mul__

    def __truediv__(self, divisor: "Array | float | Secret") -> "Secret":
        """Quotient by public numbers."""
        if isinstance(divisor, Secret):
            _refuse("a divisor")
        return self * (1.0 / np.asarray(to_numpy(divisor), dtype=np.float64))

    def __matmul__(self, matrix: Array) -> "Secret":
        """Product with a public matrix of shape (d, k): scores of k public directions, say."""
        m = np.asarray(to_numpy(matrix), dtype=np.float64)
        if m.ndim != 2 or m.shape[0] != self._shape[1]:
            raise ParameterError(
                f"matrix has shape {m.shape}: a secret of shape {self._shape} needs as many rows "
                f"as it has columns.\n  Pass a public array of shape ({self._shape[1]}, k)."
            )
        views = tuple(view @ matching(matrix, view) for view in self._views)
        error = self._error * np.abs(m).sum(axis=1).max()
        if len(views) == 2:
            error = error + m.shape[0] * ULP * (np.abs(self._views[1]) @ np.abs(m)).sum(axis=1)
        return self._like(views, (self._shape[0], m.shape[1]), error, self._support)

    def beside(self, other: "Secret") -> "Secret":
        """The columns of both secrets, shape (trials, d + k)."""
        if other._owner is not self._owner or other.trials != self.trials:
            raise PrivacyError(
                "secret belongs to another curator, or has other trials: nothing can be joined.\n"
                "  Put secrets of one curator and one run side by side."
            )
        pairs = zip(self._views, other._views, strict=True)
        views = tuple(namespace(pair[0]).concat(pair, axis=1) for pair in pairs)
        support = None
        if self._support is not None and other._support is not None:
            support = self._support | other._support
        shape = (self.trials, self._shape[1] + other._shape[1])
        return self._like(views, shape, self._error + other._error, support)

    def map(self, function: Map, *, dimension: int | None = None, rounding: float) -> "Secret":
        """The secret function(value); `function` keeps the trial axis and has no side effects.

        `dimension` is the length of the answer where it differs; `rounding` bounds the l1 error,
        per trial, with which the difference of two answers is known (it enters the certified error
        of a paired run, nothing else).
        """
        shape = (self._shape[0], self._shape[1] if dimension is None else dimension)
        views = self._views
        if views:
            value = checked(function(views[0]), shape)
            rest = (checked(function(views[0] + views[1]), shape) - value,) if views[1:] else ()
            views = (value, *rest)
        return self._like(views, shape, self._error + rounding, self._support)

    def _like(
        self,
        views: tuple[Array, ...],
        shape: tuple[int, int],
        error: Array | float,
        support: Support | None,
    ) -> "Secret":
        return Secret(self._owner, views, shape=shape, error=error, support=support)

    def _spread(self, shape: tuple[int, int]) -> Array | float:
        """The error after broadcasting one column over several."""
        return self._error * (shape[1] // self._shape[1])

    def _joint_shape(self, other: tuple[int, ...]) -> tuple[int, int]:
        try:
            joint = np.broadcast_shapes(self._shape, other)
        except ValueError:
            joint = ()
        if len(joint) != 2 or joint[0] != self._shape[0]:
            raise ParameterError(
                f"operand has shape {other}: a secret of shape {self._shape} keeps its trials.\n"
                "  Pass numbers that broadcast to (trials, d), such as (trials, 1) for one each."
            )
        return joint[0], joint[1]

    def __repr__(self) -> str:
        """Shape only, so that a debugger shows nothing that is secret."""
        return f"<secret of shape {self._shape}>"

    def __str__(self) -> str:
        """Refuse."""
        _refuse("printed")

    def __format__(self, spec: str) -> str:
        """Refuse."""
        _refuse("printed")

    def __bool__(self) -> bool:
        """Refuse."""
        _refuse("used as a condition")

    def __index__(self) -> int:
        """Refuse."""
        _refuse("used as an index")

    def __float__(self) -> float:
        """Refuse."""
        _refuse("turned into a number")

    __int__ = __index__

    def __array__(self, *args: object, **kwargs: object) -> Array:
        """Refuse."""
        _refuse("handed to numpy")

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: "Secret | Array | float", **options: object
    ) -> "Secret":
        """Public array plus, minus or times the secret; refuse every other function of numpy."""
        if method != "__call__" or options or ufunc not in (np.add, np.subtract, np.multiply):
            _refuse("handed to numpy")
        flipped = not isinstance(inputs[0], Secret)  # array - secret
        other = inputs[0] if flipped else inputs[1]
        if ufunc is np.subtract:
            return -self + other if flipped else self - other
        return self + other if ufunc is np.add else self * other

    def __iter__(self) -> NoReturn:
        """Refuse."""
        _refuse("iterated over")

    def __getitem__(self, key: object) -> NoReturn:
        """Refuse."""
        _refuse("indexed")

    def _compare(self, other: object) -> bool:
        _refuse("compared")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _compare

    def __reduce__(self) -> str:
        """Refuse."""
        _refuse("pickled")


def weighted_sum(weights: Array, secrets: Sequence[Secret]) -> Secret:
    """The sum of weight times secret, at once: public weights of numpy, secrets of one shape."""
    first = secrets[0]
    if any(one._owner is not first._owner or one._shape != first._shape for one in secrets):
        raise PrivacyError(
            "secret belongs to another curator, or has another shape: add secrets of one run.\n"
            "  Add secrets of one curator and one shape."
        )
    views = [combined(weights, parts) for parts in zip(*(s._views for s in secrets), strict=True)]
    terms = list(zip(np.abs(weights), secrets, strict=True))
    error = sum(w * one._error for w, one in terms)
    if len(views) == 2:  # of a sum of products, whatever its order
        size = sum(w * np.abs(one._views[1]).sum(axis=1) for w, one in terms)
        error = error + (len(secrets) + 1) * ULP * size
    supports = [one._support for one in secrets if one._support is not None]
    support = np.logical_or.reduce(supports) if len(supports) == len(secrets) else None
    return first._like(tuple(views), first._shape, np.asarray(error), support)


def revealed(
    secret: Secret, owner: object
) -> tuple[tuple[Array, ...], Array | float, Support | None]:
    """Views, error and support: for the curator that made the secret, and for its auditors."""
    if secret._owner is not owner:
        raise PrivacyError(
            "secret belongs to another curator: it was computed on other data.\n"
            "  Release it through the curator that made it."
        )
    return secret._views, secret._error, secret._support


def owner_of(secret: Secret) -> object:
    """The curator that made it."""
    return secret._owner
