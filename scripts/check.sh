#!/bin/bash
# What must hold before a commit. Goes through all of it and says at the end what failed.
set -uo pipefail
cd "$(dirname "$0")/.."

GO=${GO:-go}
CC=${CC:-cc}
failed=()

# check NAME COMMAND...
check() {
	local name=$1 out
	shift
	if out=$("$@" 2>&1); then
		printf '  %-22s ok\n' "$name"
	else
		printf '  %-22s FAILED\n%s\n' "$name" "$out"
		failed+=("$name")
	fi
}

formatted() {
	local files
	files=$(git ls-files -z --cached --others --exclude-standard '*.go' | xargs -0 gofmt -l)
	[ -z "$files" ] || { echo "run make fmt: "$files && false; }
}

headers() {
	local h std
	while IFS= read -r h; do
		for std in c99 c11 c++17; do
			local compiler=$CC lang=c
			if [[ $std = c++* ]]; then
				compiler=${CXX:-c++} lang=c++
				command -v "$compiler" >/dev/null || continue
			fi
			printf '#include "%s"\nint ga_not_empty;\n' "$h" | $compiler -x "$lang" -std="$std" -DGASNET_SEQ -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I. -Iinclude - || return 1
		done
	done < <(find include -name '*.h')
}

scripts() {
	local s
	for s in scripts/*.sh .ci/run; do bash -n "$s" || return 1; done
}

check formatting formatted
check vet $GO vet ./...
check staticcheck $GO tool staticcheck ./...
check "import rules" $GO test -count=1 ./internal/archtest
check "generated is current" $GO test -count=1 -run Current ./cmd/apigen
check headers headers
check scripts scripts
# Advice only: versions of clang-format differ from each other by more than we do from any of them.
if command -v clang-format >/dev/null; then
	differ=$(git ls-files 'capi/*.c' 'capi/*.h' 'bench/*.c' | grep -v '/z[^/]*$' | while IFS= read -r f; do clang-format "$f" | cmp -s - "$f" || echo "$f"; done | wc -l)
	printf '  %-22s would change %s files\n' clang-format "$differ"
else
	printf '  %-22s not found: skipped\n' clang-format
fi
check modules $GO mod tidy -diff

[ ${#failed[@]} -eq 0 ] || { echo "check: ${#failed[@]} failed: ${failed[*]}" >&2; exit 1; }
