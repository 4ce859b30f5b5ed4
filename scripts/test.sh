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
$GO test -count=1 -timeout 15m ./... | { grep -v '\[no test files\]$' || true; }
