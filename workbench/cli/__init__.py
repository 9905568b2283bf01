"""The command line: data on standard output, narration on standard error.

Only click is imported until a command runs, so that `workbench --help` answers at once.  Exit
codes are part of the interface; they are in `EPILOG`, and tested.
"""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

import workbench
from workbench.cli.audit import audit_command
from workbench.cli.browse import list_command, show_command, trust_command
from workbench.cli.common import Exit, narrate
from workbench.cli.documents import diff_command, report_command
from workbench.cli.experiment import experiment_command
from workbench.cli.explain import explain_command
from workbench.cli.prove import prove_command
from workbench.cli.recheck import recheck_command
from workbench.cli.scaffold import init_paper_command, new_claim_command
from workbench.cli.streams import abandon, check_room, prepare
from workbench.cli.verify import verify_command
from workbench.errors import WorkbenchError, out_of_room

EPILOG = """\b
Exit codes:
  0    all as it should be
  1    refuted, disputed, broken or an error where that was not recorded before,
       or worse than the baseline; a violation or a model mismatch found by an audit
  2    wrong usage: an unknown id or option; a file or folder that cannot be read or written;
       anything else that the system refuses, such as room or worker processes
  3    a fault of the workbench itself
  4    inconsistent: certified and refuted at once
  5    nothing was selected
  6    inconclusive where that was not recorded before, or below --require;
       an audit that could not have refuted the claim
  130  interrupted; the same command goes on where it stopped
  141  the reader of the output went away, as in `workbench list | head -1`
"""


class _ClosedPipe(Exception):
    """The reader of standard output is gone; click would end the process with 1 for it."""


class _Commands(click.Group):
    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _ClosedPipe from None


@click.group(
    cls=_Commands,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(workbench.__version__, "--version", message="workbench %(version)s")
def workbench_command() -> None:
    """Check the claims of papers on differentially private optimisation.

    A claim is verified by running its checks; what is known is kept and not run twice.
    """


for _command in (
    verify_command,
    list_command,
    show_command,
    trust_command,
    audit_command,
    prove_command,
    explain_command,
    recheck_command,
    report_command,
    diff_command,
    experiment_command,
    new_claim_command,
    init_paper_command,
):
    workbench_command.add_command(_command)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    try:
        check_room(sys.stdout)
        code = workbench_command.main(
            None if arguments is None else list(arguments),
            prog_name="workbench",
            standalone_mode=False,
        )
        sys.stdout.flush()
        return int(code or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        narrate(error.format_message())
        return Exit.USAGE
    except click.ClickException as error:
        with contextlib.suppress(OSError):
            error.show()
        return Exit.USAGE
    except WorkbenchError as error:
        narrate(f"workbench: {error}")
        return Exit.USAGE
    except (KeyboardInterrupt, click.Abort):
        narrate("workbench: interrupted. Nothing that was finished is lost.")
        return Exit.INTERRUPTED
    except (BrokenPipeError, _ClosedPipe):
        abandon(sys.stdout)
        return Exit.CLOSED
    except (OSError, MemoryError) as error:
        abandon(sys.stdout)
        what = "no memory is left" if isinstance(error, MemoryError) else _refusal(error)
        narrate(f"workbench: {what}. Finished checks and runs are kept; the same command goes on.")
        return Exit.USAGE
    except SystemExit as error:
        narrate(
            f"workbench: code that was run for this command ended it by sys.exit({error.code!r}):"
            " neither a paper nor a mechanism may do that. Raise an exception instead."
        )
        return Exit.USAGE
    except Exception as error:  # noqa: BLE001 - ours, then; said so, with its own exit code
        import traceback

        if out_of_room(error):
            narrate(f"workbench: {error}. What was finished is kept; raise the limit and go on.")
            return Exit.USAGE
        narrate(traceback.format_exc().rstrip())
        narrate(
            "workbench: this is a bug of the workbench, not of a claim. What was finished is kept."
            " Please report the trace above with the command line."
        )
        return Exit.FAULT


def _refusal(error: OSError) -> str:
    """What the system refused, and of which file, if that is known."""
    where = "the output" if error.filename is None else error.filename
    return f"{where}: {error.strerror or error}"


def main() -> NoReturn:
    """Run the command line of this process."""
    gc.set_threshold(20_000, 20, 50)  # a report is millions of small objects, in no cycles
    prepare()
    sys.exit(run())
