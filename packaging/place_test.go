package packaging

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// installWith runs scripts/install.sh with variables.
func installWith(t *testing.T, prefix string, env ...string) (string, error) {
	cmd := exec.Command("scripts/install.sh")
	cmd.Dir = ".."
	cmd.Env = append(append(os.Environ(), "BUILD="+build(t), "DESTDIR=", "PREFIX="+prefix, "ALIASES=usual", "DEBUG=0", "LIBDIR=lib"), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Installing again with another folder of libraries moves the installation; removing it needs no word about the folder.
func TestLibdirChanges(t *testing.T) {
	wideOnly(t)
	prefix := filepath.Join(t.TempDir(), "prefix")
	for _, libdir := range []string{"lib/x86_64-linux-gnu", prefix + "/lib64/", "lib"} {
		out, err := installWith(t, prefix, "LIBDIR="+libdir)
		require.NoError(t, err, out)
		found, err := filepath.Glob(filepath.Join(prefix, "lib*", "libgasnetgo.so.1"))
		require.NoError(t, err)
		deeper, err := filepath.Glob(filepath.Join(prefix, "lib*", "*", "libgasnetgo.so.1"))
		require.NoError(t, err)
		want := filepath.Join(prefix, strings.TrimPrefix(libdir, prefix), "libgasnetgo.so.1")
		require.Equal(t, []string{want}, append(found, deeper...), "one installation")
	}
	out, err := script(t, "uninstall", prefix, "")
	require.NoError(t, err, out)
	require.NoDirExists(t, prefix)

	for _, wrong := range []string{"/usr/lib64", "../lib", "lib//x"} {
		out, err := installWith(t, prefix, "LIBDIR="+wrong)
		require.Error(t, err)
		require.Equal(t, "install: LIBDIR="+wrong+": a folder in PREFIX, such as lib64 or lib/x86_64-linux-gnu\n", out)
		require.NoDirExists(t, prefix)
	}
}

// A makefile of a GASNet client finds the libraries in another folder, also by a copy of the fragment elsewhere.
func TestLibdirOfFragments(t *testing.T) {
	wideOnly(t)
	need(t, "make")
	prefix := filepath.Join(t.TempDir(), "prefix")
	out, err := installWith(t, prefix, "LIBDIR=lib64")
	require.NoError(t, err, out)
	own := filepath.Join(prefix, "lib64", "gasnetgo", "gasnet")
	copied := filepath.Join(t.TempDir(), "include", "smp-conduit")
	require.NoError(t, os.MkdirAll(copied, 0o755))
	text, err := os.ReadFile(filepath.Join(own, "include", "smp-conduit", "smp-par.mak"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(copied, "smp-par.mak"), text, 0o644))
	for _, at := range []string{own, filepath.Dir(filepath.Dir(copied))} {
		dir := client(t, gasnetProgram, map[string]string{"Makefile": makefile})
		do(t, dir, nil, "make", "GASNET="+at, "CONDUIT=smp", "MODE=par")
		require.Equal(t, "3 ranks, all well\n", do(t, dir, nil, filepath.Join(own, "bin", "gasnetrun_smp"), "-n", "3", "./prog"))
	}
}

// Documents, pages of the manual and completions are installed. Every command has a page, and the documents' links lead somewhere.
func TestDocuments(t *testing.T) {
	prefix := installed(t, "usual")
	share := filepath.Join(prefix, "share")
	for _, name := range []string{"doc/gasnetgo/LICENSE", "doc/gasnetgo/examples/hello.c", "bash-completion/completions/gasnetgo", "zsh/site-functions/_gasnetgo",
		"fish/vendor_completions.d/gasnetgo.fish", "man/man1/gasnetgo.1", "man/man1/gasnetgo-run.1", "man/man1/oshcc.1", "man/man1/oshrun.1"} {
		require.FileExists(t, filepath.Join(share, name))
	}
	require.NoFileExists(t, filepath.Join(share, "man", "man1", "gasnetrun.1"))
	require.FileExists(t, filepath.Join(of(prefix, "gasnet"), "share", "man", "man1", "gasnetrun_smp.1"))

	commands := regexp.MustCompile(`(?m)^  ([a-z]+) +[A-Z]`)
	help := do(t, ".", nil, filepath.Join(prefix, "bin", "gasnetgo"), "--help")
	_, list, found := strings.Cut(help, "Available Commands:\n")
	require.True(t, found, help)
	list, _, _ = strings.Cut(list, "\n\n")
	for _, m := range commands.FindAllStringSubmatch(list, -1) {
		if m[1] != "help" {
			require.FileExists(t, filepath.Join(share, "man", "man1", "gasnetgo-"+m[1]+".1"))
		}
	}
	page, err := os.ReadFile(filepath.Join(share, "man", "man1", "gasnetgo-run.1"))
	require.NoError(t, err)
	require.Contains(t, string(page), `\fB--machine\fP`)
	require.Contains(t, string(page), `"" "gasnetgo 0.`, "no date")
	do(t, ".", nil, "bash", "-n", filepath.Join(share, "bash-completion", "completions", "gasnetgo"))

	link := regexp.MustCompile(`\]\(([^):#]+)(?:#[^)]*)?\)`)
	require.NoError(t, filepath.WalkDir(filepath.Join(share, "doc", "gasnetgo"), func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".md" {
			return err
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			_, err := os.Stat(filepath.Join(filepath.Dir(name), m[1]))
			require.NoError(t, err, "%s names %s", name, m[1])
		}
		return nil
	}))
}

// programs are the files of the build that the processor runs, with their content.
func programs(t *testing.T) map[string][]byte {
	out := map[string][]byte{}
	for _, dir := range []string{"bin", "lib", "libexec"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(build(t), dir), func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || strings.HasSuffix(name, ".debug") {
				return err
			}
			text, err := os.ReadFile(name)
			if bytes.HasPrefix(text, []byte(elf.ELFMAG)) || bytes.HasPrefix(text, []byte("!<arch>")) {
				out[name] = text
			}
			return err
		}))
	}
	require.Greater(t, len(out), 10)
	return out
}

