"""The papers that ship with the workbench, one package each, and the results that they cite."""

__version__ = "0.2.0"
