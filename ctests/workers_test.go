package ctests

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A run of several tests shares them out among workers: processes of this program, each of which runs one test at a time. Many tests start one small job after another, which leaves a core idle; and
// tests that count processes, files or names of their own need no care for each other.

// worker is the variable that a worker has.
const worker = "GASNETGO_CTESTS_WORKER"

func isWorker() bool { return os.Getenv(worker) != "" }

// longest are the tests that take longest, in this order, so that none of them is the last to end. It is for speed only.
var longest = []string{"TestC", "TestSim", "TestFigures", "TestASan", "TestSimSame", "TestPlaneGo", "TestLAPISame", "TestErrors", "TestOrderOnMachines", "TestOverPortals", "TestNarrowWindows", "TestHostsDoors",
	"TestGASNetMisuse", "TestGASNetLateStatus", "TestSimOutputSame", "TestHosts", "TestTSan", "TestLaunchers", "TestLAPIOnMachines", "TestGASNetTracedPrograms", "TestExits", "TestHostsFaults", "TestDeathAtStart"}

// together begins the names of tests that one worker runs, one after the other: they count processes of programs that belong to the tools.
const together = "TestBench"

// shared is the tests that the command line chooses, longest first. It is empty in a worker, and where the command line says more than which tests to run.
func shared() (names []string, err error) {
	chosen := flag.Lookup("test.run").Value.String()
	if isWorker() || strings.Contains(chosen, "/") {
		return nil, nil
	}
	for _, name := range []string{"test.skip", "test.bench", "test.fuzz", "test.coverprofile"} {
		if flag.Lookup(name).Value.String() != "" {
			return nil, nil
		}
	}
	if chosen == "" {
		chosen = "^Test"
	}
	out, err := exec.Command(os.Args[0], "-test.list", chosen).Output()
	if err != nil {
		return nil, fmt.Errorf("listing the tests: %w", err)
	}
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
	return names, nil
}

// workers runs tests, and prints what a test has printed when it is over, if it fails; or, if go test -v has been asked for, as it comes. It returns the exit status.
func workers(names []string) int {
	var flags []string
	flag.Visit(func(f *flag.Flag) {
		if !slices.Contains([]string{"test.testlogfile", "test.timeout", "test.run", "test.v"}, f.Name) {
			flags = append(flags, "-"+f.Name+"="+f.Value.String())
		}
	})
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
	if verbose {
		flags = append(flags, "-test.v=test2json") // a test within another is reported when it ends, and not with the other
	}
	todo := make(chan []string)
	var wait sync.WaitGroup

	for range min(max(runtime.NumCPU(), 2), 4) {
		wait.Go(func() {
			runtime.LockOSThread() // Pdeathsig is about the thread
			for unit := range todo {
				began, name := time.Now(), strings.Join(unit, "|")
				mu.Lock()
				running[name] = began
				mu.Unlock()
				c := exec.Command(os.Args[0], append(slices.Clone(flags), "-test.run=^("+name+")$", "-test.timeout=0")...)
				c.Env = append(os.Environ(), worker+"=1", "GASNETGO_BUILD="+at.build)
				c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
				text := &printed{to: os.Stdout, mu: &mu, shown: verbose}
				c.Stdout, c.Stderr = text, text
				err := c.Run()
				mu.Lock()
				delete(running, name)
				over += len(unit)
				if err != nil {
					status = 1
					fmt.Fprintf(&text.kept, "%s: %v\n", name, err)
				}
				if verbose || err != nil {
					text.show()
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

// printed is what a worker has printed and this process has not.
type printed struct {
	to    io.Writer
	mu    *sync.Mutex // of to
	shown bool        // as it comes: up to the last line by which a test begins, goes on or ends, so that what a test says stays together with its name
	kept  bytes.Buffer
}

// reports are the lines of a test in a test: test2json's form of them, which says after each which test goes on.
var reports = regexp.MustCompile(`(?m)^(=== .*| *--- .*\n(=== NAME .*\n)?)`)

func (o *printed) Write(text []byte) (int, error) {
	o.kept.Write(bytes.ReplaceAll(text, []byte{'\x16'}, nil)) // the sign by which test2json knows a line of package testing
	if !o.shown {
		return len(text), nil
	}
	end := 0
	for _, at := range reports.FindAllIndex(o.kept.Bytes(), -1) {
		if end = at[0]; o.kept.Bytes()[end] != '=' {
			end = at[1]
		}
	}
	if end > 0 {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.to.Write(noise.ReplaceAll(o.kept.Next(end), nil))
	}
	return len(text), nil
}

// noise is the lines that only say that no test in particular goes on.
var noise = regexp.MustCompile(`(?m)^=== NAME *\n`)

// show prints the rest, without the line in which a worker sums up. The caller holds mu.
func (o *printed) show() {
	text := append([]byte("\n"), noise.ReplaceAll(o.kept.Bytes(), nil)...)
	o.to.Write(bytes.ReplaceAll(text, []byte("\nPASS\n"), []byte("\n"))[1:])
	o.kept.Reset()
}
