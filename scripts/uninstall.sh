#!/bin/bash
# Removes the files that scripts/install.sh has installed in $DESTDIR$PREFIX, by its manifest, and the folders that it has made, if they are empty then.
set -euo pipefail

PREFIX=${PREFIX:-/usr/local}
to=${DESTDIR:-}$PREFIX
manifest=$to/lib/gasnetgo/manifest
[ -e "$manifest" ] || { echo "uninstall: $manifest does not exist: nothing of gasnetgo is installed there" >&2; exit 1; }
list=$(<"$manifest")

rm -rf "$to/lib/gasnetgo/python/gasnetgo/__pycache__" # Python's cache of modules that it has imported from there
while IFS= read -r name; do
	case $name in */) ;; *) rm -f "$to/$name" ;; esac
done <<<"$list"
LC_ALL=C sort -r <<<"$list" | while IFS= read -r name; do # a folder after what is in it, the prefix itself last
	case $name in
	./) rmdir "$to" 2>/dev/null || true ;;
	*/) rmdir "$to/${name%/}" 2>/dev/null || true ;;
	esac
done
echo "removed gasnetgo from $to"
