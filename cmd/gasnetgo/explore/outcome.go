package explore

import (
	"fmt"
	"slices"
	"strings"

	"gasnetgo/sim/spec"
)

// Outcome is how a run has ended.
type Outcome struct {
	Status int
	Out    string // standard output
	Err    string // standard error
	Late   bool   // it took longer than a run may

	Delays []spec.Delay // what was delayed
}

// Judge decides which outcomes are failures: those that differ from that of the machine's own order.
type Judge struct {
	Right  Outcome
	Output bool // the lines of standard output count, too, in any order
}

// Fails says why an outcome is a failure; empty: it is none.
func (j *Judge) Fails(o Outcome) string {
	switch {
	case o.Late:
		return "it takes longer than --timeout"
	case o.Status != j.Right.Status:
		return fmt.Sprintf("status %d%s", o.Status, reason(o))
	case !j.Output:
		return ""
	}
	mine, right := lines(o.Out), lines(j.Right.Out)
	if slices.Equal(mine, right) {
		return ""
	}
	for i := range mine {
		if i >= len(right) || mine[i] != right[i] {
			if i >= len(right) || mine[i] < right[i] {
				return fmt.Sprintf("it prints %q, without disorder it does not", mine[i])
			}
			return fmt.Sprintf("it does not print %q, without disorder it does", right[i])
		}
	}
	return fmt.Sprintf("it does not print %q, without disorder it does", right[len(mine)])
}

// reason is the first line of standard error: the program's own about what is wrong, or the library's about the end of the job.
func reason(o Outcome) string {
	for _, line := range strings.Split(o.Err, "\n") {
		if line = strings.TrimSpace(strings.TrimPrefix(line, "gasnetgo: ")); line != "" {
			return ": " + line
		}
	}
	return ""
}

// lines are those of a text, sorted: ranks print in any order.
func lines(text string) []string {
	all := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	slices.Sort(all)
	return all
}
