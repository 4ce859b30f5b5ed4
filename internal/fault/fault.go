// Package fault is how a wrong call is worded: which argument, which value, why, and the variable that would help.
//
// The packages that hold the meaning of an API return an *Error; the C edge adds rank and function and does what that API
// prescribes (an error code, or one line and the end of the job).
package fault

import (
	"fmt"
	"strings"
)

// Error describes an error in one call. The edge adds the function's name and the rank when it prints the line.
type Error struct {
	Arg   string // argument as the prototype spells it; empty when no argument is to blame
	Value any    // its value, printed with %v; nil when there is none to show
	Why   string // the reason and the allowed values, lower case, no full stop
	Knob  string // environment variable that changes the limit; empty when there is none
}

// Error words the fault: "pe = 9: not in 0..3 (set NAME to change this)".
func (e *Error) Error() string {
	var b strings.Builder
	if e.Arg != "" {
		b.WriteString(e.Arg)
		if e.Value != nil {
			fmt.Fprintf(&b, " = %v", e.Value)
		}
		b.WriteString(": ")
	}
	b.WriteString(e.Why)
	if e.Knob != "" {
		fmt.Fprintf(&b, " (%s changes this)", e.Knob)
	}
	return b.String()
}

// New is an Error about one argument.
func New(arg string, value any, why string, args ...any) *Error {
	return &Error{Arg: arg, Value: value, Why: fmt.Sprintf(why, args...)}
}

// With names the variable to turn and returns e.
func (e *Error) With(knob string) *Error {
	e.Knob = knob
	return e
}

// Addr prints an address as C programmers know it; use it as an Error's Value.
type Addr uintptr

// String is 0x and lower-case digits, or NULL.
func (a Addr) String() string {
	if a == 0 {
		return "NULL"
	}
	return fmt.Sprintf("0x%x", uintptr(a))
}
