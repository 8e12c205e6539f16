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

# The commands around the unit; what each needs is installed first.
run = python3 -m scripts

# Shell text: the variable `name` becomes the configuration that CONFIG and SET ask for.
resolve = name=$$($(run) config '$(or $(CONFIG),$(1))' '$(SET)')
stimulus = $(if $(SEED),--seed $(SEED)) $(if $(STALL),--stall $(STALL))

help: ## list targets and variables
	@echo 'gsq: gather, scatter and squeeze unit of a vector processor'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'Variables:'
	@echo '  CONFIG=full         configuration: $(basename $(notdir $(wildcard configs/*.json)))'
	@echo '  SET=Banks=8,…       overrides of its parameters'
	@echo '  PROGRAM=FILE.gsq    what sim runs (default: the squeeze kernel); a run of the core (power); FILE.c: soc'
	@echo '  SEED=N STALL=%      random stalls on every channel; COMMANDS=N, MIX=NAME for random'
	@echo '  SEEDS=N             regress takes N seeds, from SEED on; COMMANDS=N of each run'
	@echo '  PATTERNS=FILE.json  what perf replays, and power; WIDTH=b32, its elements'
	@echo '  PREFIX=FOLDER       where install puts its files (default: /usr/local)'
	@echo '  WAVES=1             write a waveform (sim, soc)'
	@echo '  FAULT=NAME,…        try only these (mutate)'
	@echo '  AUTO=N              try N mutants that are made and drawn by machine, with SEED (mutate)'
	@echo '  TOP=gsq_core        module that area, timing, layout, power, netlist-check take; with CONFIG as in that core'
	@echo '  LIB=osu018          its cells: osu018, osu035, osu050 or a Liberty file'
	@echo '  CLOCK=3.0           clock in ns for which it is mapped (0: the fastest gates)'
	@echo '  LAND=1              record the figures in scripts/flow/landed.json, with which later ones are compared: a file of the repository'
	@echo '  SWEEP=FILE.toml     points of study (default: scripts/explore/sweeps/default.toml)'
	@echo '  TESTS=FOLDER        programs of riscv-vector-tests that rvv runs instead of random ones'
	@echo '  EXPLORE=FILE.toml   what explore searches (default: scripts/explore/explorations/default.toml)'
	@echo '  JOBS=N              parallel jobs (default: all cores)'
	@echo '  RUN="make test"     what bare runs'
	@echo '  RUNNER=slurm        run regress, mutate, coverage, prove, study or explore on a cluster'
	@echo '  CLUSTER=FILE.toml   its options (default: scripts/core/slurm.toml)'
	@echo '  ARGS="--png v.png"  any other option of the command of a target: python3 -m scripts COMMAND --help'

sim: setup ## run a program on the RTL in lockstep with the golden model
	@$(call resolve,full) && scripts/build.sh gsq-$$name && mkdir -p build/waves && \
	build/$$name/gsq run '$(PROGRAM)' $(stimulus) $(if $(WAVES),--waves build/waves/$$name.fst)

test: setup ## build and run all tests, and the static checks that take seconds
	@scripts/setup.sh test
	@scripts/test.sh

benches: setup ## benches of blocks with further parameters, of which make test runs some
	@scripts/build.sh more_benches && ctest --test-dir build/cmake -C More -L more --progress \
	  --output-on-failure -j $(or $(JOBS),$$(nproc))

bare: check ## a command (RUN) in a clone of the last commit on a bare Debian 12; needs root
	@scripts/bare.sh bash -c "$${RUN:-make test}"

test-slurm: setup ## RUNNER=slurm on a Slurm of this machine, with tasks and nodes that are lost
	@scripts/setup.sh slurm && scripts/setup.sh test
	@build/venv/bin/python -m pytest scripts/tests/core/slurm.py

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

soc: setup ## run a C or C++ program (PROGRAM) on a RISC-V core with the unit: docs/integrate/riscv.md
	@$(run) soc '$(if $(filter command environment,$(firstword $(origin PROGRAM))),$(PROGRAM),hello.c)' \
	  --config '$(CONFIG)' --set '$(SET)' $(if $(WAVES),--waves) $(ARGS)

