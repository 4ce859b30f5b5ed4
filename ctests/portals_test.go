package ctests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPortalsCopies runs the programs that move much data with each way to copy between processes: results must not depend on it. Where
// the kernel does not let ranks copy from each other, the library always streams.
func TestPortalsCopies(t *testing.T) {
	names := map[string][]string{ // and what to run them with
		"sizes": {"GT_COUNT=25"}, "visible": nil, "order": nil, "iovec": nil, "faults": nil, "bypass": nil, "md": nil, "ops": nil, "storm": {"GT_COUNT=60"}, "bmi_idiom": nil,
	}
	skips := readSkips(t)
	for _, way := range []string{"stream", "kernel"} {
		for name, env := range names {
			t.Run(way+"/"+name, func(t *testing.T) {
				if testing.Short() && name != "sizes" {
					t.Skip("short")
				}
				o := job{np: 2, env: append([]string{"GASNETGO_PORTALS_COPY=" + way}, env...)}.run(t, at.program.get(t, "portals/"+name+".c", plain))
				judge(t, known(skips, "portals/"+name, way), o)
			})
		}
	}
}

// TestPortalsPrototypes: the library exports what the headers declare; TestEveryFunctionIsCalled checks that it is called, too.
func TestPortalsPrototypes(t *testing.T) {
	exported := map[string]bool{}
	for _, s := range symbols(t, filepath.Join(at.build, "lib", "libgasnetgo.so")) {
		exported[s.name] = true
	}
	prototype := regexp.MustCompile(`(?m)^(?:int|void|unsigned int|const char \*)\s*\*?((?:Ptl|cnos_|PMI_)\w+)\(`)
	found := 0
	for _, pattern := range []string{"portals/p3/*.h", "portals/pmi.h", "cnos_mpi_os.h", "p3rt/*.h", "p3api/*.h"} {
		files, err := filepath.Glob(filepath.Join(at.build, "include", pattern))
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, m := range prototype.FindAllStringSubmatch(string(text), -1) {
				assert.True(t, exported[m[1]], "%s of %s is not exported", m[1], filepath.Base(file))
				found++
			}
		}
	}
	assert.Greater(t, found, 45)
}

// TestPortalsExits ends jobs in the middle of heavy traffic: a rank dies, calls exit or _exit; the others are notified and nothing is left.
func TestPortalsExits(t *testing.T) {
	path := at.program.get(t, "portals/exits/exits.c", plain)
	for _, w := range []struct {
		how    string
		status int
		line   string
	}{
		{"kill", 137, `rank 1 \(pid \d+\) .*signal 9.*`},
		{"segv", 139, crashed("1 of 3", "SIGSEGV, sent by the program itself", `in in_the_middle\S*\+0x\w+ \(exits.c:\d+\)`) + `gasnetgo: rank 1 \(pid \d+\) .*signal 11.*`},
		{"exit", 3, `rank 1 \(pid \d+\) exited with status 3.*`},
		{"_exit", 8, `rank 1 \(pid \d+\) exited with status 8.*`},
		{"server", 0, ``}, // all call exit(0) while a thread waits for events
		{"leave", 0, ``},  // all return from main without closing anything
	} {
		for _, plane := range []string{"", "GASNETGO_PORTALS_COPY=stream"} {
			t.Run(strings.TrimSuffix(w.how+"/"+plane, "/"), func(t *testing.T) {
				if testing.Short() && plane != "" {
					t.Skip("short")
				}
				j := job{np: 3, args: []string{w.how}, timeout: 20 * time.Second}
				if plane != "" {
					j.env = []string{plane}
				}
				o := j.run(t, path)
				assert.Equal(t, w.status, o.status, "%s", o)
				if w.line == "" {
					assert.Empty(t, o.err, "%s", o)
				} else {
					assert.Regexp(t, `^gasnetgo: `+w.line+`\n$`, o.err, "%s", o)
				}
			})
		}
	}
}

// TestPortalsExitTwice: a server thread and main call exit at the same time, as in ARMCI. The second call does not end the process while the
// first one is finalizing.
func TestPortalsExitTwice(t *testing.T) {
	path := at.program.get(t, "portals/exits/exits.c", plain)
	for range 3 {
		o := job{command: []string{}, args: []string{"twice"}, env: []string{"GASNETGO_NPROCS=2"}, timeout: 20 * time.Second}.run(t, path)
		assert.Equal(t, 5, o.status, "%s", o)
	}
}

