"""The server as it would be if the checkers did not count their work."""

import sys

from workbench.referee import server
from workbench.rigor.check import fuel

fuel.spend = lambda units, what: None
for name, module in list(sys.modules.items()):
    if name.startswith("workbench.rigor.check") and hasattr(module, "spend"):
        module.spend = fuel.spend

if __name__ == "__main__":
    server.main(*map(int, sys.argv[1:]))
