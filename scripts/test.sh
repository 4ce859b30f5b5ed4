#!/bin/bash
# Tests: test.sh [quick]. Without quick vet and all tests but those of scripts/long.sh. Results are not cached: most tests run the library in $BUILD, of which Go's cache does not know.
set -euo pipefail
cd "$(dirname "$0")/.."

GO=${GO:-go}
. scripts/compilers.sh
export BUILD=${BUILD:-build}
flags=(${TESTFLAGS:-}) # as -v

# quick: the tests of Go packages alone, some of them shorter, and every C program once, on two ranks. Left out are the packages that start other programs: they compile, install or start jobs.
# The packages run whatever Go's cache says about them, which takes less than to find out what it does not know.
if [ "${1:-}" = quick ]; then
	status=0
	$GO test -short -count=1 "${flags[@]}" $($GO list ./... | grep -vE '/(ctests|packaging|python|include|sim/host|capi/edgetest|cmd/apigen|job|job/hosts|job/launcher)$') | grep -v '\[no test files\]$' || status=$?
	(cd ctests && $GO test -short -count=1 -timeout 0 "${flags[@]}" -run 'TestC$') || status=$?
	exit "$status"
fi

without() { command -v "$1" >/dev/null || echo "test: $1 not found: $2"; }
without python3 "the tests of the Python package are skipped"
without cmake "the test of the CMake package is skipped"
without pkg-config "the test of the pkg-config files is skipped"
without c++ "the tests from C++ are skipped"

$GO vet ./...

# ctests has no limit as a whole, and prints its progress: each of its jobs has a limit of its own (ctests/limit_test.go). The other packages run beside it.
log=$(mktemp)
$GO test -vet=off -count=1 -timeout 30m "${flags[@]}" $($GO list ./... | grep -v '/ctests$') >"$log" 2>&1 &
others=$!
trap 'kill "$others" 2>/dev/null || true; rm -f "$log"' EXIT
status=0
(cd ctests && $GO test -vet=off -count=1 -timeout 0 "${flags[@]}") || status=$?
wait "$others" || status=$?
grep -v '\[no test files\]$' "$log" || true
exit "$status"
