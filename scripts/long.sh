#!/bin/bash
# Tests that take too long for daily use: long.sh test | race | rapid | fuzz | asan | wide | same | many | toy | hosts | all
#
# Prints a line for each package while it runs. The whole output of a part, with every test, is in $BUILD/test-long/PART.log. A part that fails does not stop the others. At the end comes a
# summary, beside that of the last time; that of all is also in $BUILD/test-long.txt.
set -uo pipefail
cd "$(dirname "$0")/.."

GO=${GO:-go}
. scripts/compilers.sh
export BUILD=${BUILD:-build}
parts=(test race rapid fuzz asan wide same many toy hosts)
logs=$BUILD/test-long

say() { echo "== $*" | tee -a "$log"; }

# show prints of go test -v what go test prints, as it comes.
show() { awk '/^(ok|FAIL|panic:|fatal error:|ctests:|\?)|--- FAIL:|^# |^vet:/ && !/no test files/ { print; fflush() }'; }

# run COMMAND...: a command of a part. What fails sets bad.
run() { "$@" 2>&1 | tee -a "$log" | show || bad=1; }

in_ctests() { (cd ctests && exec "$GO" test -v -count=1 -timeout 0 "$@"); }

every_day() { run env TESTFLAGS=-v scripts/test.sh; }

race() {
	say "race detector"
	run $GO test -v -race -count=1 -timeout 3h $($GO list ./... | grep -v /ctests)
}

rapid() {
	say "random tests, 20 times as many cases"
	local packages
	packages=$($GO list -f '{{.ImportPath}} {{.TestImports}} {{.XTestImports}}' ./... | awk '/pgregory.net\/rapid/ { print $1 }')
	[ -z "$packages" ] || run $GO test -v -count=1 -timeout 3h $packages -args -rapid.checks=2000
}

fuzz() {
	local package dir name
	while read -r package dir; do
		for name in $(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$dir"/*_test.go 2>/dev/null); do
			say "fuzz $package $name for ${FUZZTIME:-5s}"
			run $GO test -v -run '^$' -fuzz "^$name\$" -fuzztime "${FUZZTIME:-5s}" "$package"
		done
	done < <($GO list -f '{{.ImportPath}} {{.Dir}}' ./...)
}

asan() {
	say "AddressSanitizer, also in the C side of the library"
	GASNETGO_ASAN=1 run in_ctests -run 'ASan|TSan'
}

wide() {
	say "every variant of every program of C at every size, in C, through Go, over Portals"
	GASNETGO_WIDE=1 run in_ctests -run 'TestC$|TestFortran|TestPlaneGo|TestOverPortals|TestGASNetOverSCI|TestFigures$|TestFarAhead|TestNarrowWindows|TestGASNetDebugPrograms|TestDemo|TestFiguresJSON|TestGASNetExits|TestGASNetExitCases|TestGASNetSimExits|TestGASNetInterrupted|TestGASNetSignalStatus|TestGASNetMisuse|TestGEXMistakes|TestGASNetTracedPrograms|TestErrors|TestValgrind|TestReport'
	say "reads of the time stamp counter in more libraries"
	GASNETGO_WIDE=1 run $GO test -v -count=1 -timeout 3h ./sim/host/counter ./sim/host/x86
	say "the tarball of sources, all ways to install, other linkers"
	GASNETGO_WIDE=1 run $GO test -v -count=1 -timeout 3h -run 'TestDist|TestInstalled|TestManifestOfAliases|TestOtherLibrary|TestHeadersInsideExternC|TestLibdir|TestDebugSymbols|TestDebian|TestAPIsTogether|TestFortran' ./packaging
	say "the Python package on more ranks"
	GASNETGO_WIDE=1 run $GO test -v -count=1 -timeout 3h -run 'TestPackage|TestFoundInThePrefixOfPython|TestPipInstall' ./python
}

same() {
	say "every program that can be simulated, on 4 machines, three times with a trace and three times without: the same output, trace, time, events; and with --carry off"
	GASNETGO_SAME=1 run in_ctests -run 'TestSimSame|TestSimCarried|TestSimOutputSame|TestLAPISame'
}

many() {
	say "ten thousand simulated ranks, and 32,768; every program that can be simulated on two machines; programs of GASNet, ARMCI and LAPI on every simulated machine at more sizes; with nodes in another order at each time"
	GASNETGO_MANY=1 run in_ctests -run 'TestSim$|TestOrderOnMachines|TestSimManyRanks|TestSimScale|TestGASNetOnMachines|TestGASNetOnSP|TestGASNetOnSCI|TestSISCIOnSCI|TestGASNetOverPortals|TestGASNetOverLAPI|TestGASNetManyToOne|TestARMCIOnMachines|TestLAPIOnMachines|TestLAPIShuffled|TestSCIShuffled|TestLegalDisorder|TestBugs|TestExplore|TestFaults'
}

toy() {
	say "an API beside the others"
	GASNETGO_TOY=1 run in_ctests -run 'TestToyAPI'
}

hosts() {
	say "jobs on several hosts"
	GASNETGO_HOSTS=1 run $GO test -v -count=1 -timeout 3h ./shmem/transport/ofi ./gasnet/conduit/ofi ./armci/transport/ofi ./live ./live/nal
	GASNETGO_HOSTS=1 run in_ctests -run 'TestHosts'
}

# processor is the CPU time that ended processes have taken so far, in seconds.
processor() { { times; } | awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += t[1] * 60 + t[2] } printf "%.0f", sum }'; }

