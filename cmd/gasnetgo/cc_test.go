package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWrapper(t *testing.T) {
	const inc, lib = "-I/opt/g/include", "-L/opt/g/lib -Wl,-rpath,/opt/g/lib -lgasnetgo"
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
		{"-showme:incdirs", "/opt/g/include", ""},
		{"-showme:libdirs", "/opt/g/lib", ""},
		{"-showme:libs", "gasnetgo", ""},
		{"-showme:version", "oshcc: gasnetgo " + Version, ""},
	} {
		a := wrap("oshcc", []string{"gcc", "-m64"}, layout{"/opt/g"}, strings.Fields(c.args))
		assert.Equal(t, c.text, strings.TrimSuffix(a.text, "\n"), c.args)
		assert.Equal(t, c.command, strings.Join(a.command, " "), c.args)
	}
	for _, args := range []string{"--help", "-showme:help", "-showme:what"} {
		assert.Contains(t, wrap("oshc++", []string{"c++"}, layout{"/"}, []string{args}).text, "usage: oshc++")
	}
	shown := wrap("oshcc", []string{"cc"}, layout{"/opt/g"}, []string{"-show", "-c", `-DX="a b"`}).text
	assert.Equal(t, "cc -c '-DX=\"a b\"' "+inc+"\n", shown, "a shell can read it back")
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
	assert.Equal(t, []string{"cc"}, languageC().command(env()))
	assert.Equal(t, []string{"ccache", "gcc"}, languageC().command(env("CC", "ccache gcc")))
	assert.Equal(t, []string{"tcc"}, languageC().command(env("CC", "gcc", "SHMEM_CC", "tcc")))
	assert.Equal(t, []string{"c++"}, languageCXX().command(env("CC", "gcc", "CXX", " ")))
}

func TestOldFlags(t *testing.T) {
	for args, want := range map[string]string{
		"-np 4 prog -np 5":         "-n 4 prog -np 5",
		"--np 4 -- prog -np":       "-n 4 -- prog -np",
		"-q -np=4 prog":            "-q -n=4 prog",
		"--wdir -np -np 2 prog":    "--wdir -np -n 2 prog",
		"-x A=b --bind core -np 2": "-x A=b --bind core -n 2",
		"prog -np":                 "prog -np",
	} {
		assert.Equal(t, want, strings.Join(oldFlags(strings.Fields(args)), " "))
	}
}
