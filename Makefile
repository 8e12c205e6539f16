# SPDX-License-Identifier: Apache-2.0
# All targets of gsq. `make` alone lists them.

# Variables, the same for every target
PROGRAM ?= $(firstword $(wildcard tb/programs/squeeze_kernel_$(CONFIG).gsq) tb/programs/squeeze_kernel.gsq)
JOBS := $(or $(JOBS),$(shell nproc))
export JOBS

# One cache of compiled code for every checkout and for the copies that `make mutate` builds
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1
# What is not in it is not preprocessed for its sake first.
export CCACHE_DEPEND := 1

# Every target that `make` lists.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.* \#\# .*/\1/p' $(firstword $(MAKEFILE_LIST))) setup check

# Recipes run below scripts/core/tasks.py, which ends all that they started when they are interrupted.
python := $(shell command -v python3)
ifneq ($(python),)
SHELL := $(python)
.SHELLFLAGS := scripts/core/tasks.py sh -c
help clean: SHELL := /bin/sh
help clean: .SHELLFLAGS := -c
endif

.DEFAULT_GOAL := help

# Shell text: the variable `name` becomes the configuration that CONFIG and SET ask for.
resolve = name=$$(python3 scripts/spec/config.py '$(or $(CONFIG),$(1))' '$(SET)')
stimulus = $(if $(SEED),--seed $(SEED)) $(if $(STALL),--stall $(STALL))

help: ## list targets and variables
	@echo 'gsq: gather, scatter and squeeze unit of a vector processor'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'Variables:'
	@echo '  CONFIG=full         configuration: $(basename $(notdir $(wildcard configs/*.json)))'
	@echo '  SET=Banks=8,…       overrides of its parameters'
	@echo '  PROGRAM=FILE.gsq    what sim runs (default: the squeeze kernel); a run of the core (power)'
	@echo '  SEED=N STALL=%      random stalls on every channel; COMMANDS=N, MIX=NAME for random'
	@echo '  SEEDS=N             regress takes N seeds, from SEED on; COMMANDS=N of each run'
	@echo '  PATTERNS=FILE.json  what perf replays; WIDTH=b32, its elements'
	@echo '  PREFIX=FOLDER       where install puts its files (default: /usr/local)'
	@echo '  WAVES=1             write a waveform (sim)'
	@echo '  FST=FILE CYCLES=A:B which waveform, and which cycles of it (waves)'
	@echo '  SHOW=PATTERN        signals to show first, a regular expression (waves)'
	@echo '  VIEW=png            draw it into OUTPUT=FILE.png, HEIGHT=PIXELS high (waves)'
	@echo '  FUZZ="program axi"  only these fuzzers; MINUTES=N for each; KEEP=1 (fuzz, see its script)'
	@echo '  SANITIZE=address    only this one (sanitize)'
	@echo '  STEPS="test prove"  only these steps (signoff)'
	@echo '  PROOF=xbar          prove only what begins so; with CONFIG with the parameters of that core'
	@echo '  FAULT=NAME,…        try only these (mutate)'
	@echo '  AUTO=N OF=models    try N mutants that are made and drawn by machine, with SEED, of the RTL or models (mutate)'
	@echo '  TOP=gsq_core        module that area, timing, layout, power, netlist-check take; with CONFIG as in that core'
	@echo '  LIB=osu018          its cells: osu018, osu035, osu050 or a Liberty file'
	@echo '  CLOCK=3.0           clock in ns for which it is mapped (0: the fastest gates)'
	@echo '  FLAT=1              dissolve the hierarchy first: fewer gates, no area by block'
	@echo '  UTIL=70             percent of the rows that cells fill (layout, power)'
	@echo '  PATTERN=UNIFORM:8:1 patterns that the core runs, or files (power); WIDTH=b32, its elements'
	@echo '  GATES=0             with transparent clock gates, to compare (power)'
	@echo '  ROUTE=1             route a small block in detail, to compare (layout)'
	@echo '  TABLES="xbar peers" which of the area-tables; PEERS=FOLDER, the sources of peers'
	@echo '  LAND=1              record the figures in scripts/flow/landed.json, with which later ones are compared; with regress its cycles, with fuzz its minutes, in docs/signoff/: files of the repository'
	@echo '  SWEEP=FILE.toml     points of study (default: scripts/explore/sweeps/default.toml)'
	@echo '  COVER="rtl cpp"     only these parts (coverage); names of configurations add their tests'
	@echo '  COVERAGE=1          regress looks for bins of functional coverage until it finds no more'
	@echo '  EXPLORE=FILE.toml   what explore searches (default: scripts/explore/explorations/default.toml)'
	@echo '  JOBS=N              parallel jobs (default: all cores)'
	@echo '  RUN="make test"     what bare runs; BARE=FOLDER, where it keeps root and caches'
	@echo '  RUNNER=slurm        run regress, mutate, coverage, prove, study or explore on a cluster'
	@echo '  CLUSTER=FILE.toml   its options (default: scripts/core/slurm.toml)'