perf: setup ## replay gather and scatter patterns: elements a cycle
	@$(call resolve,full) && scripts/build.sh gsq-$$name && \
	build/$$name/gsq perf $(or $(PATTERNS),$(wildcard tb/patterns/*.json)) \
	  --width '$(or $(WIDTH),b32)'

install: setup ## headers, libraries and gsq of CONFIG into PREFIX, for your own kernels
	@$(call resolve,full) && scripts/build.sh gsq_package_$$name && \
	for part in model $$name; do \
	  cmake --install build/cmake --prefix '$(or $(PREFIX),/usr/local)' --component $$part \
	    >build/install.log || exit 1; \
	done && echo "installed gsq::model, gsq::foreign, gsq::tlm and gsq::rtl_$$name in $(or $(PREFIX),/usr/local)"

examples: setup ## kernels in C++ on the golden model, on the RTL and on both, with a table
	@scripts/build.sh examples && $(run) examples $(ARGS)

regress: setup ## long random runs on all configurations, with a table of rates
	@$(run) regress $(ARGS)

coverage: setup ## functional coverage, and lines, branches, toggles: build/coverage/index.html
	@$(run) coverage $(ARGS)

axi: setup ## 10,000 random transactions of cocotbext-axi on the AXI wrapper
	@scripts/build.sh axi_golden && $(run) axi $(if $(SEED),--seed $(SEED)) \
	  $(if $(FAULT),--fault $(FAULT)) $(ARGS)

rvv: setup ## random vector instructions of RISC-V, or those of TESTS, on Spike and on the reference of the decoder
	@scripts/build.sh rvv_tandem && $(run) rvv-tandem $(if $(SEED),--seed $(SEED)) \
	  $(if $(COMMANDS),--commands $(COMMANDS)) $(if $(TESTS),--tests '$(TESTS)') $(ARGS)

mutate: setup ## break the RTL in known ways, or with AUTO in others; a test must notice each
	@$(run) $(if $(AUTO),mutate-drawn '$(AUTO)' $(SEED),mutate) $(ARGS)

mutate-models: setup ## break the models in ways that are drawn by machine (AUTO)
	@$(run) mutate-models '$(or $(AUTO),100)' $(SEED)

fuzz: setup ## parsers, kernel API and buses with inputs that nobody thought of
	@$(run) fuzz $(ARGS)

sanitize: setup ## tests with AddressSanitizer, UndefinedBehaviorSanitizer, ThreadSanitizer
	@$(run) sanitize $(ARGS)

signoff: setup ## all that is checked, and what the checks found: docs/develop/signoff.md; takes hours
	@scripts/build.sh headers && $(run) signoff $(ARGS)

prove: setup ## formal proofs of single blocks, each with a fault that must break it
	@$(run) prove $(ARGS) --config '$(CONFIG)' --set '$(SET)'

lint: setup ## Verilator -Wall, slang, clang-format, clang-tidy, conventions
	@scripts/build.sh headers && $(run) spdx --check && $(run) lint $(ARGS)

of = --top '$(or $(TOP),$(1))' --config '$(CONFIG)' --set '$(SET)' --lib '$(or $(LIB),osu018)' \
  --clock '$(CLOCK)' $(ARGS)

area: check ## synthesize TOP, area by block
	@$(run) synth $(call of,gsq_core) $(if $(LAND),--land) --report area

timing: check ## synthesize TOP, its longest paths and clock
	@$(run) synth $(call of,gsq_core) $(if $(LAND),--land) --report timing

layout: check ## place TOP with its wires: die, wire length, congestion, clock, pictures
	@$(run) make-layout $(call of,gsq_core)

power: check ## energy of a cycle of TOP (default: gsq_xbar), with its wires: clock, registers, gates, blocks
	@$(if $(filter gsq_core,$(TOP)),scripts/setup.sh base && scripts/setup.sh waves && \
	  $(call resolve,full) && scripts/build.sh gsq-$$name &&) \
	$(run) make-power $(call of,gsq_xbar) --gsq "build/$$name/gsq" --pattern '$(PATTERNS)' \
	  --program '$(if $(filter command environment,$(firstword $(origin PROGRAM))),$(PROGRAM))' \
	  --width '$(WIDTH)'

power-table: check ## what clock gates save in the cores tiny and small: the tables of docs/evaluate/power.md
	@scripts/setup.sh base && scripts/build.sh gsq-tiny gsq-small && $(run) power-table

layout-table: check ## lay out blocks for the table docs/evaluate/layout_table.md (long)
	@$(run) layout-table $(ARGS)

area-tables: check ## tables of area and delay: docs/evaluate/area_*.md (long)
	@$(run) area-tables $(ARGS)

figures: setup ## measure all figures of the pages anew, and compare those that stand in several (long)
	@$(run) figures --regenerate $(ARGS)

netlist-check: setup ## prove mapped netlists equal to the RTL; benches on netlists
	@$(run) netlist-check $(TOP) --config '$(CONFIG)' --set '$(SET)'

study: check ## throughput, area and timing over a sweep of parameters: docs/evaluate/study.md
	@$(run) study $(SWEEP)

explore: setup ## search for the parameters that serve traffic best: docs/evaluate/explore.md
	@$(run) explore $(EXPLORE)

explore-store: setup ## synthesize and place the cores from which explore predicts (long)
	@$(run) explore-store $(ARGS)

diagrams: setup ## draw the timing diagrams of the documentation from simulations
	@scripts/build.sh gsq-tiny gsq-small gsq-tiny+Places4+Parts2+LaneOps1 gsq-tiny+LaneOps1 && $(run) diagrams

waves: setup ## a waveform in GTKWave: the newest, one that ARGS names, or one of a run of PROGRAM
	@$(if $(filter command environment,$(firstword $(origin PROGRAM))), \
	  $(call resolve,full) && scripts/build.sh gsq-$$name && mkdir -p build/waves && \
	  { build/$$name/gsq run '$(PROGRAM)' $(stimulus) \
	      --waves build/waves/$(basename $(notdir $(PROGRAM))).fst || true; } &&) \
	$(run) waves $(ARGS)

docs: setup ## the documentation as HTML, links checked: build/docs/index.html
	@scripts/build.sh gsq-tiny gsq-small gsq-tiny+Places4+Parts2+LaneOps1 gsq-tiny+LaneOps1 && $(run) diagrams && \
	$(run) debug-demo && $(run) docs

docs-check: setup ## every command, path and link of the pages: looked at, and run once (long)
	@scripts/setup.sh test && scripts/build.sh tests gsq-full_w1 gsq-full_hash && \
	$(run) docs-check $(ARGS)

clean: ## remove everything that was built
	rm -rf build

setup: check
	@scripts/setup.sh base

# Before anything is installed or built: what cannot be, and variables that no target reads.
check:
	@command -v python3 >/dev/null || scripts/setup.sh scripts
	@$(run) make-checks '$(MAKECMDGOALS)' \
	  $(foreach name,$(.VARIABLES),$(if $(filter command,$(origin $(name))),$(name)))
