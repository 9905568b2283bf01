"""`python -m workbench`, for an environment without the `workbench` script."""

from workbench.cli import main

if __name__ == "__main__":
    main()
