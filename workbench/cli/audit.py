"""`workbench audit`: try to refute a privacy claim about a mechanism of yours."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import Exit, executor_option, json_option, narrate, print_json

if TYPE_CHECKING:
    from workbench.audit import Audit

SAMPLES = 200_000


@click.command("audit", short_help="Try to refute a privacy claim about a mechanism.")
@click.argument("mechanism", metavar="MODULE:NAME")
@click.option("--dataset", metavar="DATA", help="A Python literal, or MODULE:NAME.")
@click.option("--neighbour", metavar="DATA", help="The same with one record changed.")
@click.option(
    "--pairs", metavar="MODULE:NAME", help="Instead: a list of (dataset, neighbour), all audited."
)
@click.option("--epsilon", type=float, required=True, help="The claimed privacy loss.")
@click.option("--delta", type=float, default=0.0, show_default=True, help="The claimed delta.")
@click.option(
    "--samples", type=int, default=SAMPLES, show_default=True, help="Draws on all pairs together."
)
@click.option("--confidence", type=float, default=0.99, show_default=True, help="Of all findings.")
@click.option("--seed", type=int, default=0, show_default=True, help="All draws follow from it.")
@click.option(
    "--levels",
    default="ABCD",
    show_default=True,
    help="Those to use: A the declared law of the loss, B whether the sampler follows its declared"
    " density, C likelihood ratios of draws, D two samples, which alone needs no model.",
)
@click.option("--sequential", is_flag=True, help="Stop as soon as the claim is refuted.")
@click.option("--bits", is_flag=True, help="Audit the low bits of floating-point outputs too.")
@click.option(
    "--neighbouring",
    metavar="RELATION",
    help="replace-one, add-or-remove-one, zero-out, or a description of yours.",
)
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes."
)
@executor_option
@json_option
def audit_command(
    mechanism: str,
    dataset: str | None,
    neighbour: str | None,
    pairs: str | None,
    epsilon: float,
    as_json: bool,
    jobs: int,
    executor: str,
    **settings: Any,  # noqa: ANN401 - they go to audit.audit as they are
) -> int:
    """Try to refute the claim that a mechanism is (epsilon, delta)-DP.

    MODULE:NAME is sample(dataset, size, rng), which returns that many independent outputs, or an
    object with that method and more (see workbench.audit.mechanism); MODULE may be a file:

    \b
      workbench audit release.py:noisy_count --dataset "[1, 1]" --neighbour "[1]" --epsilon 1

    Draws speak about the pairs that are drawn on, and no outcome says that a mechanism is private.
    Exits with 0 if no violation was found, 1 if one was (or the sampler contradicts its declared
    density), 6 if the draws could not have shown one.
    """  # noqa: D301 - click wants this character, not its escape
    target = _load(mechanism, "MODULE:NAME")
    field = _pairs(dataset, neighbour, pairs)
    from workbench.audit import audit

    found = audit(target, field, epsilon=epsilon, jobs=jobs, executor=executor, **settings)
    again = _again(mechanism, dataset, neighbour, pairs, epsilon=epsilon, **settings)
    code = _code(found)
    if as_json:
        import json

        print_json("audit", repeat=again, audit=json.loads(found.to_json()))
    else:
        lines = str(found).splitlines()
        click.echo("\n".join(line for line in lines if not line.startswith("  repeat: ")))
        click.echo(f"  repeat: {again}")
    if found.bits_verdict == "violation":
        narrate("workbench: the low bits of the outputs tell the datasets apart.")
    return code


def _code(found: Audit) -> Exit:
    bad = ("violation", "model mismatch")
    if found.verdict in bad or found.bits_verdict in bad:
        return Exit.WORSE
    return Exit.OPEN if found.verdict == "underpowered" else Exit.OK


def _pairs(dataset: str | None, neighbour: str | None, pairs: str | None) -> Any:  # noqa: ANN401
    """The pairs that the options name."""
    if pairs is not None:
        if dataset is not None or neighbour is not None:
            raise click.UsageError("--pairs stands instead of --dataset and --neighbour.")
        return _load(pairs, "--pairs")
    if dataset is None or neighbour is None:
        raise click.UsageError(
            "two neighbouring datasets are needed: --dataset DATA --neighbour DATA, or --pairs."
        )
    return [(_data(dataset, "--dataset"), _data(neighbour, "--neighbour"))]


def _data(text: str, option: str) -> object:
    """A Python literal, or an object by name."""
    import ast

    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        if ":" in text:
            return _load(text, option)
        raise click.BadParameter(
            f"{text!r} is neither a Python literal nor MODULE:NAME."
            ' Quote it for the shell: "[1, 2]", "\'word\'".',
            param_hint=option,
        ) from None


def _load(name: str, option: str) -> Any:  # noqa: ANN401
    """The object MODULE:NAME; MODULE is importable from here, or a file that ends in .py."""
    module_name, colon, attribute = name.rpartition(":")
    if not (module_name and colon and attribute):
        raise click.BadParameter(
            f"{name!r} is not MODULE:NAME, such as release.py:noisy_count.", param_hint=option
        )
    found: Any = _module(module_name, option)
    for part in attribute.split("."):
        if not hasattr(found, part):
            import difflib

            near = difflib.get_close_matches(part, dir(found), n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise click.BadParameter(
                f"{module_name} has no {attribute!r}.{hint}", param_hint=option
            )
        found = getattr(found, part)
    return found


def _module(name: str, option: str) -> object:
    import importlib
    import importlib.util
    import sys
    from pathlib import Path

    import cloudpickle

    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # as `python -m` does: a user's module lies beside them
    try:
        if not name.endswith(".py"):
            return importlib.import_module(name)
        path = Path(name)
        spec = importlib.util.spec_from_file_location(path.stem, path)
        if spec is None or spec.loader is None or not path.is_file():
            raise click.BadParameter(f"there is no file {name}.", param_hint=option)
        module = sys.modules.get(path.stem)
        if module is not None and getattr(module, "__file__", None) == str(path):
            return module
        beside = str(path.resolve().parent)
        if beside not in sys.path:
            sys.path.insert(1, beside)  # as `python FILE.py` does: it may import its neighbours
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        cloudpickle.register_pickle_by_value(module)  # no worker can import it from here
        spec.loader.exec_module(module)
    except click.BadParameter:
        raise
    except (Exception, SystemExit) as error:  # a stranger's module may raise anything
        raise click.BadParameter(
            f"{name} cannot be imported: {type(error).__name__}: {error}."
            " Name a file that ends in .py, or a module that `python` can import from here.",
            param_hint=option,
        ) from error
    return module


def _again(
    mechanism: str,
    dataset: str | None,
    neighbour: str | None,
    pairs: str | None,
    **settings: Any,  # noqa: ANN401
) -> str:
    """The command that repeats this audit, with all that matters written out."""
    words = ["workbench", "audit", mechanism]
    for name, value in (("dataset", dataset), ("neighbour", neighbour), ("pairs", pairs)):
        words += [] if value is None else [f"--{name}", value]
    for name, value in settings.items():
        if value is True:
            words.append(f"--{name}")
        elif value is not False and value is not None:
            words += [f"--{name}", str(value)]
    return shlex.join(words)
