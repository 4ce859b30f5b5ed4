package packaging

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fortranSymbols are the names under which compilers call the routines of the Fortran interface, their twins, and the names for INTEGERs of 8 bytes.
func fortranSymbols(t *testing.T) map[string]bool {
	text, err := os.ReadFile("apis/zshmem_fortran.h")
	require.NoError(t, err)
	set := make(map[string]bool)
	for _, m := range regexp.MustCompile(`(?m)^(ROUTINE|PLAIN)\((\w+), (\w+)\)$`).FindAllStringSubmatch(string(text), -1) {
		set[m[2]+"_"], set["p"+m[2]+"_"], set[m[3]], set["P"+m[3]], set[m[2]+"_i8_"] = true, true, true, true, true
		if m[1] == "ROUTINE" {
			set[m[2]+"__"], set["p"+m[2]+"__"] = true, true
		}
	}
	require.Greater(t, len(set), 1000)
	return set
}

// fortranProgram checks that the module and the routines agree on the size of an INTEGER.
const fortranProgram = `program prog
  use shmem
  implicit none
  integer, save :: from(2) = 0, mine(2)
  integer :: me, n
  call start_pes(0)
  me = my_pe()
  n = num_pes()
  mine = -me - 1
  call shmem_integer_put(from, mine, 2, mod(me + 1, n))
  call shmem_barrier_all()
  if (any(from /= -mod(me + n - 1, n) - 1)) call shmem_global_exit(1)
  if (me == 0) print '(i0, a, i0)', n, ' ranks, INTEGERs of ', bit_size(n)
end program
`

