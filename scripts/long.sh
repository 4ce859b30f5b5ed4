#!/bin/bash
# Tests that take too long for daily use: long.sh race | rapid | fuzz | asan | wide | same | many | toy | hosts | all
set -euo pipefail
cd "$(dirname "$0")/.."

GO=${GO:-go}
. scripts/compilers.sh
export BUILD=${BUILD:-build}

say() { echo "== $*"; }

race() {
	say "race detector"
	$GO test -race -count=1 -timeout 30m $($GO list ./... | grep -v /ctests)
}

rapid() {
	say "random tests, 20 times as many cases"
	local packages
	packages=$($GO list -f '{{.ImportPath}} {{.TestImports}} {{.XTestImports}}' ./... | awk '/pgregory.net\/rapid/ { print $1 }')
	[ -z "$packages" ] || $GO test -count=1 -timeout 30m $packages -args -rapid.checks=2000
}

fuzz() {
	local package dir name
	while read -r package dir; do
		for name in $(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$dir"/*_test.go 2>/dev/null); do
			say "fuzz $package $name for ${FUZZTIME:-5s}"
			$GO test -run '^$' -fuzz "^$name\$" -fuzztime "${FUZZTIME:-5s}" "$package"
		done
	done < <($GO list -f '{{.ImportPath}} {{.Dir}}' ./...)
}

asan() {
	say "AddressSanitizer"
	GASNETGO_ASAN=1 $GO test -count=1 -timeout 0 -run 'ASan' -v ./ctests/... | grep -v '^=== '
}

wide() {
	say "every variant of every program of C at every size, in C, through Go, over Portals"
	GASNETGO_WIDE=1 $GO test -count=1 -timeout 0 -run 'TestC$|TestPlaneGo|TestOverPortals|TestFigures$|TestFarAhead|TestNarrowWindows|TestGASNetDebugPrograms|TestGASNetExits|TestValgrind' ./ctests
	say "reads of the time stamp counter in more libraries"
	GASNETGO_WIDE=1 $GO test -count=1 -timeout 30m ./sim/host/counter
	say "the tarball of sources, all ways to install"
	GASNETGO_WIDE=1 $GO test -count=1 -timeout 30m -run 'TestDist|TestInstalled|TestManifestOfAliases' ./packaging
}

same() {
	say "every program that can be simulated, on 4 machines, three times with a trace and three times without: the same output, trace, time, events"
	GASNETGO_SAME=1 $GO test -count=1 -timeout 0 -run TestSimSame ./ctests
}

many() {
	say "ten thousand simulated ranks, and 32,768; every program of GASNet, ARMCI on every simulated machine at more sizes"
	GASNETGO_MANY=1 $GO test -count=1 -timeout 0 -run 'TestSimManyRanks|TestSimScale|TestGASNetOnMachines|TestGASNetOnSP|TestGASNetOverPortals|TestGASNetOverLAPI|TestGASNetManyToOne|TestARMCIOnMachines|TestLAPIOnMachines' ./ctests
}

toy() {
	say "an API beside the others"
	GASNETGO_TOY=1 $GO test -count=1 -timeout 0 -run TestToyAPI ./ctests
}

hosts() {
	say "jobs on several hosts"
	GASNETGO_HOSTS=1 $GO test -count=1 -timeout 0 ./shmem/transport/ofi ./gasnet/conduit/ofi ./armci/transport/ofi ./live ./live/nal
	GASNETGO_HOSTS=1 $GO test -count=1 -timeout 0 -run 'TestHosts' ./ctests
}

case ${1:-all} in
race | rapid | fuzz | asan | wide | same | many | toy | hosts) "$1" ;;
all) race && rapid && fuzz && asan && wide && same && many && toy && hosts ;;
*) echo "long: '$1' is not one of race, rapid, fuzz, asan, wide, same, many, toy, hosts, all" >&2 && exit 2 ;;
esac