// TestPortalsPMIBehind calls PMI functions in programs that are linked with a filter library (-lportals), alone and with a real MPI behind it.
func TestPortalsPMIBehind(t *testing.T) {
	cc := os.Getenv("CC")
	if cc == "" {
		cc = "cc"
	}
	lib := filepath.Join(at.build, "lib")
	include := filepath.Join(at.build, "include", "gasnetgo", "portals")
	link := func(to string, args ...string) {
		text, err := exec.Command(cc, append(args, "-std=gnu11", "-O1", "-o", to, "-I"+include)...).CombinedOutput()
		require.NoError(t, err, "%s", text)
	}
	behind, alone, beside := filepath.Join(at.work, "libbehind.so"), filepath.Join(at.work, "pmi-alone"), filepath.Join(at.work, "pmi-beside")
	link(behind, "-shared", "-fPIC", "-DLIBRARY", "testdata/pmi_behind.c")
	link(alone, "testdata/pmi_behind.c", "-L"+lib, "-lportals", "-Wl,-rpath,"+lib)
	link(beside, "testdata/pmi_behind.c", "-L"+lib, "-lportals", "-Wl,-rpath,"+lib, "-Wl,--no-as-needed", behind)
	for path, size := range map[string]string{alone: "2", beside: "77"} {
		for _, flags := range [][]string{nil, {"--machine", "ideal"}} {
			command := append([]string{filepath.Join(at.build, "bin", "gasnetgo"), "run", "-n", "2"}, flags...)
			o := job{command: command, timeout: 20 * time.Second}.run(t, path)
			o.verdict(t)
			assert.Equal(t, "size "+size+"\nsize "+size+"\n", o.out, "%s", o)
		}
	}
}

// TestPortalsKilledRank kills a rank from outside while all wait for events that never arrive.
func TestPortalsKilledRank(t *testing.T) {
	path := at.program.get(t, "portals/exits/exits.c", plain)
	for _, how := range []string{"wait", "storm"} {
		t.Run(how, func(t *testing.T) {
			c := job{np: 3, args: []string{how}, timeout: 20 * time.Second}.start(t, path)
			pids := waitForRanks(t, c, 3)
			require.NoError(t, syscall.Kill(pids[1], syscall.SIGKILL))
			err := c.cmd.Wait()
			o := c.finish(t, err)
			assert.Equal(t, 137, o.status, "%s", o)
			assert.Regexp(t, `^gasnetgo: rank \d \(pid `+strconv.Itoa(pids[1])+`\) .*signal 9.*\n$`, o.err, "%s", o)
		})
	}
}

// TestPortalsClonedServer: the data server of armci_idiom as ARMCI starts it, a bare clone() that shares the thread-local storage of its creator.
func TestPortalsClonedServer(t *testing.T) {
	o := job{np: 2, timeout: 30 * time.Second}.run(t, at.program.get(t, "portals/armci_idiom.c", plain))
	judge(t, known(readSkips(t), "portals/clone", "c"), o)
}

// TestNetpipe: the table has its columns, whatever the way of measuring.
func TestNetpipe(t *testing.T) {
	path := at.program.get(t, "portals/ptl_netpipe.c", plain)
	row := regexp.MustCompile(`^ *\d+ +\d+ +\d+\.\d{3} +\d+\.\d{3}$`)
	for _, mode := range []string{"ping", "stream", "both"} {
		for _, op := range []string{"put", "get"} {
			t.Run(mode+"/"+op, func(t *testing.T) {
				o := job{np: 2, args: []string{"-m", mode, "-o", op, "-u", "5000", "-t", "200", "-r", "1"}, timeout: 60 * time.Second}.run(t, path)
				require.Equal(t, 0, o.status, "%s", o)
				rows := 0
				for _, line := range strings.Split(strings.TrimSpace(o.out), "\n") {
					if !strings.HasPrefix(line, "#") {
						assert.Regexp(t, row, line)
						rows++
					}
				}
				assert.Greater(t, rows, 20, "%s", o)
			})
		}
	}
}