count() { grep -cE "^ *--- $1:" "$log"; }

# part NAME: runs it, and adds its row to the summary.
part() {
	local began=$SECONDS before after
	before=$(processor)
	log=$logs/$1.log bad=0
	: >"$log"
	case $1 in
	test) every_day ;;
	*) "$1" ;;
	esac
	after=$(processor)
	local pass fail skip
	pass=$(count PASS) fail=$(count FAIL) skip=$(count SKIP)
	if [ "$bad" -ne 0 ]; then
		failed+=("$1")
		[ "$fail" -gt 0 ] || fail=1 # what did not get as far as a test
		echo "long: $1 failed: $log"
	fi
	printf '%s %d %d %d %d %d %d\n' "$1" $((pass + fail + skip)) "$pass" "$fail" "$skip" $((SECONDS - began)) $((after - before)) >>"$rows"
}

# summary LAST: the table of $rows, beside the file of an earlier one.
summary() {
	echo "$(git describe --always --dirty 2>/dev/null || echo "no commit"), $(nproc) cores, $($GO env GOVERSION), $(date -u '+%Y-%m-%d %H:%M') UTC"
	awk -v last="$1" '
		BEGIN {
			while ((getline line < last) > 0) { n = split(line, f, " "); if (n >= 7 && f[2] + 0 == f[2]) before[f[1]] = sprintf("%8d %6d %6d %7d", f[2], f[4], f[6], f[7]) }
			printf "%-6s %7s %7s %6s %7s %6s %7s  | %8s %6s %6s %7s\n", "part", "tests", "passed", "failed", "skipped", "wall s", "CPU s", "last: tests", "failed", "wall s", "CPU s"
		}
		{ row($1, $2, $3, $4, $5, $6, $7); for (i = 2; i <= 7; i++) sum[i] += $i }
		END { if (NR > 1) row("all", sum[2], sum[3], sum[4], sum[5], sum[6], sum[7]) }
		function row(a, b, c, d, e, f, g) { printf "%-6s %7d %7d %6d %7d %6d %7d  |    %s\n", a, b, c, d, e, f, g, a in before ? before[a] : "-" }
	' "$rows"
}

want=${1:-all}
case " ${parts[*]} all " in
*" $want "*) ;;
*) echo "long: '$want' is not one of ${parts[*]}, all" >&2 && exit 2 ;;
esac
mkdir -p "$logs"
failed=() rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
last=$BUILD/test-long.txt
if [ "$want" = all ]; then
	for p in "${parts[@]}"; do part "$p"; done
	summary "$last" >"$last.new"
	mv -f "$last.new" "$last"
	cat "$last"
else
	part "$want"
	summary "$last"
fi
[ ${#failed[@]} -eq 0 ] || { echo "long: failed: ${failed[*]}" >&2; exit 1; }
