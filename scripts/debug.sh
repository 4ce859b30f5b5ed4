#!/bin/bash
# Makes $BUILD/lib/debug/.build-id/XX/YYY.debug, the debug symbols of $BUILD's library. The library itself has none: it links twice as fast, and is what jobs
# load. This links the same objects once more, with symbols and under the same build ID, so the debug file fits a library that is installed already. gdb, perf and
# Debian's packages find it by that ID, without a change to the library such as a .gnu_debuglink would be.
set -euo pipefail
cd "$(dirname "$0")/.."

GO=${GO:-go}
. scripts/compilers.sh
. scripts/steps.sh
. scripts/library.sh
export BUILD=${BUILD:-build} LC_ALL=C GOFLAGS="${GOFLAGS:-} -buildvcs=false"
so=$BUILD/.obj/libgasnetgo.so dwarf=$BUILD/.obj/libgasnetgo.dwarf.so
exec 9>"$BUILD/.obj/lock"
flock 9

id=$($GO tool buildid "$so")
hash=$(readelf -n "$so" | awk '$1 == "Build" { print $3 }')
[ "$id" ] && [ "$hash" ] || { echo "debug: $so has no build ID" >&2; exit 1; }
to=$BUILD/lib/debug/.build-id/${hash:0:2}/${hash:2}.debug
[ ! "$to" -nt "$so" ] || exit 0

begin "debug"
rm -rf "$BUILD/lib/debug"
mkdir -p "${to%/*}"
build_library "$dwarf" "-B 0x$hash -buildid=$id"
objcopy --only-keep-debug -R .debug_gdb_scripts "$dwarf" "$to" # the script is a file of the Go toolchain
chmod 644 "$to"
rm -f "$dwarf"
changed=1
end
echo "debug: $to"
