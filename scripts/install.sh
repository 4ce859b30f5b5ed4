#!/bin/bash
# Copies $BUILD to $DESTDIR$PREFIX. lib/gasnetgo/manifest there then lists the files of gasnetgo, and with a slash at the end the folders that this script has
# made. The installation can be moved: tools find files relative to themselves, .pc and .cmake files are relative. Only copies of GASNet's fragments, which
# clients make, contain the prefix.
#
# Besides names that contain gasnetgo it installs those that users type and include: oshcc, oshrun, shmem.h, gasnet.h, portals3.h. ALIASES=none leaves these out, ALIASES=all
# adds those that build systems search for, such as lib/libsma.so and include/smp-conduit. It replaces no file of another package: docs/adr/0015-names-in-a-prefix.md.
set -euo pipefail
cd "$(dirname "$0")/.."

BUILD=$(realpath "${BUILD:-build}")
PREFIX=${PREFIX:-/usr/local}
to=${DESTDIR:-}$PREFIX
manifest=lib/gasnetgo/manifest
fail() { echo "install: $*" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

touch "$work/aliases" "$work/before"
aliases=${ALIASES:-usual}
case $aliases in
none) cp "$BUILD/.obj/aliases" "$work/aliases" ;;
usual) grep -Ev '^bin/osh|^include/([^/]*|(gasnet|shmem|mpp|portals)/.*)\.h$' "$BUILD/.obj/aliases" >"$work/aliases" ;;
all) ;;
*) fail "ALIASES=$ALIASES: none, usual or all" ;;
esac
(cd "$BUILD" && find bin include lib libexec ! -type d) | sort | comm -23 - "$work/aliases" >"$work/files"
(cd "$BUILD/python" && find gasnetgo -name '*.py') | sed 's|^|lib/gasnetgo/python/|' >"$work/python"
sort "$work/files" "$work/python" - <<<"$manifest" >"$work/now"

[ -e "$to/$manifest" ] || [ ! -e "$to/lib/libgasnetgo.so.1" ] || fail "$to has a gasnetgo without $manifest, of an older version: remove it first"

# A file of the same name that is not from an earlier installation of gasnetgo belongs to another package.
[ ! -e "$to/$manifest" ] || cp "$to/$manifest" "$work/before"
grep -v '/$' "$work/before" | sort >"$work/old" || true
comm -12 "$work/now" "$BUILD/.obj/aliases" | comm -23 - "$work/old" | while IFS= read -r f; do
	if [ -e "$to/$f" ] || [ -L "$to/$f" ]; then echo "$f"; fi
done >"$work/foreign"
[ ! -s "$work/foreign" ] || fail "ALIASES=$aliases: $to has files of another package: $(paste -sd ' ' "$work/foreign") (ALIASES=none leaves such names out)"

# Folders that this installation makes, and those that earlier ones have made.
sed 's|/[^/]*$||' "$work/now" | sort -u | while IFS= read -r dir; do
	while [ ! -d "$to/$dir" ]; do
		echo "$dir/"
		case $dir in */*) dir=${dir%/*} ;; *) break ;; esac
	done
done >"$work/made"
[ -d "$to" ] || echo ./ >>"$work/made"
grep '/$' "$work/before" >>"$work/made" || true

mkdir -p "$to/lib/gasnetgo/python"
comm -23 "$work/old" "$work/now" | while IFS= read -r f; do rm -f "$to/$f"; done
{ cat "$work/now" && sort -u "$work/made"; } >"$to/$manifest"
tar -C "$BUILD" -cf - -T "$work/files" | tar -C "$to" --no-same-owner -xpf -
tar -C "$BUILD/python" -cf - --exclude __pycache__ gasnetgo | tar -C "$to/lib/gasnetgo/python" --no-same-owner -xpf -
own=$(realpath -ms "$PREFIX")/lib/gasnetgo/gasnet
find "$to/include/gasnetgo/gasnet/" -name '*.mak' -type f -exec sed -i "s|^GASNET_INSTALLED = .*|GASNET_INSTALLED = ${own//&/\\&}|" {} +

echo "installed to $to"
if [ "$aliases" != all ]; then
	echo "names that build systems search for, such as libsma.so and smp-conduit/smp-seq.mak: $PREFIX/lib/gasnetgo/{shmem,gasnet,portals}/{bin,lib,include}; ALIASES=all puts them into $PREFIX as well"
fi
