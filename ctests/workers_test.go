package ctests

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// A run of all tests shares them out among workers: processes of this program, each of which runs one test at a time. Many tests start one small job after another, which leaves a core idle; and
// tests that count processes, files or names of their own need no care for each other.

// worker is the variable that a worker has.
const worker = "GASNETGO_CTESTS_WORKER"

func isWorker() bool { return os.Getenv(worker) != "" }

// longest are the tests that take longest, in this order, so that none of them is the last to end. It is for speed only.
var longest = []string{"TestC", "TestSim", "TestFigures", "TestASan", "TestSimSame", "TestPlaneGo", "TestLAPISame", "TestErrors", "TestOrderOnMachines", "TestOverPortals", "TestNarrowWindows", "TestHostsDoors",
	"TestGASNetMisuse", "TestGASNetLateStatus", "TestSimOutputSame", "TestHosts", "TestTSan", "TestLaunchers", "TestLAPIOnMachines", "TestGASNetTracedPrograms", "TestExits", "TestHostsFaults", "TestDeathAtStart"}

// together begins the names of tests that one worker runs, one after the other: they count processes of programs that belong to the tools.
const together = "TestBench"

// everyTest reports whether the command line chooses all tests.
func everyTest() bool {
	for _, name := range []string{"test.run", "test.skip", "test.list", "test.bench", "test.fuzz", "test.coverprofile"} {
		if f := flag.Lookup(name); f != nil && f.Value.String() != "" {
			return false
		}
	}
	return !isWorker()
}

// tests are the names of all tests.
func tests() (names []string, err error) {
	list := exec.Command(os.Args[0], "-test.list", "^Test")
	list.Env = append(os.Environ(), worker+"=1", "GASNETGO_BUILD="+at.build)
	out, err := list.Output()
	for _, name := range strings.Fields(string(out)) {
		if strings.HasPrefix(name, "Test") {
			names = append(names, name)
		}
	}
	rank := func(name string) int {
		if i := slices.Index(longest, name); i >= 0 {
			return i
		}
		return len(longest)
	}
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	return names, err
}

// workers runs all tests, and prints what a test has printed when it is over, if it fails or go test -v has been asked for. It returns the exit status.
func workers() int {
	names, err := tests()
	if err != nil {
		return fail(fmt.Errorf("listing the tests: %w", err))
	}
	var flags []string
	for _, f := range os.Args[1:] {
		if !strings.HasPrefix(f, "-test.testlogfile") && !strings.HasPrefix(f, "-test.timeout") {
			flags = append(flags, f)
		}
	}
	var (
		mu      sync.Mutex // of the output and what follows
		began   = time.Now()
		status  int
		over    int
		running = map[string]time.Time{}
		verbose = flag.Lookup("test.v").Value.String() != "false"
	)
	ctx, done := context.WithCancel(context.Background())
	defer done()
	go func() {
		for tick := time.NewTicker(every); ; {
			select {
			case <-ctx.Done():
				tick.Stop()
				return
			case now := <-tick.C:
				mu.Lock()
				line := fmt.Sprintf("ctests: %v, %d of %d tests", now.Sub(began).Round(time.Second), over, len(names))
				for name, since := range running {
					line += fmt.Sprintf("; %s for %v", name, now.Sub(since).Round(time.Second))
				}
				mu.Unlock()
				fmt.Fprintln(os.Stderr, line)
			}
		}
	}()
	todo := make(chan []string)
	var wait sync.WaitGroup

	for range min(max(runtime.NumCPU(), 2), 4) {
		wait.Go(func() {
			for unit := range todo {
				began, name := time.Now(), strings.Join(unit, "|")
				mu.Lock()
				running[name] = began
				mu.Unlock()
				c := exec.Command(os.Args[0], append(slices.Clone(flags), "-test.run", "^("+name+")$", "-test.timeout=0")...)
				c.Env = append(os.Environ(), worker+"=1", "GASNETGO_BUILD="+at.build)
				var text bytes.Buffer
				c.Stdout, c.Stderr = &text, &text
				err := c.Run()
				mu.Lock()
				delete(running, name)
				over += len(unit)
				if err != nil {
					status = 1
					fmt.Fprintf(&text, "%s: %v\n", name, err)
				}
				if verbose || err != nil {
					os.Stdout.Write(bytes.ReplaceAll(text.Bytes(), []byte("\nPASS\n"), []byte("\n")))
				}
				if at.progress.times != nil {
					fmt.Fprintf(at.progress.times, "%.2f\t%.2f\t= %s\n", (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), time.Since(began).Seconds(), name)
				}
				mu.Unlock()
			}
		})
	}
	ofOne := func(name string) bool { return strings.HasPrefix(name, together) }
	for i, name := range names {
		if !ofOne(name) {
			todo <- []string{name}
		} else if i == slices.IndexFunc(names, ofOne) {
			todo <- slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !ofOne(name) })
		}
	}
	close(todo)
	wait.Wait()
	fmt.Println([]string{"PASS", "FAIL"}[status])
	return status
}
