# SPDX-License-Identifier: Apache-2.0
# Front door. Each target calls a script or the command line tool; `make` shows them.

PY  := .venv/bin/python
MCE := .venv/bin/mce
# Test workers: one a core, at most four (memory).
JOBS ?= $(shell n=$$(nproc 2>/dev/null || echo 2); [ $$n -gt 4 ] && echo 4 || echo $$n)
SIM_ARGS := $(if $(SET),--set $(SET)) $(if $(SEED),--seed $(SEED)) $(if $(WAVES),--waves)

.PHONY: help setup setup-synth setup-sweep doctor sim test test-full matrix lint synth ppa sweep \
  baseline plots toggles docs gen clean clean-all

help: ## show this list
	@echo "axi-mceliece: McEliece accelerator core (AXI4-Lite, AXI4-Stream)"
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

setup: ## install what simulation and tests need (.venv, simulators)
	@python3 scripts/setup_env.py --extra sim

setup-synth: setup ## and what lint, synth and ppa need (Yosys, nextpnr)
	@python3 scripts/setup_env.py --extra sim --extra synth

setup-sweep: setup ## and what sweep and plots need
	@python3 scripts/setup_env.py --extra sim --extra synth --extra sweep

doctor: ## name each tool found, each missing, and the line that mends it
	@python3 scripts/doctor.py

sim: setup ## raw scheme, textbook scheme and KEM of all sizes on the RTL [SET=name SEED=n WAVES=1]
	@$(MCE) sim $(SIM_ARGS)

test: setup ## all tests, both simulators (at most 25 minutes on two cores)
	@$(PY) -m pytest -n $(JOBS) --dist worksteal -m "not slow"

test-full: setup ## the tests too long for `make test`, goes on where it stopped; T=name picks some
	@$(PY) -m pytest -n $(JOBS) --dist worksteal -m slow --resume -o timeout=7200 -vv \
	  $(if $(T),-k "$(T)")

matrix: setup ## every synthesis parameter on the RTL, cycles against formulas [QUICK=1 ONLY=name]
	@$(PY) scripts/matrix.py $(if $(QUICK),--quick) $(if $(ONLY),--only "$(ONLY)")

lint: setup-synth ## Verilator, Icarus, Yosys, ruff, mypy: no warning
	@$(PY) scripts/lint.py

synth: setup-synth ## area of the default build and its hash variants, ECP5 clock [SEEDS=n]
	@$(PY) scripts/synth.py $(if $(SEEDS),--seeds $(SEEDS))

ppa: setup-synth ## area, clock, cycles and times of a build [CONFIG=name or W=128,F=4 SEEDS=n RTL=1]
	@$(PY) scripts/ppa.py $(if $(SEEDS),--seeds $(SEEDS)) $(if $(RTL),--rtl) $(CONFIG)

sweep: setup-sweep ## area and cycles of many builds [GRID="F=1,2 W=64" SCHEDULER=address CLOCK=n RTL=1]
	@$(PY) scripts/sweep.py $(if $(GRID),--grid "$(GRID)") $(if $(SCHEDULER),--scheduler $(SCHEDULER)) \
	  $(if $(CLOCK),--clock $(CLOCK)) $(if $(RTL),--rtl)

plots: setup-sweep ## pictures of docs/plots from build/results
	@$(PY) scripts/plots.py

toggles: setup ## toggled bits by unit of one decryption on the RTL, a proxy for power [CONFIG=name]
	@$(PY) scripts/toggles.py $(if $(CONFIG),--config $(CONFIG)) $(if $(SET),--set $(SET))
	@$(PY) scripts/gen_docs.py

baseline: setup-synth ## new marks of the guard against growth REASON="as in CHANGELOG.md"
	@$(PY) scripts/baseline.py --reason "$(REASON)"

gen: setup ## regenerate constants, headers and tables from their descriptions
	@$(MCE) gen
	@$(PY) scripts/gen_regs.py

docs: setup ## rewrite measured tables, list of errors and shown output of README and docs
	@$(PY) scripts/gen_docs.py
	@$(PY) scripts/gen_tutorial.py

clean: ## remove builds and results, keep the environment
	rm -rf build/sim build/results build/synth build/sweep build/cache

clean-all: ## remove everything that make has created
	rm -rf build .venv
