#!/bin/bash
# Lists the C files that clang-format formats: not generated ones, nor the public headers, which are formatted by hand.
set -euo pipefail
cd "$(dirname "$0")/.."

git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.cc' |
	grep -Ev '(^|/)z[^/]*$|^include/' |
	while IFS= read -r f; do [ ! -f "$f" ] || echo "$f"; done
