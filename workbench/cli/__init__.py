"""The command line: data on standard output, narration on standard error.

Only click is imported until a command runs, so that `workbench --help` answers at once.  Exit
codes are part of the interface; they are in `EPILOG`, and tested.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

import workbench
from workbench.cli.audit import audit_command
from workbench.cli.browse import list_command, show_command, trust_command
from workbench.cli.common import Exit
from workbench.cli.documents import diff_command, report_command
from workbench.cli.experiment import experiment_command
from workbench.cli.prove import prove_command
from workbench.cli.recheck import recheck_command
from workbench.cli.scaffold import new_claim_command
from workbench.cli.verify import verify_command
from workbench.errors import WorkbenchError

EPILOG = """\b
Exit codes:
  0    all as it should be
  1    refuted, disputed, broken or an error where that was not recorded before,
       or worse than the baseline; a violation or a model mismatch found by an audit
  2    wrong usage: an unknown id or option, a file that cannot be read
  3    a fault of the workbench itself
  4    inconsistent: certified and refuted at once
  5    nothing was selected
  6    inconclusive where that was not recorded before, or below --require;
       an audit that could not have refuted the claim
  130  interrupted; the same command goes on where it stopped
"""


@click.group(
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
    recheck_command,
    report_command,
    diff_command,
    experiment_command,
    new_claim_command,
):
    workbench_command.add_command(_command)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    try:
        code = workbench_command.main(
            None if arguments is None else list(arguments),
            prog_name="workbench",
            standalone_mode=False,
        )
        sys.stdout.flush()
        return int(code or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return Exit.USAGE
    except click.ClickException as error:
        error.show()
        return Exit.USAGE
    except WorkbenchError as error:
        click.echo(f"workbench: {error}", err=True)
        return Exit.USAGE
    except (KeyboardInterrupt, click.Abort):
        click.echo("workbench: interrupted.", err=True)
        return Exit.INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.CLOSED
    except Exception:  # noqa: BLE001 - ours, then; said so, with its own exit code
        import traceback

        traceback.print_exc()
        click.echo(
            "workbench: this is a bug of the workbench, not of a claim. What was finished is kept."
            " Please report the trace above with the command line.",
            err=True,
        )
        return Exit.FAULT


def main() -> NoReturn:
    """Run the command line of this process."""
    sys.exit(run())
