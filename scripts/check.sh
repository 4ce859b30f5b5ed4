#!/bin/bash
# The checks before a commit. Runs all of them, and lists those that failed at the end.
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

# Versions of clang-format differ: only the project's version makes the check fail; the result of another one is a hint.
c_formatted() {
	local files
	files=$(scripts/c_files.sh | while IFS= read -r f; do clang-format "$f" | cmp -s - "$f" || echo "$f"; done)
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
	for s in scripts/*.sh packaging/debian/*.sh .ci/run; do bash -n "$s" || return 1; done
}

check formatting formatted
check vet $GO vet ./...
check staticcheck $GO tool staticcheck ./...
check "import rules" $GO test -count=1 ./internal/archtest
check "generated is current" $GO test -count=1 -run Current ./cmd/apigen
check headers headers
check scripts scripts
case $(clang-format --version 2>/dev/null) in
*" version 14."*) check "C formatting" c_formatted ;;
'') printf '  %-22s clang-format not found: skipped\n' "C formatting" ;;
*) c_formatted >/dev/null || printf '  %-22s this clang-format is not 14, and would change some files\n' "C formatting" ;;
esac
check modules $GO mod tidy -diff

[ ${#failed[@]} -eq 0 ] || { echo "check: ${#failed[@]} failed: ${failed[*]}" >&2; exit 1; }