sim: setup ## run a program on the RTL in lockstep with the golden model
	@$(call resolve,full) && scripts/build.sh gsq-$$name && mkdir -p build/waves && \
	build/$$name/gsq run '$(PROGRAM)' $(stimulus) $(if $(WAVES),--waves build/waves/$$name.fst)

test: setup ## build and run all tests, and the static checks that take seconds
	@scripts/setup.sh test
	@scripts/test.sh

bare: check ## a command (RUN) in a clone of the last commit on a bare Debian 12; needs root
	@scripts/bare.sh bash -c "$${RUN:-make test}"

test-slurm: setup ## RUNNER=slurm on a Slurm of this machine, with tasks and nodes that are lost
	@scripts/setup.sh slurm
	@python3 scripts/tests/core/test_slurm.py

build: setup ## build gsq: all configurations, or the one that CONFIG names
	@$(if $(CONFIG)$(SET),$(call resolve,full) && names=$$name, \
	  names='$(basename $(notdir $(wildcard configs/*.json)))') && \
	scripts/build.sh $$(printf 'gsq-%s ' $$names) && \
	for name in $$names; do echo "built build/$$name/gsq"; done

gsq: setup ## build build/gsq: the models of any configuration, without RTL, in a minute
	@scripts/build.sh gsq && echo "built build/gsq"

random: setup ## constrained-random commands in lockstep
	@$(call resolve,full) && scripts/build.sh gsq-$$name && \
	build/$$name/gsq random $(stimulus) $(if $(COMMANDS),--commands $(COMMANDS)) \
	  $(if $(MIX),--mix $(MIX))

