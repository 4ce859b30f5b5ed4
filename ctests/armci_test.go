package ctests

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// byMPI are the functions of ARMCI with communicators, which TestARMCIWithMPI calls; ends those that TestARMCIEnds calls.
var (
	byMPI = []string{"ARMCI_Init_mpi_comm", "ARMCI_Init_thread_comm", "armci_msg_init_comm", "armci_group_comm", "ARMCI_Bcast_"}
	ends  = []string{"ARMCI_Error", "armci_msg_abort", "dassertp_fail", "derr_printf"}
)

// TestARMCITwins: every ARMCI_ function that has a twin of the profiling interface is a weak name of it.
func TestARMCITwins(t *testing.T) {
	list := symbols(t, filepath.Join(at.build, "lib", "libgasnetgo.so"))
	where := map[string]string{}
	for _, s := range list {
		where[s.name] = s.address
	}
	twins := 0
	for _, s := range list {
		if strings.HasPrefix(s.name, "PARMCI_") || strings.HasPrefix(s.name, "parmci_") {
			assert.Equal(t, s.address, where[s.name[1:]], s.name)
			twins++
		}
	}
	assert.Greater(t, twins, 50)
}

// TestARMCIEnds: mistakes end the job with one line that names function, argument and value; mistakes in transfers have the classic codes.
func TestARMCIEnds(t *testing.T) {
	path := at.program.get(t, "testdata/armci_ends.c", plain)
	for what, want := range map[string]struct {
		status int
		says   string
	}{
		"error":   {7, `ARMCI_Error: it is over: code 7`},
		"abort":   {3, `armci_msg_abort: code 3`},
		"assert":  {5, `dassertp_fail: file\.c:12: function: 1 == 2: code 5`},
		"die":     {4, `dassertp_fail: .*armci_ends\.c:\d+: wrong: it is over: code 4`},
		"die2":    {4, `dassertp_fail: .*armci_ends\.c:\d+: wrong: it is over: code 4`},
		"unlock":  {1, `ARMCI_Unlock: .*mutex.*0`},
		"mutex":   {1, `ARMCI_Lock: .*5`},
		"twice":   {1, `ARMCI_Create_mutexes: `},
		"free":    {1, `ARMCI_Free: ptr = 0x[0-9a-f]+: not the start of memory that this process has allocated`},
		"address": {1, `ARMCI_Put: dst = 0x[0-9a-f]+: 8 bytes there are not in an allocation of process 1; the allocations of process 1 nearby are `},
		"codes":   {0, ``},
	} {
		t.Run(what, func(t *testing.T) {
			o := job{np: 2, args: []string{what}, timeout: 30 * time.Second}.run(t, path)
			require.Equal(t, want.status, o.status, "%v", o)
			if want.says != "" {
				require.Regexp(t, regexp.MustCompile(`(?m)^gasnetgo: rank \d of 2: `+want.says), o.err)
			}
		})
	}
}

// TestARMCIWithMPI: MPI starts the job, and ARMCI runs on all of its processes or on a part of them.
func TestARMCIWithMPI(t *testing.T) {
	for cc, run := range map[string][]string{
		"mpicc.mpich":   {"mpiexec.mpich", "-n", "4"},
		"mpicc.openmpi": {"mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "-np", "4"},
	} {
		t.Run(cc, func(t *testing.T) {
			if _, err := exec.LookPath(cc); err != nil {
				t.Skipf("%s is not installed", cc)
			}
			if text, err := exec.Command(cc, "-fsyntax-only", "-include", "mpi.h", "-xc", "/dev/null").CombinedOutput(); err != nil {
				t.Skipf("%s has no headers (Debian: libmpich-dev, libopenmpi-dev): %s", cc, text)
			}
			path, lib := filepath.Join(at.work, "armci-"+cc), filepath.Join(at.build, "lib")
			text, err := exec.Command(cc, "-O1", "testdata/armci_mpi.c", "-o", path, "-I"+filepath.Join(at.build, "include"), "-L"+lib, "-lgasnetgo", "-Wl,-rpath,"+lib).CombinedOutput()
			require.NoError(t, err, "%s", text)
			for args, members := range map[string]string{"all init": "4", "part init": "2", "part thread": "2"} {
				o := job{command: run, args: strings.Fields(args), timeout: 60 * time.Second}.run(t, path)
				require.Zero(t, o.status, "%v", o)
				require.Equal(t, 4, strings.Count(o.out, "all is well with "+members), "%v", o)
			}
		})
	}
}
