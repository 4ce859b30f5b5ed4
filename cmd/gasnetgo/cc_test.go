package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWrapper(t *testing.T) {
	const inc, lib = "-I/opt/g/include/gasnetgo/shmem", "-L/opt/g/lib -Wl,-rpath,/opt/g/lib -lgasnetgo-shmem -lm"
	for _, c := range []struct{ args, text, command string }{
		{"a.c -o a", "", "gcc -m64 a.c -o a " + inc + " " + lib},
		{"-c a.c", "", "gcc -m64 -c a.c " + inc},
		{"-E a.c", "", "gcc -m64 -E a.c " + inc},
		{"-MM a.c", "", "gcc -m64 -MM a.c " + inc},
		{"-MMD a.c", "", "gcc -m64 -MMD a.c " + inc + " " + lib},
		{"--version", "", "gcc -m64 --version " + inc},
		{"", "", "gcc -m64"},
		{"-show a.c", "gcc -m64 a.c " + inc + " " + lib, ""},
		{"-showme -c a.c", "gcc -m64 -c a.c " + inc, ""},
		{"-show", "gcc -m64 " + inc + " " + lib, ""},
		{"-showme:compile", inc, ""},
		{"--showme:link", lib, ""},
		{"-showlibs", lib, ""},
		{"-showme:command", "gcc -m64", ""},
		{"-showme:incdirs", "/opt/g/include/gasnetgo/shmem", ""},
		{"-showme:libdirs", "/opt/g/lib", ""},
		{"-showme:libs", "gasnetgo-shmem m", ""},
		{"-showme:version", "oshcc: gasnetgo " + Version, ""},
	} {
		a := wrap("oshcc", []string{"gcc", "-m64"}, layout{prefix: "/opt/g"}, strings.Fields(c.args))
		assert.Equal(t, c.text, strings.TrimSuffix(a.text, "\n"), c.args)
		assert.Equal(t, c.command, strings.Join(a.command, " "), c.args)
	}
	for _, args := range []string{"--help", "-showme:help", "-showme:what"} {
		assert.Contains(t, wrap("oshc++", []string{"c++"}, layout{prefix: "/"}, []string{args}).text, "usage: oshc++")
	}
	shown := wrap("oshcc", []string{"cc"}, layout{prefix: "/opt/g"}, []string{"-show", "-c", `-DX="a b"`}).text
	assert.Equal(t, "cc -c '-DX=\"a b\"' "+inc+"\n", shown, "a shell can read it back")
}

func TestFortranWrapper(t *testing.T) {
	const inc = "-I/opt/g/include/gasnetgo/shmem -I/opt/g/lib/gasnetgo/fortran/"
	const lib = " -L/opt/g/lib -Wl,-rpath,/opt/g/lib"
	for _, c := range []struct{ args, text string }{
		{"-show a.f90", "fc a.f90 " + inc + "4 -fcray-pointer" + lib + " -lgasnetgo-shmem -lm"},
		{"-show -c a.f90", "fc -c a.f90 " + inc + "4 -fcray-pointer"},
		{"-show -fdefault-integer-8 a.f90", "fc -fdefault-integer-8 a.f90 " + inc + "8 -fcray-pointer" + lib + " -lgasnetgo-fortran8 -lgasnetgo-shmem -lm"},
		{"-i8 -showme:libs", "gasnetgo-fortran8 gasnetgo-shmem m"},
		{"-showme:compile", inc + "4 -fcray-pointer"},
	} {
		f, err := newFortran([]string{"/bin/false"}, strings.Fields(c.args))
		require.NoError(t, err)
		f.old = []string{"-fcray-pointer"}
		assert.Equal(t, c.text+"\n", wrap("oshfort", []string{"fc"}, layout{prefix: "/opt/g", fortran: f}, strings.Fields(c.args)).text, c.args)
	}
	_, err := newFortran([]string{"/bin/false"}, []string{"-fno-underscoring", "a.f"})
	assert.ErrorContains(t, err, "shmem_put8 is C's function")
	assert.Empty(t, oldFlags("ifort (IFORT) 2021.6.0"))
	assert.Equal(t, []string{"-fcray-pointer"}, oldFlags("GNU Fortran (GCC) 9.4.0"))
	assert.Equal(t, []string{"-fcray-pointer", "-fallow-argument-mismatch", "-fallow-invalid-boz"}, oldFlags("GNU Fortran (Debian 12.2.0-14+deb12u1) 12.2.0"))
	assert.Contains(t, wrapperHelp("oshfort"), "$SHMEM_FC")
}

