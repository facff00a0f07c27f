# SPDX-License-Identifier: Apache-2.0
#
# Everything a person needs to build, run and check Hearth. `make help` lists it.

SWIFT ?= swift
BUILD := .build
# Tests reach sibling targets through `package` access, so one release build serves `make run` and `make test`.
FLAGS := -c release --scratch-path $(BUILD)
HEARTH := $(BUILD)/release/hearth
MODEL ?=
# `make test NEON=` fails where the arm64 kernels cannot be compared, instead of saying that they were not.
NEON ?= --if-possible

SEED ?= 1
ACTIONS ?= 10000
ONLY ?=

SLOW_CLIENTS := ^HearthWebTests\.(SocketTests|HostileNumberTests)

.DEFAULT_GOAL := help
.PHONY: help run chat test simulate measure build program package package-check lint format neon bench conformance published remote pocket browser kills hostile check asan tsan clean setup

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup:
	@scripts/setup

build: setup ## Build everything, tests included (release)
	$(SWIFT) build $(FLAGS) --build-tests

# The program without its tests, for people who want to use it.
program: setup
	@[ -x $(HEARTH) ] || echo "Building Hearth. The first build takes about twelve minutes on two cores; later ones take seconds to a minute."
	$(SWIFT) build $(FLAGS) --product hearth

run: program ## Build and start the app, which prints its address: make run MODEL=path/to/model, or one of the models folder
	@$(if $(MODEL),HEARTH_MODEL="$(MODEL)") $(HEARTH) serve

chat: program ## Build and start a chat in the terminal: make chat MODEL=path/to/model
	@$(HEARTH) chat $(if $(MODEL),--model "$(MODEL)")

# What waits for clocks and sockets runs apart from what computes or waits for a disk, which would keep it waiting; clients that
# are too slow for a server's deadlines run one after the other, so that none is slow for want of a core.
test: build ## Build and run all tests
	$(SWIFT) test $(FLAGS) --skip-build --filter '^(ChatTemplates|Documentation|Ember(JSON|Tokenizers|Grammar)?|FSRS|Hearth(Engine|Memory))Tests\.'
	$(SWIFT) test $(FLAGS) --skip-build --filter '^HearthAnkiTests\.'
	$(SWIFT) test $(FLAGS) --skip-build --filter '^HearthStoreTests\.'
	$(SWIFT) test $(FLAGS) --skip-build --filter '^Hearth(Chat|Models|Secrets|Web|Words)Tests\.' --skip '$(SLOW_CLIENTS)'
	$(SWIFT) test $(FLAGS) --skip-build --filter '$(SLOW_CLIENTS)' --no-parallel
	$(SWIFT) test $(FLAGS) --skip-build --filter '^EmberHTTPTests\.' --no-parallel
	$(SWIFT) test $(FLAGS) --skip-build --filter '^(EmberHub|HearthRemote|HearthCLI)Tests\.'
	$(SWIFT) test $(FLAGS) --skip-build --filter '^SimulationTests\.'
	@Tests/Conformance/neon.sh $(NEON)

# What was found is printed with the shortest sequence, as a command that does it again.
simulate: setup ## Let a household live on a simulated machine: make simulate SEED=1 ACTIONS=10000
	$(SWIFT) build $(FLAGS) --product simulate
	@$(BUILD)/release/simulate --seed $(SEED) --actions $(ACTIONS) $(if $(ONLY),--only $(ONLY))

neon: ## Compare the arm64 kernels with the scalar ones under qemu (make test does too, where qemu is)
	@Tests/Conformance/neon.sh

measure: ## Print the numbers by which the source is kept small
	@scripts/measure

lint: setup ## Check the format of all Swift files
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

format: ## Format all Swift files
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

bench: build ## Measure Ember beside its peers, in a throw-away virtual environment
	Benchmarks/run

conformance: build ## Compare with transformers, jsonschema, the clients of OpenAI, Anthropic and Ollama, and Anki, in throw-away environments
	Tests/Conformance/families $(HEARTH)
	Tests/Conformance/schemas $(HEARTH)
	Tests/Conformance/openai $(HEARTH)
	Tests/Conformance/responses $(HEARTH)
	Tests/Conformance/anthropic $(HEARTH)
	Tests/Conformance/ollama $(HEARTH)
	Tests/Conformance/programs $(HEARTH)
	Tests/Conformance/anki_packages $(BUILD)/release/AnkiTool

published: build ## Compare published models with llama.cpp, which a throw-away environment takes minutes to build
	Tests/Conformance/published $(HEARTH)

remote: build ## Talk to llama.cpp's own server on this machine and, in a network of its own, on another; takes minutes to build it
	Tests/Conformance/remote $(HEARTH)

pocket: build ## Check the training of the small model with a toy, in a throw-away virtual environment
	Training/pocket/check $(HEARTH)

browser: build ## Use the app in Chromium as people do, with axe-core; installs what that needs
	Tests/Browser/run $(HEARTH)

kills: build ## Kill the app 200 times while it is used, and look for what it had acknowledged
	HEARTH=$(HEARTH) python3 Tests/Browser/kills.py

hostile: build ## Import more than 600 files that were made to do harm, in the terminal and in the app; takes half an hour
	Tests/Hostile/run $(HEARTH) --large
	Tests/Hostile/run $(HEARTH) --web

check: test lint browser kills hostile conformance published remote pocket package-check ## All that is checked before a release; takes an hour or two

asan: setup ## Run the tests under AddressSanitizer (a build of its own)
	scripts/sanitize address

tsan: setup ## Run the suites in which threads meet under ThreadSanitizer (a build of its own)
	scripts/sanitize thread "PoolTests|AttentionTests|EngineTests|EmbeddingTests"

package: program ## Make a Debian package and a tarball that need no Swift toolchain, in .build/package
	@scripts/package $(HEARTH) $(BUILD)/package

package-check: package ## Install, use and remove both in a bare Debian; needs root
	@Tests/Package/run $(BUILD)/package

clean: ## Remove what was built
	rm -rf $(BUILD)
