#!/bin/bash
# Makes the files by which build systems find GASNet, in $BUILD/lib/gasnetgo/gasnet: packaging/gasnet/README.md lists them. scripts/build.sh calls it; it does
# nothing if nothing has changed.
set -euo pipefail
cd "$(dirname "$0")/.."

. scripts/compilers.sh
BUILD=${BUILD:-build}

conduits="smp udp mpi ibv mxm psm ofi aries gemini pami shmem portals4 portals lapi sci elan dcmf gm vapi"
from=packaging/gasnet
stamp=$BUILD/.obj/gasnet_names

# The output depends on this script, the templates, the version and the compilers' names.
release=$(awk '/GASNET_RELEASE_VERSION_(MAJOR|MINOR|PATCH)/ { v = v sep $3; sep = "." } END { print v }' include/gasnet_config.h)
. scripts/version.sh
prefix=$(realpath "$BUILD") # scripts/install.sh writes another one
own=$BUILD/lib/gasnetgo/gasnet headers=$BUILD/include/gasnetgo/gasnet
now=$(cat "$0" "$from"/* include/gasnet*.h include/gasnet/*.h | cksum)" $release $version $CC $CXX $prefix"
if [ -e "$BUILD/lib/libgasnetgo_client.a" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then exit; fi
rm -f "$stamp"

rm -f "$BUILD/.obj/alias_names" # it comes after this
rm -rf "$headers"/*-conduit "$headers"/gasnet_tools-*.mak "$own"/lib/libgasnet[-_]* "$own"/lib/pkgconfig/* "$own"/bin/*run* "$own"/share/man/man1/* "$BUILD"/lib/pkgconfig/gasnetgo-gasnet*

$CC -std=c99 -O2 -Wall -Wextra -fPIC -c -o "$BUILD/.obj/gasnet_client.o" $from/client.c
rm -f "$BUILD/lib/libgasnetgo_client.a"
# One object, since the library refers to symbols of all of it.
$CC -std=gnu11 -O2 -Wall -Wextra -fPIC -Iinclude -r -nostdlib -o "$BUILD/.obj/gasnet_trace.o" $from/trace*.c
ar rcsD "$BUILD/lib/libgasnetgo_client.a" "$BUILD/.obj/gasnet_client.o" "$BUILD/.obj/gasnet_trace.o"
cp $from/libgasnetgo_gasnet.ld "$BUILD/lib/"
for name in libgasnetgo_client.a libgasnetgo_gasnet.ld; do ln -sfn "../../../$name" "$own/lib/$name"; done

# fill TEMPLATE TO conduit mode [UP NAME]: UP leads from the folder of a .pc file to the prefix. A file called gasnetgo-NAME has gasnetgo's version, others have that
# of the GASNet that the headers follow.
fill() {
	local text v=$release ld requires
	case ${6:-} in gasnetgo*) v=$version ;; esac
	text=$(<"$from/$1")
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

library() {
	ln -s libgasnetgo_gasnet.ld "$own/lib/lib$1.so"
	ln -s libgasnetgo_gasnet.ld "$own/lib/lib$1.a"
}

up=../../../../..
for c in $conduits; do
	dir=$headers/$c-conduit
	mkdir "$dir"
	printf '/* Configure scripts search for this header of a conduit. */\n#include "../gasnet.h"\n' >"$dir/gasnet_core.h"
	for m in seq parsync par; do
		fill conduit.mak.in "$dir/$c-$m.mak" "$c" $m
		fill conduit.pc.in "$own/lib/pkgconfig/gasnet-$c-$m.pc" "$c" $m $up "gasnet-$c-$m"
		library "gasnet-$c-$m"
	done
done
for c in $conduits; do ln -s ../../../../bin/gasnetgo "$own/bin/gasnetrun_$c"; done
for name in gasnetrun amudprun; do ln -s ../../../../bin/gasnetgo "$own/bin/$name"; done
for f in "$own"/bin/*run*; do ln -s ../../../../../../share/man/man1/gasnetgo-gasnetrun.1 "$own/share/man/man1/${f##*/}.1"; done
for m in seq par; do
	fill tools.mak.in "$headers/gasnet_tools-$m.mak" - $m
	fill tools.pc.in "$own/lib/pkgconfig/gasnet_tools-$m.pc" - $m $up "gasnet_tools-$m"
	fill tools.pc.in "$BUILD/lib/pkgconfig/gasnetgo-gasnet_tools-$m.pc" - $m ../.. "gasnetgo-gasnet_tools-$m"
	library "gasnet_tools-$m"
done
for m in seq parsync par; do fill conduit.pc.in "$BUILD/lib/pkgconfig/gasnetgo-gasnet-$m.pc" smp $m ../.. "gasnetgo-gasnet-$m"; done
printf '%s\n' "$now" >"$stamp"
