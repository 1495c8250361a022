# Python 3.11 or newer and make are all that is needed. `make help` lists the targets.
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
MAKEFLAGS += --no-print-directory
ROUNDS ?= 10
.DEFAULT_GOAL := help

.PHONY: help play test coverage lint types walls check bench soak setup setup-ci clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.play ## the sandbox with a table that waits for players; with BOT_TOKEN in .env the real bot
	@$(BIN)/python -m bot play $(ARGS)

test: $(VENV)/.dev ## all tests; those that need a browser are skipped where there is none
	@$(BIN)/python -m pytest -q -n auto --dist worksteal $(ARGS)

coverage: $(VENV)/.dev ## the tests, and which lines of engine and bot they run
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -q $(ARGS)
	@$(BIN)/coverage combine -q
	@$(BIN)/coverage report --skip-covered

lint: $(VENV)/.dev ## ruff: lint and format
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: $(VENV)/.dev ## mypy --strict on engine, bot and tests
	@$(BIN)/mypy

walls: $(VENV)/.dev ## import-linter: who may import whom
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports

check: lint types walls test ## what CI runs

bench: $(VENV)/.bench ## benchmarks, each figure beside its floor
	@$(BIN)/python -m pytest -q -s -m bench tests/benchmarks/bench_*.py $(ARGS)

# `exec`: whoever ends make ends the tests themselves, and not a shell between them.
define kills
@SEED=$(1) exec $(BIN)/python -m pytest -q -s tests/telegram/test_kill.py tests/telegram/test_kill_server.py $(ARGS)

endef

soak: $(VENV)/.dev ## TABLES tables in bad weather for SECONDS; DEALS random deals and a match of every preset from SEED; kills, ROUNDS times over, each with a seed of its own
	@$(BIN)/python -m pytest -q -s -m soak tests/soak tests/players tests/screens/test_phases.py
	@$(BIN)/python -m pytest -q -n auto --dist worksteal -m soak tests/telegram/test_presets_http.py $(ARGS)
	$(foreach round,$(shell seq $(ROUNDS)),$(call kills,$(round)))

setup setup-ci: $(VENV)/.dev

clean: ## everything that was made here, except data
	@rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis artifacts dist build
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp a set of packages: nothing is installed twice until pyproject.toml changes.
$(VENV)/.play: pyproject.toml | $(BIN)/python
	@test -e $(VENV)/.dev || { echo "installing the bot into $(VENV) (once)"; $(PIP) install -e .; }
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	@echo "installing the bot and its tools into $(VENV) (once)"
	@$(PIP) install -e '.[dev]'
	@touch $@ $(VENV)/.play

$(VENV)/.bench: $(VENV)/.dev
	@$(PIP) install -e '.[dev,bench]'
	@touch $@

$(BIN)/python:
	@found=; for name in $(PYTHON) python3 python python3.15 python3.14 python3.13 python3.12 python3.11; do \
	    if command -v $$name >/dev/null 2>&1 && \
	       $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then found=$$name; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	    echo "No Python 3.11 or newer on PATH. Install one (Debian and Ubuntu: apt install python3 python3-venv;" >&2; \
	    echo "macOS: brew install python), or name it: make play PYTHON=/path/to/python3.12" >&2; exit 1; \
	fi; \
	if ! $$found -m venv $(VENV) >/dev/null 2>&1; then \
	    rm -rf $(VENV); \
	    echo "$$found can't make a virtual environment: its venv or ensurepip is missing." >&2; \
	    echo "Debian and Ubuntu: apt install python3-venv; then run make again." >&2; exit 1; \
	fi
