#!/bin/bash
# Builds the sources in two folders with names of different length, each with an empty Go cache, and compares what was built, byte for byte. Only GASNet's fragments
# (.mak), which name the build folder, may differ. It takes twice as long as a first build.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'chmod -R u+w "$work" && rm -rf "$work"' EXIT
files=$(git ls-files --cached --others --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print)
for name in a another-folder; do
	mkdir -p "$work/$name"
	tar -cf - -T - <<<"$files" | tar -C "$work/$name" -xf -
	echo "reproducible: $work/$name"
	(cd "$work/$name" && BUILD=build GOCACHE=$work/cache-$name scripts/build.sh && BUILD=build GOCACHE=$work/cache-$name scripts/debug.sh)
done
sums() { (cd "$work/$1/build" && find bin lib libexec share include python -type f ! -name '*.mak' -print0 | sort -z | xargs -0 sha256sum); }
diff <(sums a) <(sums another-folder) || { echo "reproducible: these files differ" >&2; exit 1; }
echo "reproducible: $(sums a | wc -l) files are the same"
