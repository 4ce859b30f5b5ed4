#!/bin/bash
# Copies $BUILD to $DESTDIR$PREFIX. Nothing in it need know where it lies: the tools look beside themselves, .pc and .cmake files are relative. Only copies of
# GASNet's fragments, which clients make, ask for the prefix.
set -euo pipefail
cd "$(dirname "$0")/.."

BUILD=${BUILD:-build}
to=${DESTDIR:-}${PREFIX:-/usr/local}

mkdir -p "$to"
for part in bin include lib libexec; do
	mkdir -p "$to/$part"
	cp -a "$BUILD/$part/." "$to/$part/"
done
prefix=$(realpath -ms "${PREFIX:-/usr/local}")
sed -i "s|^GASNET_INSTALLED = .*|GASNET_INSTALLED = ${prefix//&/\\&}|" "$to"/include/*-conduit/*.mak "$to"/include/gasnet_tools-*.mak
mkdir -p "$to/lib/gasnetgo"
cp -a "$BUILD/python" "$to/lib/gasnetgo/"
find "$to/lib/gasnetgo/python" -name __pycache__ -prune -exec rm -rf {} +
echo "installed to $to (Python: $to/lib/gasnetgo/python)"
