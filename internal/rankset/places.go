package rankset

import (
	"fmt"
	"strings"
)

// Place is where a rank is, for the report of a job that does not get any further.
type Place struct {
	Rank      int
	Thread    int    // of its program; 0 for the first
	Call      string // of the library, or another state
	Why       string // what the rank waits for in it; ranks that wait for something else are at another place
	Arguments string // of the call
	Trace     string // functions of the program, innermost first, one a line
}

// listed is how many places a report names.
const listed = 32

// Places writes a paragraph about each place, in the order of their first ranks: ranks in the same call from the same place are reported together. note, which
// may be nil, follows a call; it gets the ranks that are there.
func Places(all []Place, note func(there []Place) string) string {
	type key struct {
		thread           int
		call, why, trace string
	}
	var groups [][]Place
	byKey := map[key]int{}
	for _, p := range all {
		k := key{p.Thread, p.Call, p.Why, p.Trace}
		i, some := byKey[k]
		if !some {
			i = len(groups)
			byKey[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	var b strings.Builder
	for i, there := range groups {
		if i == listed {
			fmt.Fprintf(&b, "\n  and at %d more places", len(groups)-listed)
			break
		}
		b.WriteString("\n  " + call(there))
		if note != nil {
			b.WriteString(note(there))
		}
		for line := range strings.SplitSeq(there[0].Trace, "\n") {
			if line != "" {
				b.WriteString("\n      " + line)
			}
		}
	}
	return b.String()
}

// call is who is in which call, with the arguments of the first rank.
func call(there []Place) string {
	first, same := there[0], true
	ranks := make([]int, len(there))
	for i, p := range there {
		ranks[i] = p.Rank
		same = same && p.Arguments == first.Arguments
	}
	text := Subject(ranks)
	if first.Thread > 0 {
		text += fmt.Sprintf(", thread %d", first.Thread)
	}
	text += ": " + first.Call
	switch {
	case first.Arguments == "":
		return text
	case same:
		return fmt.Sprintf("%s (%s)", text, first.Arguments)
	}
	return fmt.Sprintf("%s (rank %d: %s)", text, first.Rank, first.Arguments)
}
