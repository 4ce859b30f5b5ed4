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
	prefix := install(t, "usual")
	bin := filepath.Join(prefix, "bin")
	source := func(t *testing.T) string {
		dir := client(t, "", map[string]string{"prog.f90": fortranProgram})
		return dir
	}
	runs := func(t *testing.T, dir, bits string) {
		t.Helper()
		require.Equal(t, "3 ranks, INTEGERs of "+bits+"\n", do(t, dir, nil, filepath.Join(bin, "oshrun"), "-n", "3", "./prog"))
	}
	for _, wrapper := range []string{"oshfort", "gasnetgo-oshfort"} {
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
		for bits, target := range map[string]string{"32": "shmem_fortran", "64": "shmem_fortran8"} {
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
	t.Run("refused", func(t *testing.T) {
		dir := source(t)
		out := do(t, dir, nil, "sh", "-c", filepath.Join(bin, "oshfort")+" -fno-underscoring prog.f90 2>&1; test $? -eq 2")
		require.Contains(t, out, "shmem_put8 is C's function")
	})
}
