#!/bin/bash
# Builds everything into $BUILD (default build/) in installed layout. Safe to run twice at the same time, and quick when nothing
# has changed: Go's cache decides what is compiled, and a file is only replaced (by rename) when its content differs.
set -euo pipefail
cd "$(dirname "$0")/.."

GO=${GO:-go}
. scripts/compilers.sh
export BUILD=${BUILD:-build}

fail() { echo "build: $*" >&2; exit 1; }
command -v "${GO%% *}" >/dev/null || fail "$GO: not found; Go 1.26 or later is needed (https://go.dev/dl)"
command -v "${CC%% *}" >/dev/null || fail "$CC: not found; a C compiler is needed (Debian: apt install gcc libc6-dev)"

mkdir -p "$BUILD"/{.obj,bin,include/gasnetgo/all,lib/pkgconfig,lib/cmake/gasnetgo,libexec/gasnetgo,python}
exec 9>"$BUILD/.obj/lock"
if command -v flock >/dev/null; then flock 9; fi

# put FROM TO: TO gets FROM's content by rename, unless it has it.
put() {
	cmp -s "$1" "$2" && return
	mkdir -p "$(dirname "$2")"
	cp -p "$1" "$2.new" && mv -f "$2.new" "$2"
}

# mirror FROM TO PATTERN...: makes TO have exactly FROM's files of these names, in the same folders.
mirror() {
	local from=$1 to=$2 names=() f
	shift 2
	for f; do names+=(-o -name "$f"); done
	while IFS= read -r -d '' f; do put "$from/$f" "$to/$f"; done < <(cd "$from" && find . -type f \( "${names[@]:1}" \) -print0)
	while IFS= read -r -d '' f; do [ -e "$from/$f" ] || rm -f "$to/$f"; done < <(cd "$to" && find . -type f -not -path '*/__pycache__/*' \
		-print0)
}

link() { [ "$(readlink "$2" || true)" = "$1" ] || ln -sfn "$1" "$2"; }

# The launcher is pure Go, so it is static and starts quickly.
CGO_ENABLED=0 $GO build -trimpath -ldflags '-s -w' -o "$BUILD/.obj/gasnetgo" ./cmd/gasnetgo
put "$BUILD/.obj/gasnetgo" "$BUILD/bin/gasnetgo"
CGO_ENABLED=0 $GO build -trimpath -ldflags '-s -w' -o "$BUILD/.obj/gasnetgo-figures" ./cmd/gasnetgo-figures
put "$BUILD/.obj/gasnetgo-figures" "$BUILD/libexec/gasnetgo/gasnetgo-figures"
for name in gasnetgo-oshcc gasnetgo-oshc++; do link gasnetgo "$BUILD/bin/$name"; done

mirror include "$BUILD/include/gasnetgo/all" '*.h'
link gasnetgo/all/gasnetgo.h "$BUILD/include/gasnetgo.h"

# The library. Go does not know that the linker also reads the version script, so an older result is discarded. The budget for inlining by profile is
# smaller than the compiler's default of 2,000, with which the code exceeds the instruction cache: docs/perf/measuring.md.
so=$BUILD/.obj/libgasnetgo.so
map=$PWD/capi/exports.map
[ "$so" -nt "$map" ] || rm -f "$so"

# Go recompiles a C folder when a file in it has changed, but not for a header of another folder. A flag with the hash of all headers makes it do so.
headers=$(find capi include sim/host -name '*.h' -print0 | sort -z | xargs -0 cat | sha256sum)
CGO_CFLAGS="${CGO_CFLAGS--g -O2} -DGA_HEADERS=0x${headers:0:16}" CGO_ENABLED=1 CC="$CC" $GO build -buildmode=c-shared -trimpath -pgo="$PWD/capi/loads.pgo" -gcflags=gasnetgo/...=-d=pgoinlinebudget=500 -o "$so" \
	-ldflags "-s -w -extldflags '-Wl,-soname,libgasnetgo.so.1 -Wl,--version-script=$map'" ./capi
put "$so" "$BUILD/lib/libgasnetgo.so.1"
link libgasnetgo.so.1 "$BUILD/lib/libgasnetgo.so"

# Files for build systems. The version is that of the header.
version=$(awk '$1 == "#define" && $2 ~ /^GASNETGO_VERSION_(MAJOR|MINOR|PATCH)$/ { v = v sep $3; sep = "." } END { print v }' include/gasnetgo.h)
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "include/gasnetgo.h does not say its version (found '$version')"
for f in packaging/cmake/*.cmake.in; do
	name=$(basename "$f" .in)
	sed "s/@VERSION@/$version/g" "$f" >"$BUILD/.obj/$name"
	put "$BUILD/.obj/$name" "$BUILD/lib/cmake/gasnetgo/$name"
done

scripts/api_names.sh
scripts/gasnet_names.sh
scripts/alias_names.sh

if [ -d python/gasnetgo ]; then mirror python "$BUILD/python" '*.py'; fi

# The process of simulated jobs. It exports its space for thread-local variables to the library.
src=sim/host/exe/simhost.c out=$BUILD/libexec/gasnetgo/simhost
if [ ! -x "$out" ] || [ "$src" -nt "$out" ]; then
	$CC -std=gnu17 -O2 -Wall -Wextra -fPIE -pie -Wl,--export-dynamic-symbol=gasnetgo_sim_host -o "$out.new" "$src" -L"$BUILD/lib" -lgasnetgo -Wl,-rpath,'$ORIGIN/../../lib'
	mv -f "$out.new" "$out"
fi

# client C TO HEADER...: builds an ordinary C program, again when its source or a header is newer.
client() {
	local c=$1 out=$2
	shift 2
	[ -x "$out" ] && [ -z "$(find "$c" "$@" include -newer "$out" -print -quit 2>/dev/null)" ] && return
	$CC -std=gnu11 -O2 -Wall -Wextra -I"$BUILD/include" -o "$out.new" "$c" -L"$BUILD/lib" -lgasnetgo -Wl,-rpath,"\$ORIGIN/$up/lib" -pthread -lm
	mv -f "$out.new" "$out"
}

# The programs behind gasnetgo bench and gasnetgo figures.
up=../..
for c in bench/*.c; do client "$c" "$BUILD/libexec/gasnetgo/$(basename "$c" .c)" bench/*.h; done
src=bench/plain/spin_bench.c out=$BUILD/libexec/gasnetgo/spin_bench
if [ ! -x "$out" ] || [ "$src" -nt "$out" ] || [ bench/each.h -nt "$out" ]; then
	$CC -std=gnu11 -O2 -Wall -Wextra -o "$out.new" "$src"
	mv -f "$out.new" "$out"
fi
up=../../..
mkdir -p "$BUILD/libexec/gasnetgo/figures"
for c in bench/figures/*.c ctests/portals/ptl_netpipe.c; do
	client "$c" "$BUILD/libexec/gasnetgo/figures/$(basename "$c" .c)" bench/figures/*.h ctests/gt*.h
done
