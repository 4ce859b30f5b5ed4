package ctests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wideIntegers compiles a Fortran program with a default INTEGER of 8 bytes.
var wideIntegers = variant{"i8", []string{"-fdefault-integer-8"}}

// needFortran skips a test where no compiler for Fortran is installed.
func needFortran(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("gfortran"); err != nil {
		t.Skip("gfortran is not installed")
	}
}

// fortranPrograms are the programs in Fortran, for both sizes of INTEGER.
func fortranPrograms(t testing.TB) (all []program) {
	t.Helper()
	needFortran(t)
	for _, pattern := range []string{"fortran/*.F90", "fortran/*.f"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, source := range files {
			all = append(all, program{source: source, variants: []variant{plain, wideIntegers}, sizes: usual})
		}
	}
	return all
}

// compileFortran is the command for a Fortran program. The compiler is the wrapper's.
func compileFortran(source, to string, flags []string) *exec.Cmd {
	args := append([]string{"-O1", "-w", "-ffree-line-length-none", "-Ifortran"}, flags...)
	return exec.Command(filepath.Join(at.build, "bin", "gasnetgo-oshfort"), append(args, source, "-o", to)...)
}

// TestFortran runs the programs in Fortran live and on an XT3, where a job has the same results.
func TestFortran(t *testing.T) {
	all := fortranPrograms(t)
	at.program.all(all)
	for _, p := range all {
		for _, v := range p.variants {
			for _, world := range []string{"live", "xt3"} {
				for _, np := range p.sizes {
					name := fmt.Sprintf("%s%s/%s/np%d", p.name(), v.name, world, np)
					if usually := v.name == "" && np == []int{1, 4, 7}[turn(p.name()+world, 3)] || v.name == "i8" && np == 2; !usually && !runs("TestFortran", name) {
						continue
					}
					t.Run(name, func(t *testing.T) {
						t.Parallel()
						j := job{np: np}
						if world != "live" {
							j.command = simulated(world, np)
						}
						o := j.run(t, at.program.get(t, p.source, v))
						o.verdict(t)
						assert.NotContains(t, o.out, "FAILED")
					})
				}
			}
		}
	}
}

// TestFortranMistakes: a wrong call ends the job with one line that has the routine's name and the argument's.
func TestFortranMistakes(t *testing.T) {
	needFortran(t)
	for _, v := range []variant{plain, wideIntegers} {
		path := at.program.get(t, "testdata/fortran_mistakes.f90", v)
		for mode, line := range map[string]string{
			"early":       `shmem_put4: called before shmem_init`,
			"pe":          `shmem_put8: pe = 2: not in 0..1`,
			"negative pe": `shmem_integer_get: pe = -1: not in 0..1`,
			"wide pe":     `shmem_put4: pe = 2147483647: not in 0..1`,
			"nelems":      `shmem_real_put: dest = 0x\w+: .*`,
			"local":       `shmem_character_put_nbi: dest = 0x\w+: not symmetric.*`,
			"stride":      `shmem_iput4: dst = 0: .*`,
			"atomic":      `shmem_int8_add: dest = 0x\w+: not symmetric.*`,
			"cmp":         `shmem_wait_until: cmp = 9: not a comparison.*`,
			"set":         `shmem_broadcast4: PE_size = 3: .*`,
			"root":        `shmem_broadcast8: PE_root = 2: .*`,
			"length":      `shpalloc: length = 0: not greater than 0`,
			"free":        `shpdeallc: ptr = 0x\w+: not from this library's allocator: .*`,
			"move":        `shpclmove: ptr = 0x40: not from this library's allocator: .*`,
			"held":        `shmem_set_lock: lock = 0x\w+: this PE holds it already; locks are not recursive`,
			"not held":    `shmem_clear_lock: lock = 0x\w+: this PE does not hold it`,
			"no lock":     `shmem_set_lock: lock = 0x\w+: .*`,
			"unequal":     `shpalloc: size = \d+.*`,
		} {
			if v.name != "" && !slices.Contains([]string{"pe", "wide pe", "nelems", "held"}, mode) {
				continue
			}
			t.Run(mode+v.name, func(t *testing.T) {
				t.Parallel()
				o := job{np: 2, args: []string{mode}}.run(t, path)
				assert.NotZero(t, o.status, "%v", o)
				assert.NotContains(t, o.out, "came back")
				assert.Regexp(t, regexp.MustCompile(`(?m)^gasnetgo: rank \d of 2: `+line+`$`), o.err)
			})
		}
	}
}

