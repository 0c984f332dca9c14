# The front door. `make play` and `make test` are all that a newcomer needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= masterplan
KILLS ?= 1000
COUNT ?= 5000
SEED ?= 1
MINUTES ?= 60
EXAMPLES ?= 2000
EVENTS ?= 100000
GAMES ?= 100
SECONDS ?= 1
JOBS ?= 1
PI := $(shell grep -qs 'Raspberry Pi' /proc/device-tree/model && echo yes)
# Debian's pygame draws on a console without a desktop, the one from PyPI does not. With CONSOLE=yes, and on every
# Raspberry Pi, Debian's own pygame and lgpio are seen, and no other lies over them. Elsewhere the environment stands alone.
CONSOLE ?= $(or $(PI),$(shell grep -qs 'include-system-site-packages = true' $(VENV)/pyvenv.cfg && echo yes))
LEFT_OUT := $(if $(CONSOLE),pygame,nothing)
LOCKS := requirements.lock $(if $(PI),requirements-pi.lock)
STAMP := $(VENV)/.installed$(if $(CONSOLE),-for-a-console)
PEERS_PYTHON := build/peers/bin/python
HERE := $(CURDIR)/controller/__init__.py
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
EDITABLE := $(PIP) install --no-deps --no-build-isolation --editable .

.PHONY: help play test evening mouse fuzz monkey mutants kills damage soak lint bench strength boards docs texts setup lock clean bare workflows machine

help: ## what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: setup ## play on the simulated table (GAME=forma, massai or cites for another game)
	$(BIN)/tablier play --game $(GAME)

test: setup ## run all tests
	$(BIN)/python -m pytest -n auto

bare: ## both commands of the README in minimal Debian roots, write docs/bare.md (root; RELEASES, CORES; takes long)
	.ci/bare

machine: setup ## the whole in an emulated computer with systemd, screen and panel, write docs/machine.md (root; KEEP=1)
	$(BIN)/python -m tests.machine

workflows: setup ## run the workflows of docs/ci.md as they stand, write docs/workflows.log (needs a package index)
	$(BIN)/python -m tests.workflows

evening: setup ## four phones in Chromium play a whole evening at the real program (10 minutes); pictures in build/phones
	rm -rf build/phones
	$(BIN)/python -m pytest -m slow tests/controller/web/evening

mouse: setup ## a real mouse plays whole games of all four by dragging, and the lessons in each language (needs Xvfb and xdotool)
	$(BIN)/python -m pytest -m slow tests/controller/simulation/window/test_whole_games.py

fuzz: setup ## feed everything that is read with rubbish (EXAMPLES=2000 for each reader)
	HYPOTHESIS_PROFILE=deep FUZZ_EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest tests/fuzz -n auto --timeout 3600

mutants: setup ## put faults into a copy of the code, one at a time: do the quick tests notice? (JOBS=1)
	$(BIN)/python -m tests.mutants --jobs $(JOBS) --table

monkey: setup ## random and quick hands at the whole program (EVENTS=100000 SEED=1 JOBS=1), see docs/monkey.md
	$(BIN)/python -m tests.monkey --events $(EVENTS) --seed $(SEED) --jobs $(JOBS)

kills: setup ## kill the real program again and again (KILLS=1000 SEED=1)
	$(BIN)/python -m tests.kills --kills $(KILLS) --seed $(SEED)

damage: setup ## harm the journal in every way and start the program at it (COUNT=5000 SEED=1)
	$(BIN)/python -m tests.damage --count $(COUNT) --seed $(SEED)

soak: setup ## let the real program run at 100 sensor frames a second (MINUTES=60)
	$(BIN)/python -m benchmarks.soak --minutes $(MINUTES)

lint: setup ## style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup $(if $(PEERS),$(PEERS_PYTHON)) ## measure the budgets, write bench.json (PEERS=1: other people's engines beside ours)
	$(BIN)/python -m benchmarks $(if $(PEERS),--peers $(PEERS_PYTHON))