// What is built does not contain the name of the folder it was built in, nor of a temporary one. scripts/reproducible.sh builds twice and compares.
func TestProgramsNameNoFolder(t *testing.T) {
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	for name, text := range programs(t) {
		for _, folder := range []string{root, build(t), "/go-build", "/go-link-"} {
			require.False(t, bytes.Contains(text, []byte(folder)), "%s contains %s", name, folder)
		}
	}
}

// The file with debug symbols has the build ID of the library, which has no symbols, and the same code.
func TestDebugSymbols(t *testing.T) {
	wideOnly(t)
	need(t, "objcopy")
	need(t, "readelf")
	dir := build(t)
	so := filepath.Join(dir, "lib", "libgasnetgo.so.1")
	before, err := os.ReadFile(so)
	require.NoError(t, err)
	do(t, "..", []string{"BUILD=" + dir}, "scripts/debug.sh")
	after, err := os.ReadFile(so)
	require.NoError(t, err)
	require.Equal(t, sha256.Sum256(before), sha256.Sum256(after), "the library stays as it is")

	library, err := elf.NewFile(bytes.NewReader(after))
	require.NoError(t, err)
	require.Nil(t, library.Section(".symtab"))
	require.Nil(t, library.Section(".debug_info"))
	note, err := library.Section(".note.gnu.build-id").Data()
	require.NoError(t, err)
	id := note[len(note)-20:]

	prefix := filepath.Join(t.TempDir(), "prefix")
	out, err := installWith(t, prefix, "DEBUG=1", "LIBDIR=lib64")
	require.NoError(t, err, out)
	found, err := filepath.Glob(prefix + "/lib64/debug/.build-id/*/*.debug")
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, hex.EncodeToString(id), filepath.Base(filepath.Dir(found[0]))+strings.TrimSuffix(filepath.Base(found[0]), ".debug"))
	symbols, err := elf.Open(found[0])
	require.NoError(t, err)
	defer symbols.Close()
	for _, s := range library.Sections {
		if s.Flags&elf.SHF_ALLOC != 0 {
			other := symbols.Section(s.Name)
			require.NotNil(t, other, s.Name)
			require.Equal(t, [2]uint64{s.Addr, s.Size}, [2]uint64{other.Addr, other.Size}, s.Name)
		}
	}
	list, err := symbols.Symbols()
	require.NoError(t, err)
	require.Greater(t, len(list), 1000)
	require.NotNil(t, symbols.Section(".debug_info"))
	out, err = script(t, "uninstall", prefix, "")
	require.NoError(t, err, out)
	require.NoDirExists(t, prefix)
}