// TestFortranCrash: libgfortran installs handlers of crashes when a program begins. A rank has them for itself: they print what they print in a process, and the report of the job has the place.
func TestFortranCrash(t *testing.T) {
	needFortran(t)
	o := job{command: simulated("xt3", 2)}.run(t, at.program.get(t, "testdata/fortran_crash.f90", variant{"lines", []string{"-g"}}))
	assert.Equal(t, 139, o.status, "%v", o)
	assert.Contains(t, o.err, "Program received signal SIGSEGV")
	assert.Regexp(t, `gasnetgo: rank 1 of 2, at \S+: crashed: SIGSEGV: no access to address 0x40\n +#0 0x\w+ in \w+\+0x\w+ \(fortran_crash\.f90:10\)`, o.err)
}

// TestFortranNames: a routine is one function under all the names that compilers make of it, and its twins.
func TestFortranNames(t *testing.T) {
	where := map[string]string{}
	for _, s := range symbols(t, filepath.Join(at.build, "lib", "libgasnetgo.so")) {
		where[s.name] = s.address
	}
	routines := fortranRoutines(t)
	require.Greater(t, len(routines), 190)
	for _, r := range routines {
		forms := []string{r + "_", strings.ToUpper(r), "p" + r + "_", strings.ToUpper("p" + r)}
		if strings.Contains(r, "_") {
			forms = append(forms, r+"__", "p"+r+"__")
		}
		for _, form := range forms {
			if assert.NotEmpty(t, where[form], form) {
				assert.Equal(t, where[r+"_"], where[form], form)
			}
		}
		assert.NotEmpty(t, where[r+"_i8_"], r)
	}
}

// fortranRoutines are the names in the generated table of routines.
func fortranRoutines(t *testing.T) (names []string) {
	text, err := os.ReadFile(filepath.Join(at.root, "docs", "api", "shmem_fortran.md"))
	require.NoError(t, err)
	for _, m := range regexp.MustCompile("(?m)^\\| (\\w+) \\| `\\(").FindAllStringSubmatch(string(text), -1) {
		names = append(names, m[1])
	}
	return names
}

// isFortran reports whether a symbol of the library is one of a Fortran routine. Names in capitals and with two underscores are the same functions, which
// TestFortranNames checks; programs with INTEGERs of 8 bytes call those with _i8_ by way of jumps.
func isFortran(symbol string) bool {
	symbol = strings.TrimPrefix(symbol, "P") // a twin's
	return strings.HasSuffix(symbol, "_") && !strings.HasPrefix(symbol, "ARMCI") || strings.HasPrefix(symbol, "SHMEM_") || strings.HasPrefix(symbol, "SHP") ||
		slices.Contains([]string{"MY_PE", "NUM_PES", "START_PES"}, symbol)
}

// TestEveryRoutineIsCalled: programs in Fortran call every routine, in both sizes of INTEGER.
func TestEveryRoutineIsCalled(t *testing.T) {
	all := fortranPrograms(t)
	at.program.all(all)
	callers := map[string][]string{}
	for _, p := range all {
		for _, s := range symbols(t, at.program.get(t, p.source, plain)) {
			if s.kind == "U" {
				callers[s.name] = append(callers[s.name], p.name())
			}
		}
	}
	routines := fortranRoutines(t)
	for _, r := range routines {
		assert.NotEmpty(t, callers[r+"_"], "no program calls %s", r)
	}
	checkCoverageTable(t, coverageTable{"shmem_fortran_tests.md", "OpenSHMEM in Fortran", "The programs that are named call it, with INTEGERs of 4 and of 8 bytes, and are files of `ctests/`.",
		func(symbol string) bool {
			return slices.Contains(routines, strings.TrimSuffix(symbol, "_")) && strings.HasSuffix(symbol, "_")
		}, true}, callers)
}
