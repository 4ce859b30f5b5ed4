package live

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/crash"
	"gasnetgo/internal/knob"
)

// Crash is a signal that ends this process, as its handler has stored it.
type Crash struct {
	Signal, Code int
	Address      uint64   // that was accessed
	Stack        uint64   // the stack pointer
	Trace        []uint64 // program counters, the innermost first
}

// Seconds that a process that has crashed waits for its report. A debugger reads the symbols of all libraries.
const (
	reportSeconds = 5
	gdbSeconds    = 60
)

// guardBytes is how far below the stack pointer a function that finds its stack full touches memory.
const guardBytes = 64 << 10

// backtrace is the way in which a crash is reported.
func (s *Session) backtrace() string {
	how, err := s.Knobs.Enum(knob.Backtrace)
	if err != nil {
		return "auto"
	}
	return how
}

func (s *Session) reportTime() int {
	switch s.backtrace() {
	case "none":
		return 0
	case "gdb":
		return gdbSeconds
	}
	return reportSeconds
}

// woken is called when the watcher's futex was woken.
func (s *Session) woken() {
	if c := s.Hooks.Crash(); c != nil {
		s.report(c)
		s.Hooks.Reported()
	}
	if s.Job.Asked() && s.answered.CompareAndSwap(false, true) {
		s.answer()
	}
}

// report prints where this process has crashed. Nothing here calls the C library, whose locks the crashed thread may hold.
func (s *Session) report(c *Crash) {
	found := crash.Crash{Signal: c.Signal, Code: c.Code, Address: c.Address}
	if c.Signal == int(unix.SIGSEGV) && c.Code > 0 {
		found.Overflow = c.Address+guardBytes-c.Stack < guardBytes+uint64(os.Getpagesize())
	}
	if why := s.explain.Load(); why != nil && c.Signal == int(unix.SIGSEGV) {
		found.Why = (*why)(c.Address)
	}
	if maps, err := os.Open("/proc/self/maps"); err == nil {
		exe, _ := os.Readlink("/proc/self/exe")
		found.Trace = crash.ReadMaps(maps).Trace(new(crash.Symbols), exe, c.Trace)
		maps.Close()
	}
	PrintLine(fmt.Sprintf("rank %d of %d (pid %d) crashed: %s", s.Job.Rank, s.Job.Size, os.Getpid(), strings.TrimSuffix(found.String(), "\n")))
	if s.backtrace() == "gdb" {
		if err := debugger(); err != nil {
			PrintLine(fmt.Sprintf("%s%s = gdb: %v", s.prefix(), knob.Backtrace, err))
		}
	}
}

// debugger has gdb print the calls of all threads of this process.
func debugger() error {
	// Where only ancestors may trace a process, gdb, a child, may not.
	_ = unix.Prctl(unix.PR_SET_PTRACER, ^uintptr(0), 0, 0, 0)
	cmd := exec.Command("gdb", "-nx", "-batch", "-p", strconv.Itoa(os.Getpid()), "-ex", "thread apply all backtrace")
	out, err := cmd.Output()
	_, _ = os.Stderr.Write(out)
	return err
}
