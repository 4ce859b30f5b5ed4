#!/bin/bash
# Makes the files by which build systems find GASNet, in $BUILD/lib/gasnetgo/gasnet: packaging/gasnet/README.md lists them. scripts/build.sh calls it; it does
# nothing if nothing has changed.
set -euo pipefail
cd "$(dirname "$0")/.."

. scripts/compilers.sh
BUILD=${BUILD:-build}

conduits_1="smp udp mpi ibv mxm psm ofi aries gemini pami shmem portals4 portals lapi sci elan dcmf gm vapi"
conduits_ex="smp udp mpi ibv ofi ucx aries"
from=packaging/gasnet
stamp=$BUILD/.obj/gasnet_names

# The output depends on this script, the templates, the version and the compilers' names.
release_of() { awk '/GASNET_RELEASE_VERSION_(MAJOR|MINOR|PATCH)/ { v = v sep $3; sep = "." } END { print v }' "$1"; }
release_1=$(release_of include/gasnet_config.h) release_ex=$(release_of include/gasnetex/gasnet_config.h)
. scripts/version.sh
prefix=$(realpath "$BUILD") # scripts/install.sh writes another one
own=$BUILD/lib/gasnetgo/gasnet headers=$BUILD/include/gasnetgo/gasnet
ex=$BUILD/lib/gasnetgo/gasnet-ex ex_headers=$BUILD/include/gasnetgo/gasnet-ex
now=$(cat "$0" "$from"/* include/gasnet*.h include/gasnet/*.h include/gasnetex/*.h include/gasnetex/*/*.h | cksum)" $release_1 $version $CC $CXX $prefix"
if [ -e "$BUILD/lib/libgasnetgo_client.a" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then exit; fi
rm -f "$stamp"

rm -f "$BUILD/.obj/alias_names" # it comes after this
rm -rf "$headers"/*-conduit "$headers"/gasnet_tools-*.mak "$own"/lib/libgasnet[-_]* "$own"/lib/pkgconfig/* "$own"/bin/*run* "$own"/share/man/man1/* "$BUILD"/lib/pkgconfig/gasnetgo-gasnet* "$ex" "$ex_headers"
mkdir -p "$ex"/{bin,lib/pkgconfig,share/man/man1} "$ex_headers"/{gasnet,gex}
ln -s ../../../include/gasnetgo/gasnet-ex "$ex/include"
for name in libgasnetgo{,-gasnet}.so{,.1}; do ln -s "../../../$name" "$ex/lib/$name"; done
# Folders are not links, so that a header of GASNet-1 that includes one above it finds that of GASNet-EX.
for name in gasnet_portable_platform.h portable_inttypes.h portable_platform.h; do ln -s "../all/$name" "$ex_headers/$name"; done
for name in include/gasnetex/*.h; do ln -s "../all/${name#include/}" "$ex_headers/"; done
for name in include/gasnetex/gex/*.h; do ln -s "../../all/${name#include/}" "$ex_headers/gex/"; done
for name in include/gasnet/*.h; do ln -s "../../all/${name#include/}" "$ex_headers/gasnet/"; done

$CC -std=c99 -O2 -Wall -Wextra -fPIC -c -o "$BUILD/.obj/gasnet_client.o" $from/client.c
rm -f "$BUILD/lib/libgasnetgo_client.a"
# One object, since the library refers to symbols of all of it.
$CC -std=gnu11 -O2 -Wall -Wextra -fPIC -Iinclude -r -nostdlib -o "$BUILD/.obj/gasnet_trace.o" $from/trace*.c
ar rcsD "$BUILD/lib/libgasnetgo_client.a" "$BUILD/.obj/gasnet_client.o" "$BUILD/.obj/gasnet_trace.o"
cp $from/libgasnetgo_gasnet.ld "$BUILD/lib/"
for name in libgasnetgo_client.a libgasnetgo_gasnet.ld; do ln -sfn "../../../$name" "$own/lib/$name" && ln -s "../../../$name" "$ex/lib/$name"; done

# fill TEMPLATE TO conduit mode [UP NAME]: UP leads from the folder of a .pc file to the prefix. A file called gasnetgo-NAME has gasnetgo's version, others have that
# of the GASNet that the headers follow.
fill() {
	local text v=$release ld requires define=
	case ${6:-} in gasnetgo*) v=$version ;; esac
	if [ "$dir_name" = gasnet-ex ] && [ "$3" != - ]; then define=" -DGASNET_CONDUIT_${3^^}=1"; fi # GASNet-1 says SMP of all
	text=$(<"$from/$1")
	text=${text//@DEFINE@/$define}
	text=${text//@DIR@/$dir_name}
	text=${text//@TITLE@/$title}
	text=${text//@conduit@/$3}
	text=${text//@CONDUIT@/${3^^}}
	text=${text//@mode@/$4}
	text=${text//@MODE@/${4^^}}
	text=${text//@PREFIX@/$prefix}
	text=${text//@UP@/${5:-}}
	text=${text//@NAME@/${6:-}}
	text=${text//@CC@/$CC}
	text=${text//@CXX@/$CXX}
	text=${text//@GASNETGO@/$version}
	if [ "$3" = mpi ]; then ld=mpicc requires=$'GASNET_LD_REQUIRES_MPI=1\n'; else ld='${GASNET_CC}' requires=; fi
	text=${text//@LD@/$ld}
	text=${text//@REQUIRES@/$requires}
	text=${text//@RELEASE@/$release}
	printf '%s\n' "${text//@VERSION@/$v}" >"$2"
}

# library PREFIX NAME
library() {
	ln -s libgasnetgo_gasnet.ld "$1/lib/lib$2.so"
	ln -s libgasnetgo_gasnet.ld "$1/lib/lib$2.a"
}

# names PREFIX HEADERS CONDUIT...: all files of a prefix.
up=../../../../..
names() {
	local to=$1 headers=$2 c m dir
	shift 2
	for c in "$@"; do
		dir=$headers/$c-conduit
		mkdir "$dir"
		printf '/* Configure scripts search for this header of a conduit. */\n#include "../%s"\n' "$header" >"$dir/gasnet_core.h"
		for m in seq parsync par; do
			fill conduit.mak.in "$dir/$c-$m.mak" "$c" $m
			fill conduit.pc.in "$to/lib/pkgconfig/gasnet-$c-$m.pc" "$c" $m $up "gasnet-$c-$m"
			library "$to" "gasnet-$c-$m"
		done
		ln -s ../../../../bin/gasnetgo "$to/bin/gasnetrun_$c"
	done
	for m in seq par; do
		fill tools.mak.in "$headers/gasnet_tools-$m.mak" - $m
		fill tools.pc.in "$to/lib/pkgconfig/gasnet_tools-$m.pc" - $m $up "gasnet_tools-$m"
		library "$to" "gasnet_tools-$m"
	done
	for name in $tools; do ln -s ../../../../bin/gasnetgo "$to/bin/$name"; done
	for f in "$to"/bin/*run*; do ln -s ../../../../../../share/man/man1/gasnetgo-gasnetrun.1 "$to/share/man/man1/${f##*/}.1"; done
}
dir_name=gasnet-ex title="GASNet-EX 0.19" release=$release_ex header=gasnetex.h tools=
names "$ex" "$ex_headers" $conduits_ex
for f in "$ex_headers"/*-conduit/*.mak; do cat $from/ex.mak.in >>"$f"; done
dir_name=gasnet title="GASNet 1.8" release=$release_1 header=gasnet.h tools="gasnetrun amudprun"
names "$own" "$headers" $conduits_1
for m in seq par; do fill tools.pc.in "$BUILD/lib/pkgconfig/gasnetgo-gasnet_tools-$m.pc" - $m ../.. "gasnetgo-gasnet_tools-$m"; done
for m in seq parsync par; do fill conduit.pc.in "$BUILD/lib/pkgconfig/gasnetgo-gasnet-$m.pc" smp $m ../.. "gasnetgo-gasnet-$m"; done
printf '%s\n' "$now" >"$stamp"
