package ctests

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryFunctionIsCalled compares the library's exports with the symbols that the programs use: a function that no program calls is untested.
func TestEveryFunctionIsCalled(t *testing.T) {
	all := programs(t)
	at.program.all(all)
	called := map[string]bool{}
	callers := map[string][]string{} // by function
	for _, p := range all {
		for _, s := range symbols(t, at.program.get(t, p.source, p.variants[0])) {
			if s.kind == "U" || s.kind == "B" { // B: data of the library, of which the program has the copy
				called[s.name] = true
				callers[s.name] = append(callers[s.name], p.name())
			}
		}
	}
	var missing []string
	for _, s := range symbols(t, filepath.Join(at.build, "lib", "libgasnetgo.so")) {
		if s.kind == "U" || s.kind == "w" || s.name == "gasnetgo_sim_main" || isFortran(s.name) { // the last is for the process of simulated jobs, which TestSim starts; Fortran has TestEveryRoutineIsCalled
			continue
		}
		// Twins are the same code under another name, which TestTwins checks; pshmem.c still calls many of them.
		if strings.HasPrefix(s.name, "PARMCI_") || strings.HasPrefix(s.name, "PLAPI_") || slices.Contains(byMPI, s.name) || slices.Contains(ends, s.name) || slices.Contains(byGEXErrors, s.name) { // TestARMCITwins and others
			continue
		}
		if twin := strings.HasPrefix(s.name, "p") && s.name != "pshmem_init" || strings.HasPrefix(s.name, "p_"); !twin && !called[s.name] {
			missing = append(missing, s.name)
		}
	}
	sort.Strings(missing)
	assert.Empty(t, missing, "exported and never called by a program here")
	byOthers(t, callers)
	for _, table := range coverageTables {
		checkCoverageTable(t, table, callers)
	}
}

// byOthers adds the programs of tests of their own: they end the job, or need MPI's compiler.
func byOthers(t *testing.T, callers map[string][]string) {
	for name, functions := range map[string][]string{"testdata/armci_ends": ends, "testdata/armci_mpi": byMPI, "gex/errors/errors": byGEXErrors} {
		text, err := os.ReadFile(name + ".c")
		require.NoError(t, err)
		for _, f := range functions {
			if assert.Contains(t, string(text), f+"(", "%s.c calls no %s", name, f) {
				callers[f] = append(callers[f], name)
			}
		}
	}
}

// TestTwins: every function of OpenSHMEM and LAPI is a weak alias of its profiling twin at the same address.
func TestTwins(t *testing.T) {
	list := symbols(t, filepath.Join(at.build, "lib", "libgasnetgo.so"))
	where := map[string]string{}
	for _, s := range list {
		where[s.name] = s.address
	}
	for _, api := range []struct {
		names, prefix string
		least         int // functions
	}{{"shmem", "p", 700}, {"LAPI_", "P", 33}} {
		twins := 0
		for _, s := range list {
			if !strings.HasPrefix(s.name, api.names) || s.name == "LAPI_BYTE" || isFortran(s.name) {
				continue
			}
			assert.Equal(t, "W", s.kind, "%s is not weak", s.name)
			assert.Equal(t, s.address, where[api.prefix+s.name], "%s%s", api.prefix, s.name)
			twins++
		}
		assert.GreaterOrEqual(t, twins, api.least, "%s: the core API alone has more functions", api.names)
	}
}

type symbol struct{ address, kind, name string }

func symbols(t *testing.T, file string) (list []symbol) {
	if _, err := exec.LookPath("nm"); err != nil {
		t.Skip("nm is not installed")
	}
	text, err := exec.Command("nm", "-D", file).Output()
	require.NoError(t, err, file)
	for _, line := range strings.Split(string(text), "\n") {
		switch f := strings.Fields(line); len(f) {
		case 2:
			list = append(list, symbol{"", f[0], f[1]})
		case 3:
			list = append(list, symbol{f[0], f[1], f[2]})
		}
	}
	return list
}