// Fortran programs are built by the wrapper, with pkg-config and with CMake, for both sizes of INTEGER, and with the old include files.
func TestFortran(t *testing.T) {
	need(t, "gfortran")
	prefix := installed(t, "usual")
	bin := filepath.Join(prefix, "bin")
	source := func(t *testing.T) string {
		dir := client(t, "", map[string]string{"prog.f90": fortranProgram})
		return dir
	}
	runs := func(t *testing.T, dir, bits string) {
		t.Helper()
		require.Equal(t, "3 ranks, INTEGERs of "+bits+"\n", do(t, dir, nil, filepath.Join(bin, "oshrun"), "-n", "3", "./prog"))
	}
	wrappers, cmakeTargets := []string{"oshfort"}, map[string]string{"32": "shmem_fortran"}
	if wide() { // each compilation reads the whole module
		wrappers, cmakeTargets = append(wrappers, "gasnetgo-oshfort"), map[string]string{"32": "shmem_fortran", "64": "shmem_fortran8"}
	}
	for _, wrapper := range wrappers {
		for bits, flag := range map[string]string{"32": "-O1", "64": "-fdefault-integer-8"} {
			t.Run(wrapper+flag, func(t *testing.T) {
				dir := source(t)
				do(t, dir, nil, filepath.Join(bin, wrapper), flag, "-o", "prog", "prog.f90")
				runs(t, dir, bits)
			})
		}
	}
	t.Run("underscores", func(t *testing.T) {
		dir := source(t)
		do(t, dir, nil, filepath.Join(bin, "oshfort"), "-fsecond-underscore", "-o", "prog", "prog.f90")
		runs(t, dir, "32")
	})
	t.Run("include files", func(t *testing.T) {
		for _, name := range []string{"shmem.fh", "mpp/shmem.fh"} {
			dir := source(t)
			text := strings.Replace(fortranProgram, "  use shmem\n  implicit none\n", "  implicit none\n  include '"+name+"'\n  integer :: my_pe, num_pes\n", 1)
			require.NoError(t, os.WriteFile(filepath.Join(dir, "prog.f90"), []byte(text), 0o644))
			do(t, dir, nil, filepath.Join(bin, "oshfort"), "-o", "prog", "prog.f90")
			runs(t, dir, "32")
			text = "      " + strings.ReplaceAll(text, "\n", "\n      ") // fixed form
			require.NoError(t, os.WriteFile(filepath.Join(dir, "prog.f"), []byte(text), 0o644))
			do(t, dir, nil, filepath.Join(bin, "oshfort"), "-ffixed-line-length-none", "-o", "prog", "prog.f")
			runs(t, dir, "32")
		}
	})
	t.Run("own module", func(t *testing.T) { // as with another compiler than the build's
		dir := source(t)
		do(t, dir, nil, "sh", "-c", "gfortran -fsyntax-only -I"+prefix+"/include/gasnetgo/shmem "+prefix+"/include/gasnetgo/shmem/shmem/zmodule.f90 && gfortran -o prog prog.f90 -L"+
			prefix+"/lib -Wl,-rpath,"+prefix+"/lib -lgasnetgo-shmem")
		runs(t, dir, "32")
	})
	t.Run("pkg-config", func(t *testing.T) {
		need(t, "pkg-config")
		dir := source(t)
		do(t, dir, []string{pkgConfigPath(prefix)}, "sh", "-c", `eval "gfortran -o prog prog.f90 $(pkg-config --cflags --libs gasnetgo-shmem-fortran)"`)
		runs(t, dir, "32")
	})
	t.Run("cmake", func(t *testing.T) {
		need(t, "cmake")
		need(t, "make")
		for bits, target := range cmakeTargets {
			dir := source(t)
			lists := "cmake_minimum_required(VERSION 3.13)\nproject(prog Fortran)\nfind_package(gasnetgo 0.1 REQUIRED)\nadd_executable(prog prog.f90)\n" +
				"target_link_libraries(prog gasnetgo::" + target + ")\n"
			if bits == "64" {
				lists += "target_compile_options(prog PRIVATE -fdefault-integer-8)\n"
			}
			require.NoError(t, os.WriteFile(filepath.Join(dir, "CMakeLists.txt"), []byte(lists), 0o644))
			do(t, dir, nil, "cmake", "-G", "Unix Makefiles", "-DCMAKE_PREFIX_PATH="+prefix, "-DCMAKE_Fortran_COMPILER=gfortran", ".")
			do(t, dir, nil, "cmake", "--build", ".")
			runs(t, dir, bits)
		}
	})
	t.Run("sizes of INTEGER disagree", func(t *testing.T) {
		dir := client(t, "", map[string]string{"prog.f90": fortranProgram, "part_with_a_long_name.f": "      subroutine part\n      include 'mpp/shmem.fh'\n      end\n"})
		oshfort := filepath.Join(bin, "oshfort")
		const part, wide = "part_with_a_long_name", "-fdefault-integer-8"
		do(t, dir, nil, "sh", "-c", strings.NewReplacer("F", oshfort, "W", wide, "P", part).Replace(
			`F -c prog.f90 P.f && F W -c prog.f90 -o prog8.o && F W -c P.f -o P8.o && ar rcs lib.a P.o && ar rcs lib8.a P8.o && ld -r -o both.o P.o prog8.o`))
		for _, c := range []struct{ args, part, has, want string }{
			{"prog8.o", "prog8.o", "INTEGERs of 8 bytes", "4"},
			{wide + " prog.o", "prog.o", "INTEGERs of 4 bytes", "8"},
			{"prog.o " + part + "8.o", part + "8.o", "INTEGERs of 8 bytes", "4"},
			{wide + " prog8.o lib.a", "lib.a(" + part + ".o)", "INTEGERs of 4 bytes", "8"},
			{"prog.o lib8.a", "lib8.a(" + part + "8.o)", "INTEGERs of 8 bytes", "4"},
			{"prog.o -L. -l8", "lib8.a(" + part + "8.o)", "INTEGERs of 8 bytes", "4"},
			{wide + " both.o", "both.o", "INTEGERs of 4 and of 8 bytes", "8"},
		} {
			out := do(t, dir, nil, "sh", "-c", oshfort+" -o prog "+c.args+" 2>&1; test $? -eq 2")
			require.Equal(t, "oshfort: "+c.part+": compiled with "+c.has+", but the program is linked for INTEGERs of "+c.want+
				" bytes; give the same flag (-fdefault-integer-8, or none) when compiling all files and when linking\n", out, c.args)
		}
		for bits, args := range map[string]string{"32": "prog.o " + part + ".o lib.a", "64": wide + " prog8.o " + part + "8.o lib8.a"} {
			do(t, dir, nil, "sh", "-c", oshfort+" -o prog "+args)
			runs(t, dir, bits)
		}
	})
	t.Run("refused", func(t *testing.T) {
		dir := source(t)
		out := do(t, dir, nil, "sh", "-c", filepath.Join(bin, "oshfort")+" -fno-underscoring prog.f90 2>&1; test $? -eq 2")
		require.Contains(t, out, "shmem_put8 is C's function")
	})
}