func TestWhichCompiler(t *testing.T) {
	env := func(pairs ...string) func(string) (string, bool) {
		return func(name string) (string, bool) {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1], true
				}
			}
			return "", false
		}
	}
	wrapper := func(word string) bool { return word == "oshcc" || word == "/opt/bin/shmemcc" }
	for _, c := range []struct {
		l    language
		env  []string
		want choice
	}{
		{languageC(), nil, choice{[]string{"cc"}, ""}},
		{languageC(), []string{"CC", "ccache gcc"}, choice{[]string{"ccache", "gcc"}, "CC"}},
		{languageC(), []string{"CC", "gcc", "SHMEM_CC", "tcc"}, choice{[]string{"tcc"}, "SHMEM_CC"}},
		{languageCXX(), []string{"CC", "gcc", "CXX", " "}, choice{[]string{"c++"}, ""}},
		// A wrapper is never the compiler behind itself.
		{languageC(), []string{"CC", "oshcc"}, choice{[]string{"cc"}, ""}},
		{languageC(), []string{"CC", "ccache /opt/bin/shmemcc -m64"}, choice{[]string{"cc"}, ""}},
		{languageC(), []string{"SHMEM_CC", "oshcc", "CC", "gcc"}, choice{[]string{"gcc"}, "CC"}},
		{languageCXX(), []string{"CXX", "oshcc"}, choice{[]string{"c++"}, ""}},
	} {
		assert.Equal(t, c.want, c.l.choose(env(c.env...), wrapper), "%v", c.env)
	}
}

func TestIsWrapper(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	t.Setenv("PATH", dir+"/first:"+dir+"/second")
	require.NoError(t, os.MkdirAll(dir+"/first", 0o755))
	require.NoError(t, os.MkdirAll(dir+"/second", 0o755))
	require.NoError(t, os.Symlink(self, dir+"/first/oshcc"))
	require.NoError(t, os.Symlink("oshcc", dir+"/first/other"))
	require.NoError(t, os.WriteFile(dir+"/first/tcc", []byte("#!/bin/sh\n"), 0o755))
	require.NoError(t, os.WriteFile(dir+"/first/cached", []byte("#!/bin/sh\n"), 0o755)) // as ccache stands under a compiler's name
	require.NoError(t, os.Symlink(self, dir+"/second/cached"))
	text, err := os.ReadFile(self)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(dir+"/second/copy", text, 0o755))
	for word, want := range map[string]bool{"oshcc": true, "other": true, dir + "/first/../first/oshcc": true, "cached": true, "copy": true,
		"tcc": false, "nothing": false, "-oshcc": false, "A=oshcc": false, dir: false} {
		assert.Equal(t, want, isWrapper(word), word)
	}
}

func TestChainOfWrappers(t *testing.T) {
	script := choice{[]string{"./mycc", "-m64"}, "CC"}
	env, err := script.mark("oshcc", languageC(), []string{"A=b"})
	require.NoError(t, err)
	require.Equal(t, []string{"A=b", marker + "=./mycc -m64"}, env)
	env, err = choice{[]string{"cc"}, ""}.mark("oshcc", languageC(), env)
	require.NoError(t, err, "a chain that goes on to another compiler ends")
	require.Equal(t, []string{"A=b", marker + "=./mycc -m64\ncc"}, env)
	_, err = script.mark("oshcc", languageC(), env)
	require.EqualError(t, err, "oshcc: the compiler ./mycc -m64 (CC) runs oshcc again, which would never end; set SHMEM_CC to a compiler that does not")
}
