// Package crash names places in programs: the function, file and line of a program counter, for reports about a program that has crashed, that waits, or that does
// not end.
package crash

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Crash is the signal that ended a program, and where.
type Crash struct {
	Signal, Code int
	Address      uint64 // that was accessed, for SIGSEGV and SIGBUS
	Overflow     bool   // it lies in the guard below the stack
	Why          string // why it could not be accessed, if that is known
	Trace        []Place
}

// Place is a program counter with its symbol and source line.
type Place struct {
	PC       uint64
	Object   string // file
	Function string
	Offset   uint64 // into the function, or into the object if it has no name
	Source   string // file:line, if the object has line information
}

// Name is the place without its address: "solve+0x1a (heat.c:42)".
func (p Place) Name() string {
	name := fmt.Sprintf("%#x", p.Offset)
	switch {
	case p.Function != "":
		name = fmt.Sprintf("%s+%#x", p.Function, p.Offset)
	case p.Object == "":
		return fmt.Sprintf("%#x (no code that is known)", p.PC)
	}
	if p.Source != "" {
		return name + " (" + p.Source + ")"
	}
	return name + " (" + filepath.Base(p.Object) + ")"
}

func (p Place) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%#x", p.PC)
	switch {
	case p.Function != "":
		fmt.Fprintf(&b, " in %s+%#x", p.Function, p.Offset)
	case p.Object != "":
		fmt.Fprintf(&b, " at %#x", p.Offset)
	default:
		return b.String() + " (no code that is known)"
	}
	if p.Source != "" {
		return b.String() + " (" + p.Source + ")"
	}
	return b.String() + " (" + filepath.Base(p.Object) + ")"
}

// String is a headline and a line for each place.
func (c *Crash) String() string {
	var b strings.Builder
	switch name := signalName(c.Signal); {
	case c.Why != "":
		fmt.Fprintf(&b, "%s: %s\n", name, c.Why)
	case c.Overflow:
		fmt.Fprintf(&b, "%s: the stack is full (a larger one may help)\n", name)
	case c.Code <= siCodeUser && (name == "SIGSEGV" || name == "SIGBUS" || name == "SIGFPE"):
		fmt.Fprintf(&b, "%s, sent by the program itself\n", name)
	case name == "SIGSEGV" && c.Code == siCodeKernel:
		fmt.Fprintf(&b, "%s: an address that no memory can have\n", name)
	case name == "SIGSEGV" || name == "SIGBUS":
		fmt.Fprintf(&b, "%s: no access to address %#x\n", name, c.Address)
	default:
		fmt.Fprintf(&b, "%s\n", name)
	}
	for i := 0; i < len(c.Trace); i++ {
		same := i
		for same+1 < len(c.Trace) && c.Trace[same+1] == c.Trace[i] {
			same++
		}
		fmt.Fprintf(&b, "  #%d %v\n", i, c.Trace[i])
		if same > i {
			fmt.Fprintf(&b, "  ... %d times\n", same-i+1)
		}
		i = same
	}
	return b.String()
}

const siCodeUser = 0 // SI_USER, and below it the codes of other calls that send signals

const siCodeKernel = 0x80 // SI_KERNEL: the processor did not say which address

func signalName(signal int) string {
	names := map[int]string{1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL",
		10: "SIGUSR1", 11: "SIGSEGV", 12: "SIGUSR2", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM", 24: "SIGXCPU", 31: "SIGSYS"}
	if name := names[signal]; name != "" {
		return name
	}
	return fmt.Sprint("signal ", signal)
}
