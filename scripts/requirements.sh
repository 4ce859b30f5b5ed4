# Sourced by scripts/build.sh: says what a build lacks, one sentence for each thing, and ends it. GO and CC are set. What takes time is checked when a tool is another
# than at the last build: $BUILD/.obj/tools says which they were.

missing=()
lacks() { missing+=("$1"); }

[ "$(uname -s)" = Linux ] || lacks "this is $(uname -s): gasnetgo needs Linux, for its futexes and memory files"
case $(uname -m) in
x86_64 | aarch64) ;;
*) lacks "this is a processor of type $(uname -m): gasnetgo knows x86_64 and aarch64 (arm64)" ;;
esac
((BASH_VERSINFO[0] >= 4)) || lacks "this bash is $BASH_VERSION; 4 or later is needed"

# tool NAME PACKAGE [what for]
tool() { command -v "${1%% *}" >/dev/null || lacks "$1: not found; it is in Debian's package $2"; }
tool cmp diffutils
tool find findutils
tool awk mawk
tool sha256sum coreutils
tool flock util-linux
tool "${NM:-nm}" binutils
tool ar binutils

compiler=
if command -v "${CC%% *}" >/dev/null; then
	compiler=$($CC --version 2>/dev/null | head -n 1 || true)
else
	lacks "$CC: not found; a C compiler is needed (Debian: apt install gcc libc6-dev)"
fi

# The version of Go that go.mod asks for. An older go fetches it, if it is Go 1.21 or later and has network: then go says the newer version here.
wanted=$(awk '$1 == "go" { print $2 }' go.mod)
compiled=
if ! command -v "${GO%% *}" >/dev/null; then
	lacks "$GO: not found; Go ${wanted%.*} or later is needed (https://go.dev/dl)"
elif ! compiled=$($GO env GOVERSION 2>"$BUILD/.obj/go.error"); then
	lacks "$GO: Go ${wanted%.*} or later is needed (https://go.dev/dl): $(head -n 1 "$BUILD/.obj/go.error")"
elif [[ $compiled == go[0-9]* ]] && [ "$(printf '%s\n' "${compiled#go}" "$wanted" | sort -V | head -n 1)" != "$wanted" ]; then
	lacks "$GO: this is $compiled; Go ${wanted%.*} or later is needed (https://go.dev/dl)"
fi

tools="$compiled, $CC: $compiler"
if [ ${#missing[@]} = 0 ] && [ "$(cat "$BUILD/.obj/tools" 2>/dev/null)" != "$tools" ]; then
	if ! echo 'int main(void) { return 0; }' | $CC -x c - -o "$BUILD/.obj/try" 2>"$BUILD/.obj/try.error"; then
		lacks "$CC cannot make a program; headers or a linker may be missing (Debian: apt install gcc libc6-dev): $(grep -m 1 . "$BUILD/.obj/try.error" || true)"
	elif ! printf '#include <stdlib.h>\n#ifndef __GLIBC__\n#error no\n#endif\n' | $CC -x c - -fsyntax-only 2>/dev/null; then
		lacks "$CC compiles for a C library other than glibc: gasnetgo needs glibc, since a library in Go cannot be loaded by musl, nor linked statically"
	elif ! echo 'int f(void) { return 0; }' | $CC -x c - -shared -fPIC -o "$BUILD/.obj/try" 2>"$BUILD/.obj/try.error"; then
		lacks "$CC cannot make a shared library: $(grep -m 1 . "$BUILD/.obj/try.error" || true)"
	else
		printf '%s\n' "$tools" >"$BUILD/.obj/tools"
	fi
	rm -f "$BUILD/.obj/try"
fi

if [ ${#missing[@]} != 0 ]; then
	printf 'build: %s\n' "${missing[@]}" >&2
	exit 1
fi
