#!/bin/bash
# vet and all tests. Results are not cached: most tests run the library in $BUILD, of which Go's cache does not know.
set -euo pipefail
cd "$(dirname "$0")/.."

GO=${GO:-go}
. scripts/compilers.sh
export BUILD=${BUILD:-build}

without() { command -v "$1" >/dev/null || echo "test: $1 not found: $2"; }
without python3 "the tests of the Python package are skipped"
without cmake "the test of the CMake package is skipped"
without pkg-config "the test of the pkg-config files is skipped"
without c++ "the tests from C++ are skipped"

$GO vet ./...

# ctests has no limit as a whole, and prints its progress: each of its jobs has a limit of its own (ctests/limit_test.go). The other packages run beside it.
log=$(mktemp)
$GO test -count=1 -timeout 30m $($GO list ./... | grep -v '/ctests$') >"$log" 2>&1 &
others=$!
trap 'kill "$others" 2>/dev/null || true; rm -f "$log"' EXIT
status=0
(cd ctests && $GO test -count=1 -timeout 0) || status=$?
wait "$others" || status=$?
grep -v '\[no test files\]$' "$log" || true
exit "$status"
