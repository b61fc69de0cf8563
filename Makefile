# Everything runs from .venv, which `make install` builds once from the pinned constraints.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := bot memory extractors tests
# The tests start the program a hundred times: what is compiled is kept, though the environment may say otherwise.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: install run test suite lint fmt faults fuzz privacy load bench measure screenshots clean

install: $(VENV)/.installed

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "memory-bot needs Python 3.11 or newer; $(PYTHON) is older. Try: make install PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $(VENV)/.installed $@

run: install
	@$(BIN)/memory-bot run

test: $(VENV)/.installed-dev
	@deploy/test-packages.sh
	@$(MAKE) --no-print-directory --jobs 2 lint suite

# Both at once: the tests wait for the programs they start a fifth of their time.
suite: $(VENV)/.installed-dev
	$(BIN)/python -m slipcover --json --out .coverage.json -m pytest --numprocesses auto --maxprocesses 4 --dist worksteal
	@$(BIN)/python -m slipcover --merge .coverage.json --out .coverage.json --fail-under 95 > .coverage.txt || \
		{ cat .coverage.txt; echo "Less than 95 % of the lines and branches are covered."; exit 1; }
	@tail -n 1 .coverage.txt

lint: $(VENV)/.installed-dev
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy

screenshots: $(VENV)/.installed-dev
	@deploy/test-packages.sh
	$(BIN)/python -m tests.e2e.screenshots docs/images

# The slow campaigns; short forms of them are among the tests.
faults: $(VENV)/.installed-dev
	$(BIN)/python -m tests.faults.campaign --kills 200
	$(BIN)/python -m tests.faults.bot_killed --kills 200
	$(BIN)/python -m tests.faults.costs

fuzz: $(VENV)/.installed-dev
	FUZZ_EXAMPLES=20000 $(BIN)/python -m pytest tests/extractors/test_pipeline.py -k nothing_raises

privacy: $(VENV)/.installed-dev
	PRIVACY_WORLDS=10000 $(BIN)/python -m pytest tests/properties/test_privacy.py

# Fifty people at once, two minutes each over Socket Mode and HTTP, beside an echo bot; docs/load.md is written anew.
load: $(VENV)/.installed-dev
	$(BIN)/python -m tests.benchmarks.turn --cpu --write docs/load.md
	$(BIN)/python -m tests.load --write docs/load.md
	$(BIN)/python -m tests.load --http --write docs/load.md

# Recall beside the peers that are installed; the tables of docs/recall.md are written anew. DATA is a folder of public
# sets (NAME.memories.jsonl, NAME.queries.jsonl), ENCODER a sentence-transformers model; without them that part is left out.
bench: $(VENV)/.installed-dev
	$(BIN)/python -m tests.benchmarks.latency --cpu --write docs/recall.md
	$(BIN)/python -m tests.benchmarks.upkeep --write docs/recall.md
	$(BIN)/python -m tests.benchmarks.quality
	$(if $(DATA),$(BIN)/python -m tests.benchmarks.peers $(DATA) $(if $(ENCODER),--encoder $(ENCODER)) --write docs/recall.md)

measure: $(VENV)/.installed-dev
	$(BIN)/python -m tests.extractors.scoring 'tests/extractors/fresh/*.jsonl' 'extractors/training/messages/*.txt'
	$(BIN)/python -m tests.benchmarks.extraction

fmt: $(VENV)/.installed-dev
	$(BIN)/ruff format $(SOURCES)
	$(BIN)/ruff check --fix $(SOURCES)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
