# An index of what can be done here. Each target is one line over go, or over a short script in scripts/.
#
# BUILD=dir builds somewhere else than build/, PREFIX=, LIBDIR= and DESTDIR= are for install and uninstall, GO= and CC= choose the tools.

SHELL   := /bin/bash
GO      ?= go
CC      ?= cc
BUILD   ?= build
PREFIX  ?= /usr/local
LIBDIR  ?= lib
DESTDIR ?=
ALIASES ?= usual
DEBUG   ?= 0
FUZZTIME ?= 5s
export GO CC BUILD PREFIX LIBDIR DESTDIR ALIASES DEBUG FUZZTIME

.DEFAULT_GOAL := help
.PHONY: help build run quick test test-long race fuzz asan bench profile gen check fmt debug install install-debug uninstall dist deb clean

help: ## print this
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

build: ## the library, the launcher and all that belongs to them, in installed layout under build/
	@scripts/build.sh

run: build ## the demonstration: a heat stencil and a sort on 4 ranks, the same from Python, a table of latencies
	@scripts/demo.sh

quick: build ## the tests of Go packages alone, import rules, every C program once (a minute)
	@scripts/test.sh quick

test: build ## vet and all tests but the longest (minutes)
	@scripts/test.sh

test-long: build ## everything: test, race detector, random tests, fuzzing, AddressSanitizer, every variant, several hosts (hours); a summary in build/test-long.txt
	@scripts/long.sh all

race: build ## the Go tests under the race detector
	@scripts/long.sh race

fuzz: ## every fuzz target for FUZZTIME (5s)
	@scripts/long.sh fuzz

asan: build ## the C side under AddressSanitizer
	@scripts/long.sh asan

bench: build ## measure the library beside the machine's own limits
	@$(BUILD)/bin/gasnetgo bench

profile: ## measure anew what the library is compiled for: capi/loads.pgo (2 minutes, on an idle machine)
	@scripts/profile.sh

gen: ## write the generated files again, from include/ and api/
	$(GO) run ./cmd/apigen

check: ## formatting, vet, staticcheck, generated files current, import rules, headers
	@scripts/check.sh

fmt: ## format Go and C sources
	gofmt -w $$(git ls-files '*.go')
	clang-format -i $$(scripts/c_files.sh)

debug: build ## the debug symbols of the library, in a file of their own: build/lib/debug
	@scripts/debug.sh

install: build ## copy build/ to DESTDIR/PREFIX (default /usr/local), libraries to LIBDIR there (lib); ALIASES=all adds names for build systems, ALIASES=none leaves out oshcc and the like
	@scripts/install.sh

install-debug: debug ## install, with the debug symbols
	@DEBUG=1 scripts/install.sh

uninstall: ## remove what install has put into DESTDIR/PREFIX
	@scripts/uninstall.sh

dist: ## a tarball of the sources of HEAD with all modules, which builds without network: build/gasnetgo-VERSION.tar.gz
	@scripts/dist.sh

deb: build ## Debian packages, in build/debian
	@packaging/debian/build.sh

clean: ## remove build/
	rm -rf $(BUILD)
