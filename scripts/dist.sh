#!/bin/bash
# Makes $BUILD/gasnetgo-VERSION.tar.gz: the sources of HEAD with the modules they need in vendor/, so that it builds without network. The same commit gives the same
# bytes.
set -euo pipefail
cd "$(dirname "$0")/.."

GO=${GO:-go}
BUILD=${BUILD:-build}
export LC_ALL=C
fail() { echo "dist: $*" >&2; exit 1; }
[ -e .git ] && command -v git >/dev/null || fail "this needs git and a checkout; a tarball that was made from one is complete already"
. scripts/version.sh
[ -z "$(git status --porcelain)" ] || echo "dist: changes that are not committed are left out" >&2

name=gasnetgo-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/$name" "$BUILD"
git archive HEAD | tar -x -C "$work/$name"
(cd "$work/$name" && GOFLAGS=-mod=mod $GO mod vendor)
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w --mtime="@$(git log -1 --format=%ct)" -cf - "$name" | gzip -9n >"$work/dist"
mv "$work/dist" "$BUILD/$name.tar.gz"
echo "dist: $BUILD/$name.tar.gz, $(stat -c %s "$BUILD/$name.tar.gz") bytes"
