#!/bin/bash
# The C files that clang-format has formatted: not those that are generated, nor the public headers, which are laid out by hand.
set -euo pipefail
cd "$(dirname "$0")/.."

git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.cc' |
	grep -Ev '(^|/)z[^/]*$|^include/' |
	while IFS= read -r f; do [ ! -f "$f" ] || echo "$f"; done