$(PEERS_PYTHON): benchmarks/peers.txt
	$(PYTHON) -m venv --clear build/peers
	$@ -m pip install --quiet -r benchmarks/peers.txt
	touch $@

setup: $(STAMP) ## make .venv with everything pinned
	@(cd / && $(abspath $(BIN)/python) -c 'import sys, controller; sys.exit(controller.__file__ != "$(HERE)")' 2>/dev/null) \
	  || { echo "The environment holds a copy of the program, or another folder's: now it points at this one."; $(EDITABLE); }

$(STAMP): pyproject.toml $(LOCKS)
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' || { \
	  why=$$($(PYTHON) -c 'import sys; print(", which pygame is not made for" * (sys.version_info >= (3, 14)))'); \
	  echo "Tablier needs Python 3.11, 3.12 or 3.13; $(PYTHON) is $$($(PYTHON) --version)$$why." \
	    "Try: make PYTHON=python3.13 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "Python's venv module is missing. Try: sudo apt install python3-venv"; exit 1; }
	@! [ -e $(VENV)/pyvenv.cfg ] || grep -q 'include-system-site-packages = $(if $(CONSOLE),true,false)' $(VENV)/pyvenv.cfg \
	  || rm -rf $(VENV)
	$(PYTHON) -m venv $(if $(CONSOLE),--system-site-packages) $(VENV)
	for lock in $(LOCKS); do \
	  awk '/^[^ ]/ { is_left_out = /^$(LEFT_OUT)==/ } !is_left_out' $$lock > $(VENV)/$$lock; \
	  $(PIP) install --require-hashes -r $(VENV)/$$lock || exit 1; \
	done
	$(EDITABLE)
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(BIN)/python -W ignore -c 'import pygame' \
	  || { echo "pygame cannot be loaded. Try: sudo apt install python3-pygame, then make setup"; exit 1; }
	@touch $@

strength: setup ## let the opponents play a round robin, write docs/strength.md (GAMES=100 of a pair at most, SECONDS=1 of an action, JOBS=1)
	$(BIN)/python -m benchmarks.strength --games $(GAMES) --seconds $(SECONDS) --jobs $(JOBS) --table

boards: setup ## the printed circuit boards: KiCad's files anew, and what a maker of boards wants to build/boards (needs KiCad)
	$(BIN)/python -m controller.making.printed.files
	/usr/bin/python3 controller/making/printed/fabricate.py docs/build/boards build/boards

docs: setup ## draw the wiring and the touchscreen's pictures, and write the numbers of docs/build, anew
	$(BIN)/python -m controller.making.pages.wiring
	TABLIER_RENEW_PICTURES=1 $(BIN)/python -m pytest -q tests/controller/screens/test_paint.py -k docs

texts: setup ## bring the catalogues up to date with the code; what is new in them is empty: translate it
	mkdir -p build
	$(BIN)/pybabel -q extract --no-default-keywords --keyword _ --keyword _n:1,2 --keyword _c:1c,2 \
	  --sort-output --no-location -o build/tablier.pot engines hardware controller texts
	$(BIN)/pybabel -q update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --width 110 \
	  -D tablier -i build/tablier.pot -d controller/locale
	sed -i -E '/^"(Project|Report|Last|Language-T|Generated)/d' controller/locale/*/LC_MESSAGES/tablier.po
	$(BIN)/pybabel -q compile -D tablier -d controller/locale

lock: ## choose the newest versions anew (needs uv)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-config --upgrade \
	  --extra dev --extra bench -o requirements.lock
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-config \
	  --extra pi -c requirements.lock --no-annotate -o requirements-pi.lock

clean: ## remove .venv and what was measured and drawn
	rm -rf $(VENV) build out bench.json .mypy_cache .ruff_cache .pytest_cache .hypothesis
