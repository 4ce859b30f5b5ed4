#!/bin/bash
# Makes the files of each single API in $BUILD: a folder with its headers, a library with its names, and a prefix, lib/gasnetgo/API, with the names that other
# packages have as well. docs/adr/0008-a-library-for-each-api.md and docs/adr/0015-names-in-a-prefix.md give the reasons. scripts/build.sh calls it, before
# gasnet_names.sh; it does nothing if nothing has changed.
set -euo pipefail
cd "$(dirname "$0")/.."

. scripts/compilers.sh
BUILD=${BUILD:-build}
NM=${NM:-nm}
from=packaging/apis
library=$BUILD/lib/libgasnetgo.so.1
stamp=$BUILD/.obj/api_names
. packaging/apis/zapis.sh

# Each API also has gasnetgo.h and its functions.
headers() { echo gasnetgo.h && (cd include && ls -d ${api_headers[$1]}); }
page() { # page TOOL: its page of the manual
	case $1 in
	*cc) echo gasnetgo-oshcc ;;
	*fort) echo gasnetgo-oshfort ;;
	*run) echo gasnetgo-run ;;
	*info) echo gasnetgo-info ;;
	*) echo gasnetgo-oshc++ ;;
	esac
}
FC=${FC:-gfortran}
now=$({ cat "$0" $from/* packaging/pkgconfig/*.in include/shmem/*.f* capi/exports.map && for a in $apis; do headers "$a"; done; echo "$CC $(command -v "$FC" || true)" && $NM -DS "$library" | awk '{ print $(NF-1), $NF }'; } | cksum)
if [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then exit; fi
rm -f "$stamp" "$BUILD/.obj/gasnet_names" "$BUILD/.obj/alias_names" # they come after it

for a in $apis; do
	own=$BUILD/lib/gasnetgo/$a
	rm -rf "$BUILD/include/gasnetgo/$a" "$own"
	mkdir -p "$BUILD/include/gasnetgo/$a" "$own"/{bin,lib/pkgconfig,share/man/man1}
	for name in $(headers "$a"); do ln -s "../all/$name" "$BUILD/include/gasnetgo/$a/$name"; done
	ln -s "../../../include/gasnetgo/$a" "$own/include"
	for name in gasnetgo ${api_tools[$a]}; do ln -s ../../../../bin/gasnetgo "$own/bin/$name"; done
	for name in ${api_tools[$a]}; do ln -s "../../../../../../share/man/man1/$(page "$name").1" "$own/share/man/man1/$name.1"; done
	for name in libgasnetgo{,-$a}.so{,.1}; do ln -s "../../../$name" "$own/lib/$name"; done
	for name in ${api_libraries[$a]}; do ln -s "libgasnetgo-$a.so.1" "$own/lib/lib$name.so"; done
done

# pc TEMPLATE NAME TO UP VERSION API: UP leads from the folder of the file to the prefix. A file with gasnetgo in its name has gasnetgo's version. Under the names of
# other packages it is the version of the interface: gasnetgo has none of those packages' versions, and 0.1.0 would be an ancient one.
. scripts/version.sh
pc() {
	local api=${6:-}
	sed "s|@VERSION@|$5|; s|@GASNETGO@|$version|; s|@NAME@|$2|; s|@UP@|$4|; s|@API@|$api|; s|@TITLE@|${api:+${api_title[$api]}}|; s|@FIRST@|${first:-}|" \
		"packaging/pkgconfig/$1.pc.in" >"$BUILD/lib/$3/$2.pc"
}
pc gasnetgo gasnetgo pkgconfig ../.. "$version"
for a in $apis; do
	first=${api_pkgconfig[$a]%% *}
	[ "$first" ] || continue # packaging/gasnet has GASNet's
	pc api "gasnetgo-$a" pkgconfig ../.. "$version" "$a"
	for name in ${api_pkgconfig[$a]}; do
		if [ "$name" = "$first" ]; then template=api; else template=other; fi
		pc $template "$name" "gasnetgo/$a/lib/pkgconfig" ../../../../.. "${api_version[$a]}" "$a"
	done
done

# names API: the text that missing.c includes. A function has the binding, and a variable the size, that it has in the library.
names() {
	$NM -DS "$library" | awk -v want="job ${api_exports[$1]}" '
		BEGIN { n = split(want, w, " "); for (i = 1; i <= n; i++) wanted[w[i]] = 1 }
		FNR == NR && $1 == "/*" && $2 ~ /:$/ { on = wanted[substr($2, 1, length($2) - 1)]; common = $2 == "job:" }
		FNR == NR { name = substr($1, 1, length($1) - 1); if (on && $1 ~ /;$/ && (!common || (name ~ /^gasnetgo_/ && name != "gasnetgo_sim_main"))) has[name] = 1; next }
		NF == 2 && $1 == "w" && $2 ~ /^gasnet/ { print "CLIENT(" $2 ")"; next }
		NF == 4 && $4 in has && $3 == "T" { print "FUNCTION(" $4 ")" }
		NF == 4 && $4 in has && $3 == "W" { print "WEAK(" $4 ")" }
		NF == 4 && $4 in has && $3 ~ /[BDR]/ { print "VARIABLE(" $4 ", 0x" $2 ")" }' capi/exports.map -
}

# Fortran: the archive for INTEGERs of 8 bytes, the module for both sizes, if its compiler is here, and a file for pkg-config.
pc fortran gasnetgo-shmem-fortran pkgconfig ../.. "$version" shmem
$CC -c -o "$BUILD/.obj/fortran8.o" $from/fortran8.S
rm -f "$BUILD/lib/libgasnetgo-fortran8.a"
ar rcsD "$BUILD/lib/libgasnetgo-fortran8.a" "$BUILD/.obj/fortran8.o"
ln -sfn ../../../libgasnetgo-fortran8.a "$BUILD/lib/gasnetgo/shmem/lib/libgasnetgo-fortran8.a"
command -v "$FC" >/dev/null || echo "build: no $FC: left out the module shmem, which Fortran programs then compile themselves: docs/user/fortran.md"
for bytes in 4 8; do
	mods=$BUILD/lib/gasnetgo/fortran/$bytes
	mkdir -p "$mods"
	rm -f "$mods"/*.mod
	wide=
	if [ "$bytes" = 8 ]; then wide=-fdefault-integer-8; fi
	if command -v "$FC" >/dev/null; then "$FC" -fsyntax-only $wide -Iinclude -J "$mods" include/shmem/zmodule.f90; fi
done

for a in $apis; do
	names "$a" >"$BUILD/.obj/names_$a.h"
	so=$BUILD/lib/libgasnetgo-$a.so.1
	$CC -shared -fPIC -O2 -Wall -Wextra -I"$BUILD/.obj" -DNAMES="\"names_$a.h\"" -o "$so.new" $from/missing.c \
		-Wl,-soname,"libgasnetgo-$a.so.1" -Wl,--filter,libgasnetgo.so.1 -Wl,-rpath,'$ORIGIN' -Wl,--enable-new-dtags -s
	mv -f "$so.new" "$so"
	ln -sfn "libgasnetgo-$a.so.1" "$BUILD/lib/libgasnetgo-$a.so"
done
printf '%s\n' "$now" >"$stamp"
