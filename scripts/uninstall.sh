#!/bin/bash
# Removes the files that scripts/install.sh has installed in $DESTDIR$PREFIX, by its manifest, and the folders that it has made, if they are empty then.
set -euo pipefail
cd "$(dirname "$0")/.."

PREFIX=${PREFIX:-/usr/local}
to=${DESTDIR:-}$PREFIX
. scripts/manifest.sh
manifest=$(manifest_in "$to")
[ "$manifest" ] || { echo "uninstall: $to has no libexec/gasnetgo/lib, nor lib/gasnetgo/manifest: nothing of gasnetgo is installed there" >&2; exit 1; }
list=$(<"$to/$manifest")

rm -rf "$to/${manifest%/*}/python/gasnetgo/__pycache__" # Python's cache of modules that it has imported from there
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
