# The commands of this repository; `make help` lists them.
#
# Everything runs from .venv, which is made on first use from requirements.lock: exact versions,
# every file checked against its hash, by uv where it is installed and by pip where it is not.
# Two stamps inside .venv keep that up to date.  `locked` is written when the dependencies are in,
# and says in which folder and from which lock file; when either differs, or the installation was
# cut short, .venv is made anew.  `ready` is written when the project itself is in; it follows
# pyproject.toml and the version, and costs seconds.  What only `make notebook` and `make docs` need
# is put in by the first of them, from notebooks/requirements.lock; `pages` says that it is in.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

VENV := .venv
BIN := $(VENV)/bin
LOCKED := $(VENV)/locked.stamp
READY := $(VENV)/ready.stamp
PAGES := $(VENV)/pages.stamp
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11

# What a user may set:  make verify ARGS="accel -j 2"    make setup PYTHON=/path/to/python3.12
PROFILE ?= quick
ARGS ?=
PYTEST_ARGS ?= -n logical --dist worksteal
OUT := .workbench/report
DOCS := .workbench/docs
COPIES := .workbench/notebooks
BASELINE := reports/baseline.json
FOLDER := proofs/workbench_papers
PAPERS := $(filter-out ext audit,$(patsubst $(FOLDER)/%/__init__.py,%,$(wildcard $(FOLDER)/*/__init__.py)))

# Packages from elsewhere must not shadow the locked ones.
unexport PYTHONPATH PYTHONHOME PIP_USER PIP_TARGET PIP_PREFIX
# Without bytecode on disk each of the hundreds of processes of a run would compile sympy again.
unexport PYTHONDONTWRITEBYTECODE

# The tests are parallel already, so one BLAS thread per process is enough.  The workers of
# `workbench` see to that themselves: its evidence is the same from here and from the command line.
unit thorough test-all bench: export OMP_NUM_THREADS ?= 1
unit thorough test-all bench: export OPENBLAS_NUM_THREADS ?= 1

# A .venv that was copied here from another folder runs the other folder's code, and one whose
# Python has gone runs nothing: both count as not installed.
origin = pwd; cksum < requirements.lock
ifneq ($(wildcard $(LOCKED)),)
sound := $(shell test "$$(cat $(LOCKED))" = "$$($(origin))" && $(BIN)/python -c "print('yes')")
ifneq ($(sound),yes)
$(LOCKED): unsound
endif
endif

.PHONY: help setup verify notebook docs test test-all lint format types contracts unit thorough \
	baseline report bench lock clean distclean unsound

help:  ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1 \2/p' Makefile \
	  | awk '{ name = $$2; $$1 = $$2 = ""; printf "  make %-10s%s\n", name, $$0 }'
	@echo
	@echo '  ARGS="..." is handed to workbench (verify), to pytest (unit) or to uv (lock);'
	@echo '  PROFILE=full asks for the thorough checks, PYTHON=... names the Python of .venv.'

setup: $(READY)  ## make .venv from requirements.lock (the others do this by themselves)

verify: $(READY)  ## check every claim and write the report to .workbench/report/
	@status=0; \
	$(BIN)/workbench verify --profile $(PROFILE) --out $(OUT) $(ARGS) || status=$$?; \
	case $$status in 2|3|5) ;; *) echo "report: $(OUT)/index.html" >&2; esac; \
	exit $$status

notebook: $(PAGES) $(patsubst notebooks/%.py,$(COPIES)/%.ipynb,$(wildcard notebooks/*.py))  ## open JupyterLab on the tour (the first time it installs JupyterLab)
	$(BIN)/jupyter-lab --LabApp.default_url=/lab/tree/tour.ipynb $(ARGS) $(COPIES)

$(COPIES)/%.ipynb: notebooks/%.py | $(PAGES)
	@mkdir -p $(COPIES)
	@$(BIN)/jupytext --quiet --to ipynb --output $@ $<

docs: $(PAGES)  ## the documentation, notebooks executed, in .workbench/docs/html/
	$(BIN)/python notebooks/docs/build.py $(DOCS) $(ARGS)
	@echo "documentation: $(DOCS)/html/index.html" >&2

test: lint types contracts unit thorough baseline  ## all that CI runs; `make -k test` goes on after a fault

test-all: $(PAGES)  ## the tests with those marked slow or statistical
	$(BIN)/pytest $(PYTEST_ARGS) -m "" $(ARGS)

lint: $(READY)  ## layout and style (ruff)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

format: $(READY)  ## rewrite the layout, mend what ruff can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

types: $(READY)  ## type annotations (mypy)
	$(BIN)/mypy

contracts: $(READY)  ## who may import whom (import-linter)
	$(BIN)/lint-imports

unit: $(READY)  ## tests, doctests and notebooks, in minutes
	$(BIN)/pytest $(PYTEST_ARGS) $(ARGS)

thorough: $(READY)  ## the tests marked thorough: more cases of what `make unit` tests
	$(BIN)/pytest $(PYTEST_ARGS) -m "thorough and not slow and not statistical" $(ARGS)

baseline: $(READY)  ## verify, compare with reports/baseline.json, recheck the certificates
	$(BIN)/workbench verify --profile quick --out .workbench/quick
	$(BIN)/workbench diff $(BASELINE) .workbench/quick/verification.json
	$(BIN)/workbench recheck .workbench/quick/verification.json

# The report of a release is one of everything, so ARGS has no say here.
report: $(READY)  ## verify everything, and record it: baseline, summary, errata, maps
	@status=0; \
	$(BIN)/workbench verify --profile $(PROFILE) --no-baseline --out $(OUT) || status=$$?; \
	case $$status in 0|1|6) ;; *) exit $$status;; esac  # 1, 6: false and open claims are recorded
	$(BIN)/workbench report $(OUT)/verification.json -o $(OUT) --record $(dir $(BASELINE)) \
	  $(PAPERS:%=--beside %)
	@test $$(wc -c < $(OUT)/report.html) -lt 6000000 || { \
	  echo 'make: the report of all papers in one file has to stay below 6 MB.' >&2; exit 1; }
	@echo "to attach to a release: $(OUT)/report.html and verification.json" >&2

bench: $(READY)  ## speed as one table: .workbench/bench/index.html and bench.json
	$(BIN)/python -m tests.benchmarks.table $(ARGS)

lock: $(READY)  ## solve the dependencies again (needs uv); ARGS=--upgrade takes newer ones
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url \
	  --no-emit-find-links --no-annotate --no-header --group dev $(ARGS) \
	  --output-file requirements.lock pyproject.toml
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url \
	  --no-emit-find-links --no-annotate --no-header --group notebooks $(ARGS) \
	  --constraint requirements.lock --output-file notebooks/requirements.lock

clean:  ## forget evidence, reports under .workbench/ and caches
	rm -rf .workbench .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache \
	  dist build
	find workbench proofs tests notebooks -name __pycache__ -prune -exec rm -rf {} +

distclean: clean  ## clean, and remove .venv
	rm -rf $(VENV)

# ---------------------------------------------------------------------------- making .venv

# Builds of one and the same Python differ in speed: some are compiled without the optimisation that
# others have, and all that is checked here then takes an eighth longer.  Of the builds on the PATH
# that have the version of the Python found first, and can make a .venv, this names another one if
# it computes in less than nine tenths of the time; with PYTHON=... none is looked for.
define FASTER
import os, subprocess, sys

TRIAL = """
import ensurepip, sys, time
from fractions import Fraction

def work():
    counts = {}
    for i in range(20000):
        key = ("*", str(i % 97), ("q", i % 31))
        counts[key] = counts.get(key, 0) + sum(x for x in (i, 1))
    return sum(Fraction(1, i) for i in range(1, 200))

times = []
for _ in range(7):
    start = time.process_time()
    work()
    times.append(time.process_time() - start)
print(*sys.version_info[:2], min(times))
"""

def seconds(python):
    said = subprocess.run([python, "-I", "-c", TRIAL], capture_output=True, text=True).stdout.split()
    ours = said[:2] == [str(part) for part in sys.version_info[:2]]
    return float(said[2]) if ours else float("inf")

names = ("python3", "python%d.%d" % sys.version_info[:2])
paths = [os.path.join(folder, name) for folder in os.get_exec_path() for name in names]
timed = {python: seconds(python) for python in paths if os.access(python, os.X_OK)}
best = min(timed, key=timed.get, default="")
if best and timed[best] < 0.9 * seconds(sys.executable):
    print(best)
endef
export FASTER

$(LOCKED):
	@rm -rf $(VENV); \
	python=; for candidate in $(or $(PYTHON),$(PYTHONS)); do \
	  if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	  then python=$$candidate; break; fi; done; \
	if test -z "$$python"; then \
	  echo 'make: no Python 3.11 or newer under: $(or $(PYTHON),$(PYTHONS)).' >&2; \
	  echo '  Install one, or name it: make setup PYTHON=/path/to/python3.12' >&2; exit 1; fi; \
	faster=$(if $(PYTHON),,$$("$$python" -c "$$FASTER" 2>/dev/null)); python=$${faster:-$$python}; \
	echo "Making $(VENV) with $$("$$python" -V) from requirements.lock (once; minutes) ..." \
	  "($$(command -v "$$python"))" >&2; \
	if command -v uv >/dev/null 2>&1 \
	  && uv venv --quiet --python "$$(command -v "$$python")" $(VENV) \
	  && uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock; \
	then :; \
	else \
	  rm -rf $(VENV); \
	  "$$python" -m venv $(VENV) || { \
	    echo "make: $$python has no working venv module (Debian: apt install python3-venv)." >&2; \
	    exit 1; }; \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input --no-compile \
	    --require-hashes -r requirements.lock || { \
	    echo 'make: the installation failed; see above. The next try starts anew.' >&2; \
	    exit 1; }; \
	fi
	@for part in sympy mpmath numpy scipy cvxpy matplotlib hypothesis; do \
	  $(BIN)/python -m compileall -q -j 0 $(VENV)/lib/python*/site-packages/$$part || true; \
	done  # what every run imports, so that the first one need not compile it
	@{ $(origin); } > $@

$(READY): $(LOCKED) pyproject.toml workbench/__init__.py \
  $(wildcard proofs/pyproject.toml $(FOLDER)/__init__.py)
	@if $(BIN)/python -c 'import pip' 2>/dev/null; then \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input --no-index \
	    --no-deps --no-build-isolation --editable . --editable proofs; \
	elif command -v uv >/dev/null 2>&1; then \
	  uv pip install --quiet --python $(BIN)/python --offline --no-deps --no-build-isolation \
	    --editable . --editable proofs; \
	else \
	  echo 'make: $(VENV) was made by uv, which is no longer on the PATH.' >&2; \
	  echo '  Begin again with pip: rm -rf $(VENV) && make setup' >&2; exit 1; \
	fi
	@$(BIN)/python -m compileall -q -j 0 workbench $(wildcard proofs) || true
	@touch $@

$(PAGES): notebooks/requirements.lock | $(READY)
	@echo 'Installing JupyterLab and Sphinx from notebooks/requirements.lock (once) ...' >&2
	@if $(BIN)/python -c 'import pip' 2>/dev/null; then \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input --no-compile \
	    --require-hashes -r notebooks/requirements.lock; \
	else \
	  uv pip install --quiet --python $(BIN)/python --require-hashes \
	    -r notebooks/requirements.lock; \
	fi
	@touch $@
