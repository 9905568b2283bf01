"""Parameter settings, and the regimes of the data that each of them is for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from workbench.rates.cone import Vector
from workbench.rates.powers import PowerProduct


@dataclass(frozen=True, slots=True)
class ParameterSetting:
    """Values of the free parameters that attain a rate, as power products of the data.

    Their coefficients are optimal where `exact` is true, and 1 where only the order is determined.
    `proofs` has, for each row of the problem, the multipliers of the regime's conditions whose
    product the row, divided by its bound, is at this setting.
    """

    values: tuple[tuple[str, PowerProduct], ...]
    exact: bool
    proofs: tuple[Vector, ...]

    def __getitem__(self, parameter: str) -> PowerProduct:
        return dict(self.values)[parameter]


@dataclass(frozen=True, slots=True)
class Split:
    """One setting where `on` <= 1, another one where `on` >= 1."""

    on: PowerProduct
    below: ParameterSetting | Split
    above: ParameterSetting | Split


Tree = ParameterSetting | Split


def leaves(
    tree: Tree, path: tuple[PowerProduct, ...] = ()
) -> Iterator[tuple[tuple[PowerProduct, ...], ParameterSetting]]:
    """Every setting with the conditions (<= 1) of the splits that lead to it."""
    if isinstance(tree, ParameterSetting):
        yield path, tree
    else:
        yield from leaves(tree.below, (*path, tree.on))
        yield from leaves(tree.above, (*path, tree.on**-1))
