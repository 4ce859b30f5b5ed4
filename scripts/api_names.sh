#!/bin/bash
# Makes what belongs to one API alone, in $BUILD: a folder with its headers, a library with its names, and a prefix, lib/gasnetgo/API, for configure scripts that
# want to be told one. docs/adr/0008-a-library-for-each-api.md says why. scripts/build.sh calls it, after gasnet_names.sh; it does nothing if nothing has changed.
set -euo pipefail
cd "$(dirname "$0")/.."

. scripts/compilers.sh
BUILD=${BUILD:-build}
NM=${NM:-nm}
from=packaging/apis
library=$BUILD/lib/libgasnetgo.so.1
stamp=$BUILD/.obj/api_names
apis="shmem gasnet portals"

# The names at the top of include/ that an API's folder has, and the headings in capi/exports.map that its library has, with gasnetgo.h and its functions in each.
headers() {
	echo gasnetgo.h
	case $1 in
	shmem) cd "$BUILD/include" && ls -d shmem shmem*.h pshmem* mpp ;;
	gasnet) cd "$BUILD/include" && ls -d gasnet gasnet.h gasnet_* portable_* *-conduit ;;
	portals) cd "$BUILD/include" && ls -d portals portals3.h p3* cnos_mpi_os.h catamount ;;
	esac
}
exports() {
	case $1 in
	gasnet) echo gasnet gasnet_tools ;;
	*) echo "$1" ;;
	esac
}

now=$({ cat "$0" $from/* capi/exports.map && for a in $apis; do (headers "$a"); done; echo "$CC" && $NM -DS "$library" | awk '{ print $(NF-1), $NF }'; } | cksum)
if [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then exit; fi
rm -f "$stamp"

for a in $apis; do
	rm -rf "$BUILD/include/gasnetgo/$a" "$BUILD/lib/gasnetgo/$a"
	mkdir -p "$BUILD/include/gasnetgo/$a" "$BUILD/lib/gasnetgo/$a"
	for name in $(headers "$a"); do ln -s "../../$name" "$BUILD/include/gasnetgo/$a/$name"; done
	ln -s "../../../include/gasnetgo/$a" "$BUILD/lib/gasnetgo/$a/include"
	ln -s ../.. "$BUILD/lib/gasnetgo/$a/lib"
	ln -s ../../../bin "$BUILD/lib/gasnetgo/$a/bin"
done

# names API: what missing.c includes. A function is as weak, and a variable as long, as it is in the library.
names() {
	$NM -DS "$library" | awk -v want="gasnetgo $(exports "$1")" '
		BEGIN { n = split(want, w, " "); for (i = 1; i <= n; i++) wanted[w[i]] = 1 }
		FNR == NR && $1 == "/*" && $2 ~ /:$/ { on = wanted[substr($2, 1, length($2) - 1)]; common = $2 == "gasnetgo:" }
		FNR == NR { name = substr($1, 1, length($1) - 1); if (on && $1 ~ /;$/ && (!common || (name ~ /^gasnetgo_/ && name != "gasnetgo_sim_main"))) has[name] = 1; next }
		NF == 2 && $1 == "w" && $2 ~ /^gasnet/ { print "CLIENT(" $2 ")"; next }
		NF == 4 && $4 in has && $3 == "T" { print "FUNCTION(" $4 ")" }
		NF == 4 && $4 in has && $3 == "W" { print "WEAK(" $4 ")" }
		NF == 4 && $4 in has && $3 ~ /[BDR]/ { print "VARIABLE(" $4 ", 0x" $2 ")" }' capi/exports.map -
}

for a in $apis; do
	names "$a" >"$BUILD/.obj/names_$a.h"
	so=$BUILD/lib/libgasnetgo-$a.so.1
	$CC -shared -fPIC -O2 -Wall -Wextra -I"$BUILD/.obj" -DNAMES="\"names_$a.h\"" -o "$so.new" $from/missing.c \
		-Wl,-soname,"libgasnetgo-$a.so.1" -Wl,--filter,libgasnetgo.so.1 -Wl,-rpath,'$ORIGIN' -Wl,--enable-new-dtags -s
	mv -f "$so.new" "$so"
	ln -sfn "libgasnetgo-$a.so.1" "$BUILD/lib/libgasnetgo-$a.so"
done
for name in sma psma shmem oshmem; do ln -sfn libgasnetgo-shmem.so.1 "$BUILD/lib/lib$name.so"; done
ln -sfn libgasnetgo-portals.so.1 "$BUILD/lib/libportals.so"
printf '%s\n' "$now" >"$stamp"
