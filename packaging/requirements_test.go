package packaging

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A build that cannot succeed says why in one sentence for each thing, and builds nothing.
func TestRequirements(t *testing.T) {
	tool := func(text string) string {
		name := filepath.Join(t.TempDir(), "tool")
		require.NoError(t, os.WriteFile(name, []byte("#!/bin/sh\n"+text+"\n"), 0o755))
		return name
	}
	oldGo := tool("echo go1.22.3")
	offline := tool("echo 'go: download go1.26.0 for linux/amd64: toolchain not available' >&2; exit 1")
	broken := tool(`[ "$1" != --version ] || exit 0; echo "ld: cannot find crt1.o" >&2; exit 1`)
	other := tool(`for a; do [ "$a" != -fsyntax-only ] || exit 1; done; exec cc "$@"`) // as a compiler for musl, which has no __GLIBC__
	for name, c := range map[string]struct {
		env  []string
		want string
	}{
		"nothing": {[]string{"GO=no-go", "CC=no-cc"}, "build: no-cc: not found; a C compiler is needed (Debian: apt install gcc libc6-dev)\n" +
			"build: no-go: not found; Go 1.26 or later is needed (https://go.dev/dl)\n"},
		"an old Go": {[]string{"GO=" + oldGo}, "build: " + oldGo + ": this is go1.22.3; Go 1.26 or later is needed (https://go.dev/dl)\n"},
		"an old Go without network": {[]string{"GO=" + offline}, "build: " + offline +
			": Go 1.26 or later is needed (https://go.dev/dl): go: download go1.26.0 for linux/amd64: toolchain not available\n"},
		"a compiler without headers": {[]string{"CC=" + broken}, "build: " + broken +
			" cannot make a program; headers or a linker may be missing (Debian: apt install gcc libc6-dev): ld: cannot find crt1.o\n"},
		"another C library": {[]string{"CC=" + other}, "build: " + other +
			" compiles for a C library other than glibc: gasnetgo needs glibc, since a library in Go cannot be loaded by musl, nor linked statically\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.Command("scripts/build.sh")
			cmd.Dir, cmd.Env = "..", append(append(os.Environ(), "BUILD="+dir, "GO=go", "CC=cc"), c.env...)
			out, err := cmd.CombinedOutput()
			require.Error(t, err)
			require.Equal(t, c.want, string(out))
			require.NoFileExists(t, filepath.Join(dir, "bin", "gasnetgo"))
		})
	}
}
