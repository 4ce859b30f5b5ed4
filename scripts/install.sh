#!/bin/bash
# Copies $BUILD to $DESTDIR$PREFIX. The libraries go to $LIBDIR there: lib, lib64, lib/x86_64-linux-gnu. $LIBDIR/gasnetgo/manifest then lists the files of
# gasnetgo, and with a slash at the end the folders that this script has made. The installation can be moved: tools find files relative to themselves, .pc and
# .cmake files are relative. Only copies of GASNet's fragments, which clients make, contain the prefix.
#
# Besides names that contain gasnetgo it installs those that users type and include: oshcc, oshrun, shmem.h, gasnet.h, portals3.h, -larmci. ALIASES=none leaves these out, ALIASES=all
# adds those that build systems search for, such as lib/libsma.so and include/smp-conduit. It replaces no file of another package: docs/adr/0015-names-in-a-prefix.md.
# DEBUG=1 installs the debug symbols, too, which scripts/debug.sh makes.
set -euo pipefail
cd "$(dirname "$0")/.."

BUILD=$(realpath "${BUILD:-build}")
PREFIX=${PREFIX:-/usr/local}
to=${DESTDIR:-}$PREFIX
fail() { echo "install: $*" >&2; exit 1; }
export LC_ALL=C

LIBDIR=${LIBDIR:-lib}
LIBDIR=${LIBDIR#"${PREFIX%/}/"} # as configure scripts take it
LIBDIR=${LIBDIR%/}
case /$LIBDIR/ in
*//* | */../* | */./*) fail "LIBDIR=$LIBDIR: a folder in PREFIX, such as lib64 or lib/x86_64-linux-gnu" ;;
esac
manifest=$LIBDIR/gasnetgo/manifest
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# placed: the names of the build folder on its input become those of the installation.
placed() { sed "s|^lib/|$LIBDIR/|"; }

# usual NAME: whether every installation has it: headers at the top of include/, and what the APIs' tables say.
usual() {
	local pattern
	case $1 in include/*/*) ;; include/*.h) return 0 ;; esac
	set -f
	for pattern in ${api_usual[*]}; do
		# shellcheck disable=SC2053 # a pattern
		[[ $1 == $pattern ]] && break
		pattern=
	done
	set +f
	[ "$pattern" ]
}

touch "$work/aliases" "$work/before"
aliases=${ALIASES:-usual}
case $aliases in
none) cp "$BUILD/.obj/aliases" "$work/aliases" ;;
usual)
	. packaging/apis/zapis.sh
	while IFS= read -r f; do usual "$f" || echo "$f"; done <"$BUILD/.obj/aliases" >"$work/aliases"
	;;
all) ;;
*) fail "ALIASES=$ALIASES: none, usual or all" ;;
esac
debug() { if [ "${DEBUG:-0}" = 0 ]; then grep -v '^lib/debug/'; else cat; fi; }
(cd "$BUILD" && find bin include lib libexec share ! -type d) | debug | sort | comm -23 - "$work/aliases" >"$work/files"
(cd "$BUILD/python" && find . -path ./tests -prune -o -type f \( -name '*.py' -o -name py.typed -o -name pyproject.toml \) -printf '%P\n') >"$work/modules"
sed "s|^|$LIBDIR/gasnetgo/python/|" "$work/modules" >"$work/python"

# Where this host's Python has a folder for modules in the prefix, a line in it leads to the package.
if command -v "${PYTHON:=python3}" >/dev/null; then
	"$PYTHON" - "$PREFIX" >"$work/pth" <<-'END'
		import os, site, sys
		prefix = os.path.realpath(sys.argv[1])
		folders = [os.path.relpath(os.path.realpath(f), prefix) for f in getattr(site, "getsitepackages", list)()]
		print(*[f + "/gasnetgo.pth" for f in folders if f.startswith("lib")][:1], sep="\n")
	END
	sed '/^$/d' "$work/pth" >>"$work/python"
fi
placed <"$work/files" | sort - "$work/python" <(echo "$manifest") >"$work/now"
placed <"$BUILD/.obj/aliases" | sort >"$work/shared"

# An earlier installation may have had another LIBDIR. A file of the same name that is not from it belongs to another package.
. scripts/manifest.sh
earlier=$(manifest_in "$to")
[ "$earlier" ] || [ ! -e "$to/$LIBDIR/libgasnetgo.so.1" ] || fail "$to has a gasnetgo without $manifest, of an older version: remove it first"
[ ! "$earlier" ] || cp "$to/$earlier" "$work/before"
grep -v '/$' "$work/before" | sort >"$work/old" || true
comm -12 "$work/now" "$work/shared" | comm -23 - "$work/old" | while IFS= read -r f; do
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

# The files as they will be, in $work/tree.
mkdir -p "$work/tree/lib/gasnetgo/python"
tar -C "$BUILD" -cf - -T "$work/files" | tar -C "$work/tree" --no-same-owner -xpf -
tar -C "$BUILD/python" -cf - -T "$work/modules" | tar -C "$work/tree/lib/gasnetgo/python" --no-same-owner -xpf -
for name in gasnet gasnet-ex; do
	own=$(realpath -ms "$PREFIX")/lib/gasnetgo/$name
	find "$work/tree/include/gasnetgo/$name/" -name '*.mak' -type f -exec sed -i "s|^GASNET_INSTALLED = .*|GASNET_INSTALLED = ${own//&/\\&}|" {} +
done
if [ "$LIBDIR" != lib ]; then scripts/libdir.sh "$work/tree" "$LIBDIR"; fi
sed -n 's|/gasnetgo\.pth$||p' "$work/python" | while IFS= read -r dir; do
	mkdir -p "$work/tree/$dir"
	realpath -ms --relative-to="$to/$dir" "$to/$LIBDIR/gasnetgo/python" >"$work/tree/$dir/gasnetgo.pth"
done

mkdir -p "$to/$LIBDIR/gasnetgo"
comm -23 "$work/old" "$work/now" | while IFS= read -r f; do rm -f "$to/$f"; done
tar -C "$work/tree" -cf - . | tar -C "$to" --no-same-owner --no-overwrite-dir --keep-directory-symlink -xpf -
if [ "$earlier" ] && [ "$earlier" != "$manifest" ]; then # folders that only another LIBDIR needed
	grep '/$' "$work/before" | sort -r | while IFS= read -r dir; do rmdir "$to/$dir" 2>/dev/null || true; done
fi
{ cat "$work/now" && sort -u "$work/made"; } >"$to/$manifest"

echo "installed to $to"
if [ "$aliases" != all ]; then
	echo "names that build systems search for, such as libsma.so and smp-conduit/smp-seq.mak: $PREFIX/$LIBDIR/gasnetgo/API/{bin,lib,include}; ALIASES=all puts them into $PREFIX as well"
fi
if [ "${DEBUG:-0}" != 0 ] && [ "$PREFIX" != /usr ]; then
	echo "debug symbols: gdb -iex 'set debug-file-directory $PREFIX/$LIBDIR/debug:/usr/lib/debug'"
fi
