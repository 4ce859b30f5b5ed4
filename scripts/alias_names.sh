#!/bin/bash
# Links the names of $BUILD/lib/gasnetgo/API into $BUILD itself: bin/oshcc, lib/libsma.so, include/shmem.h and so on. $BUILD/.obj/aliases lists them;
# scripts/install.sh installs them only with ALIASES=all. scripts/build.sh calls it, after gasnet_names.sh; it does nothing if nothing has changed.
set -euo pipefail
cd "$(dirname "$0")/.."

BUILD=${BUILD:-build}
. packaging/apis/zapis.sh
stamp=$BUILD/.obj/alias_names
now=$(cat "$0" packaging/apis/zapis.sh "$BUILD"/.obj/{api,gasnet}_names | cksum)
if [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then exit; fi
rm -f "$stamp"

cd "$BUILD"
# The links of the last run, and the files that an older build had in their place.
if [ -e .obj/aliases ]; then xargs -d '\n' rm -f <.obj/aliases; else rm -rf include/[!g]* include/gasnet include/gasnet[-_.]* include/*-conduit lib/pkgconfig/{sh,os,sm,san,por,gasnet[-_]}*; fi

# Names that contain gasnetgo are in $BUILD already.
for api in $apis; do
	api=lib/gasnetgo/$api
	(cd "$api" && find -L bin include lib share -type f -not -name '*gasnetgo*' -printf "%p $api\n")
done | LC_ALL=C sort -u -k 1,1 >.obj/aliases.new

while read -r name api; do
	mkdir -p "${name%/*}"
	case $name in
	*.pc) sed 's|^prefix=.*|prefix=${pcfiledir}/../..|' "$api/$name" >"$name" ;;
	*) echo "$api/$name" "$name" ;;
	esac
done <.obj/aliases.new | while read -r to name; do ln -srfn "$to" "$name"; done
cut -d ' ' -f 1 .obj/aliases.new >.obj/aliases
rm .obj/aliases.new
cd - >/dev/null
printf '%s\n' "$now" >"$stamp"