perf: setup ## replay gather and scatter patterns: elements a cycle
	@$(call resolve,full) && scripts/build.sh gsq-$$name && \
	build/$$name/gsq perf $(or $(PATTERNS),$(wildcard tb/patterns/*.json)) \
	  --width '$(or $(WIDTH),b32)'

install: setup ## headers, libraries and gsq of CONFIG into PREFIX, for kernels of one's own
	@$(call resolve,full) && scripts/build.sh gsq_package_$$name && \
	for part in model $$name; do \
	  cmake --install build/cmake --prefix '$(or $(PREFIX),/usr/local)' --component $$part \
	    >build/install.log || exit 1; \
	done && echo "installed gsq::model, gsq::foreign, gsq::tlm and gsq::rtl_$$name in $(or $(PREFIX),/usr/local)"

examples: setup ## kernels in C++ on the golden model, on the RTL and on both, with a table
	@scripts/build.sh examples && python3 scripts/run/examples.py

regress: setup ## long random runs on all configurations, with a table of rates
	@python3 scripts/run/regress.py

coverage: setup ## functional coverage, and lines, branches, toggles: build/coverage/index.html
	@scripts/setup.sh coverage
	@python3 scripts/coverage/report.py $(COVER)

axi: setup ## 10,000 random transactions of cocotbext-axi on the AXI wrapper
	@scripts/setup.sh axi
	@scripts/build.sh axi_golden && python3 scripts/run/axi.py $(if $(SEED),--seed $(SEED)) \
	  $(if $(FAULT),--fault $(FAULT))

mutate: setup ## break the RTL in known ways, or with AUTO in others; a test must notice each
	@$(if $(AUTO),scripts/setup.sh mutants && \
	  python3 scripts/mutate_$(if $(filter models,$(OF)),models,auto).py '$(AUTO)' $(SEED),python3 scripts/mutate/planted.py)

fuzz: setup ## parsers, kernel API and buses with inputs that nobody thought of
	@scripts/setup.sh fuzz
	@python3 scripts/run/fuzz.py $(FUZZ)

sanitize: setup ## tests with AddressSanitizer, UndefinedBehaviorSanitizer, ThreadSanitizer
	@scripts/setup.sh test
	@python3 scripts/run/sanitize.py $(SANITIZE)

signoff: setup ## all that is checked, and what the checks found: docs/signoff.md; takes hours
	@scripts/build.sh headers
	@python3 scripts/run/signoff.py $(STEPS)

prove: setup ## formal proofs of single blocks, each with a fault that must break it
	@scripts/setup.sh prove
	@python3 scripts/formal/prove.py $(PROOF) --config '$(CONFIG)' --set '$(SET)'

lint: setup ## Verilator -Wall, slang, clang-format, clang-tidy, conventions
	@scripts/setup.sh lint
	@scripts/build.sh headers
	@python3 scripts/spec/spdx.py --check
	@python3 scripts/lint/lint.py

synth = python3 scripts/flow/synth.py --top '$(or $(TOP),gsq_core)' --config '$(CONFIG)' --set '$(SET)' \
  --lib '$(or $(LIB),osu018)' --clock '$(CLOCK)' $(if $(FLAT),--flat) $(if $(LAND),--land)

area: check ## synthesize TOP, area by block
	@scripts/setup.sh area
	@$(synth) --report area

timing: check ## synthesize TOP, its longest paths and clock
	@scripts/setup.sh area
	@$(synth) --report timing

layout: check ## place TOP with its wires: die, wire length, congestion, clock, pictures
	@scripts/setup.sh layout
	@build/layout-venv/bin/python scripts/flow/make_layout.py --top '$(or $(TOP),gsq_core)' \
	  --config '$(CONFIG)' --set '$(SET)' --lib '$(or $(LIB),osu018)' --clock '$(CLOCK)' \
	  --util '$(UTIL)' $(if $(ROUTE),--route)

power: check ## energy of a cycle of TOP (default: gsq_xbar), with its wires: clock, registers, gates, blocks
	@scripts/setup.sh layout
	@$(if $(filter gsq_core,$(TOP)),scripts/setup.sh base && scripts/setup.sh waves && \
	  $(call resolve,full) && scripts/build.sh gsq-$$name &&) \
	build/layout-venv/bin/python scripts/flow/make_power.py --top '$(or $(TOP),gsq_xbar)' \
	  --config '$(CONFIG)' --set '$(SET)' --lib '$(or $(LIB),osu018)' --clock '$(CLOCK)' \
	  --util '$(UTIL)' --gates '$(GATES)' --gsq "build/$$name/gsq" --pattern '$(PATTERN)' \
	  --program '$(if $(filter command environment,$(firstword $(origin PROGRAM))),$(PROGRAM))' \
	  --width '$(WIDTH)'

power-table: check ## what clock gates save in the cores tiny and small: the tables of docs/power.md
	@scripts/setup.sh layout
	@scripts/setup.sh base
	@scripts/setup.sh waves
	@scripts/build.sh gsq-tiny gsq-small
	@build/layout-venv/bin/python scripts/flow/power_table.py

layout-table: check ## lay out blocks for the table docs/layout_table.md, or crossbars (PEERS) (long)
	@scripts/setup.sh layout
	@build/layout-venv/bin/python scripts/$(if $(PEERS),layout_peers.py '$(PEERS)',layout_table.py)

area-tables: check ## tables of area and delay: docs/area_*.md (long)
	@scripts/setup.sh area
	@PEERS='$(PEERS)' python3 scripts/flow/area_tables.py $(TABLES)

figures: setup ## measure all figures of the pages anew, and compare those that stand in several (long)
	@PEERS='$(PEERS)' python3 scripts/pages/figures.py --regenerate

netlist-check: setup ## prove mapped netlists equal to the RTL; benches on netlists
	@scripts/setup.sh area
	@python3 scripts/formal/netlist_check.py $(TOP) --config '$(CONFIG)' --set '$(SET)'

study: check ## throughput, area and timing over a sweep of parameters: docs/study.md
	@scripts/setup.sh area
	@scripts/setup.sh study
	@! grep -Eqs '^ *wires *= *true' '$(SWEEP)' || { scripts/setup.sh layout && scripts/setup.sh waves; }
	@python3 scripts/explore/study.py $(SWEEP)

explore: setup ## search for the parameters that serve traffic best: docs/explore.md
	@scripts/setup.sh area
	@scripts/setup.sh study
	@scripts/setup.sh explore
	@build/explore-venv/bin/python scripts/explore/explore.py $(EXPLORE)

explore-store: setup ## synthesize and place the cores from which explore predicts (long)
	@scripts/setup.sh area
	@scripts/setup.sh layout
	@scripts/setup.sh waves
	@scripts/setup.sh explore
	@build/explore-venv/bin/python scripts/explore/explore_store.py

diagrams: setup ## draw the timing diagrams of the documentation from simulations
	@scripts/setup.sh waves
	@scripts/build.sh gsq-tiny gsq-small gsq-tiny+Window4 && python3 scripts/pages/diagrams.py

waves: setup ## a waveform in GTKWave: the newest, or one of a run of PROGRAM
	@scripts/setup.sh waves
	@$(if $(filter command environment,$(firstword $(origin PROGRAM))), \
	  $(call resolve,full) && scripts/build.sh gsq-$$name && mkdir -p build/waves && \
	  { build/$$name/gsq run '$(PROGRAM)' $(stimulus) \
	      --waves build/waves/$(basename $(notdir $(PROGRAM))).fst || true; } &&) \
	python3 scripts/pages/waves.py $(FST) $(if $(VIEW),--$(VIEW) $(or $(OUTPUT),build/waves/view.png)) \
	  $(if $(CYCLES),--cycles $(CYCLES)) $(if $(SHOW),--show '$(SHOW)') \
	  $(if $(HEIGHT),--height $(HEIGHT))

docs: setup ## the documentation as HTML, links checked: build/docs/index.html
	@scripts/setup.sh waves
	@scripts/setup.sh docs
	@scripts/build.sh gsq-tiny gsq-small gsq-tiny+Window4 && python3 scripts/pages/diagrams.py
	@python3 scripts/pages/debug_demo.py
	@python3 scripts/pages/docs.py

clean: ## remove everything that was built
	rm -rf build

setup: check
	@scripts/setup.sh base

# Before anything is installed or built: what cannot be, and variables that no target reads.
check:
	@! command -v python3 >/dev/null || python3 scripts/make_checks.py '$(MAKECMDGOALS)' \
	  $(foreach name,$(.VARIABLES),$(if $(filter command,$(origin $(name))),$(name)))
