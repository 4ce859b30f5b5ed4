package ctests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A library that counts calls: it replaces functions of the API, by way of the profiling names and of RTLD_NEXT, and one of the C library.
const countingLibrary = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int calls;
int pshmem_my_pe(void);
int shmem_my_pe(void) { calls++; return pshmem_my_pe(); }
static void next(const char *name) { void (*real)(void) = (void (*)(void))dlsym(RTLD_NEXT, name); calls++; real(); }
void shmem_barrier_all(void) { next("shmem_barrier_all"); }
void shmem_finalize(void) {
	const char *set = getenv("LD_PRELOAD");
	printf("counted %d calls, %s\n", calls, set && strstr(set, "counting.so") ? "preloaded" : "not preloaded");
	next("shmem_finalize");
}
`

// countingAllocator serves the whole process, simulated or not.
const countingAllocator = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
static char room[1 << 26];
static unsigned long used;
void *malloc(unsigned long n) { return room + __atomic_fetch_add(&used, (n + 15) & ~15ul, __ATOMIC_SEQ_CST); }
void free(void *p) { (void)p; }
void *calloc(unsigned long n, unsigned long m) { return malloc(n * m); }
void *realloc(void *p, unsigned long n) { char *to = malloc(n); for (unsigned long i = 0; p && i < n && (char *)p + i < room + used; i++) to[i] = ((char *)p)[i]; return to; }
void *memalign(unsigned long a, unsigned long n) { return (void *)(((unsigned long)malloc(n + a) + a - 1) & -a); }
void *aligned_alloc(unsigned long a, unsigned long n) { return memalign(a, n); }
int posix_memalign(void **p, unsigned long a, unsigned long n) { *p = memalign(a, n); return 0; }
__attribute__((destructor)) static void tell(void) { if (used && write(2, "allocated\n", 10)) return; }
`

func sharedLibrary(t *testing.T, name, text string) string {
	dir := t.TempDir()
	source, library := filepath.Join(dir, name+".c"), filepath.Join(dir, name+".so")
	require.NoError(t, os.WriteFile(source, []byte(text), 0o666))
	out, err := exec.Command("cc", "-O1", "-fno-builtin", "-shared", "-fPIC", "-o", library, source).CombinedOutput()
	require.NoError(t, err, string(out))
	return library
}

// A preloaded library does the same live and on a simulated machine, where each rank has a copy.
func TestPreload(t *testing.T) {
	program := at.program.get(t, "shmem/gdb/stops.c", plain)
	counting := sharedLibrary(t, "counting", countingLibrary)
	live := []string{filepath.Join(at.build, "bin", "gasnetgo"), "run", "-n", "3", "--"}
	for name, command := range map[string][]string{"live": live, "simulated": simulated("xt3", 3)} {
		t.Run(name, func(t *testing.T) {
			o := job{command: command, env: []string{"LD_PRELOAD=" + counting}}.run(t, program)
			o.verdict(t)
			assert.Equal(t, 3, strings.Count(o.out, "counted 2 calls, preloaded\n"), "%s", o)
		})
	}
	t.Run("allocator", func(t *testing.T) {
		o := job{command: simulated("xt3", 3), env: []string{"LD_PRELOAD=" + sharedLibrary(t, "allocator", countingAllocator) + ":" + counting}}.run(t, program)
		o.verdict(t)
		assert.Equal(t, 3, strings.Count(o.out, "counted 2 calls, preloaded\n"), "%s", o)
		assert.Equal(t, 1, strings.Count(o.err, "allocated\n"), "%s", o)
	})
	t.Run("sanitizer", func(t *testing.T) {
		o := job{command: simulated("xt3", 3), env: []string{"LD_PRELOAD=/usr/lib/libasan.so.8"}}.run(t, program)
		assert.NotZero(t, o.status)
		assert.Contains(t, o.err, "LD_PRELOAD=/usr/lib/libasan.so.8: a sanitizer cannot serve many simulated ranks in one process")
	})
	t.Run("without path", func(t *testing.T) {
		o := job{command: simulated("xt3", 3), env: []string{"LD_PRELOAD=libm.so.6"}}.run(t, program)
		o.verdict(t)
		assert.Contains(t, o.err, "LD_PRELOAD=libm.so.6 has no path")
	})
}

// Python runs live only, and says so at once.
func TestPythonIsNotSimulated(t *testing.T) {
	dir := t.TempDir()
	script, link, other := filepath.Join(dir, "prog.py"), filepath.Join(dir, "interpreter"), filepath.Join(dir, "prog.sh")
	require.NoError(t, os.WriteFile(script, []byte("#!/usr/bin/env python3\nprint(1)\n"), 0o777))
	require.NoError(t, os.WriteFile(other, []byte("#!/bin/sh\necho python3\n"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "python3.13"), nil, 0o777))
	require.NoError(t, os.Symlink("python3.13", link))
	for _, program := range []string{script, link, filepath.Join(dir, "python3.13")} {
		o := job{command: simulated("ideal", 2)}.run(t, program)
		assert.NotZero(t, o.status)
		assert.Contains(t, o.err, "a Python program runs live only (gasnetgo run -n N python3 prog.py)")
	}
	o := job{command: simulated("ideal", 2)}.run(t, other)
	assert.Contains(t, o.err, "is a script; name the program that it starts")
}
