package check

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Names says what addresses are, for reports.
type Names interface {
	// Code is the function and the file:line of a place in a rank's program; empty what is unknown.
	Code(rank int, pc uint64) (function, source string)

	// Object is what is at an address of a rank's memory, if it is no block: "variable x, 4 bytes from its beginning".
	Object(at uint64) string
}

// Report is a race for people and programs.
type Report struct {
	First  Place  `json:"first"`
	Second Place  `json:"second"`
	At     string `json:"address"`
	Bytes  uint64 `json:"bytes"` // that both access, of the first 8 that they have in common
	Object string `json:"object"`
	Why    string `json:"why"`
	Note   bool   `json:"note"` // the program relies on more than its API promises; it does not count as a race
	Times  int    `json:"times"`
}

// Place is one of the accesses.
type Place struct {
	Rank     int    `json:"rank"`
	Thread   int    `json:"thread"`
	What     string `json:"what"` // the call, or load, store
	Access   string `json:"access"`
	Bytes    uint64 `json:"access_bytes"`
	Function string `json:"function"`
	Source   string `json:"source"` // file:line
}

// Describe names everything in a race.
func (c *Checker) Describe(r *Race, n Names) *Report {
	out := &Report{First: describe(&r.First.Access, n), Second: describe(&r.Second.Access, n), At: fmt.Sprintf("%#x", r.At), Bytes: r.Bytes, Note: r.Note, Times: r.Times}
	out.Object = c.object(r.At, n)
	out.Why = why(r)
	return out
}

func (c *Checker) object(at uint64, n Names) string {
	b, ok := c.BlockOf(at)
	if !ok {
		return n.Object(at)
	}
	where := "in a place that is unknown"
	if function, source := n.Code(b.Rank, b.PC); source != "" {
		where = fmt.Sprintf("in %s (%s)", function, source)
	} else if function != "" {
		where = "in " + function
	}
	return fmt.Sprintf("%d bytes into the block of %d bytes that rank %d has allocated %s", at-b.At, b.Bytes, b.Rank, where)
}

func describe(a *Access, n Names) Place {
	p := Place{Rank: a.Rank, Thread: a.Thread, What: a.Call, Bytes: a.Bytes, Access: "reads"}
	if a.Write {
		p.Access = "writes"
	}
	if a.plain() {
		p.What = "load"
		if a.Write {
			p.What = "store"
		}
	}
	p.Function, p.Source = n.Code(a.Rank, a.PC)
	return p
}

// why says what is missing between the two.
func why(r *Race) string {
	a, b := &r.First.Access, &r.Second.Access
	words := a.API
	if words == nil {
		words = b.API
	}
	who := func(x *Access) string {
		if x.plain() {
			return fmt.Sprintf("rank %d's %s", x.Rank, map[bool]string{false: "load", true: "store"}[x.Write])
		}
		return fmt.Sprintf("rank %d's %s", x.Rank, x.Call)
	}
	var s string
	switch none := (Atomic{}); {
	case r.Note:
		s = fmt.Sprintf("%s is on a context that barriers do not complete: %s", who(a), words.Context)
	case r.InFlight && a.Rank == b.Rank:
		s = fmt.Sprintf("nothing completes %s before rank %d accesses the memory: %s would", who(a), b.Rank, words.Complete)
	case r.InFlight:
		s = fmt.Sprintf("%s is not complete yet, and nothing orders it before %s: %s would", who(a), who(b), words.Order)
	case a.Atomic != none && b.Atomic != none && a.Atomic.Type != b.Atomic.Type:
		s = fmt.Sprintf("operations on %s and on %s are not atomic with each other; they need %s between them", a.Atomic.Type, b.Atomic.Type, words.Order)
	case a.Atomic != none && b.Atomic != none:
		s = fmt.Sprintf("operations of different teams' contexts are not atomic with each other; they need %s between them", words.Order)
	default:
		s = fmt.Sprintf("nothing orders %s before %s: %s would", who(a), who(b), words.Order)
	}
	if (a.Atomic == Atomic{}) != (b.Atomic == Atomic{}) {
		s += "; an atomic operation is atomic with its like only, not with others and not with loads and stores"
	}
	return s
}

// String is the report as a block of lines.
func (r *Report) String() string {
	var b strings.Builder
	line := func(p *Place) {
		what := p.What
		switch what {
		case "load", "store":
			fmt.Fprintf(&b, "  rank %d%s: a %s of %d bytes", p.Rank, thread(p.Thread), what, p.Bytes)
		default:
			fmt.Fprintf(&b, "  rank %d%s: %s %s %d bytes", p.Rank, thread(p.Thread), what, p.Access, p.Bytes)
		}
		if p.Function != "" {
			fmt.Fprintf(&b, ", in %s", p.Function)
		}
		if p.Source != "" {
			fmt.Fprintf(&b, " (%s)", p.Source)
		}
		b.WriteByte('\n')
	}
	kind := "race"
	if r.Note {
		kind = "note"
	}
	fmt.Fprintf(&b, "%s: %s and %s access the same memory, and nothing orders them\n", kind, short(&r.First), short(&r.Second))
	line(&r.First)
	line(&r.Second)
	fmt.Fprintf(&b, "  memory: %s (address %s, %d bytes of both)\n", r.Object, r.At, r.Bytes)
	fmt.Fprintf(&b, "  why: %s", r.Why)
	return b.String()
}

func short(p *Place) string {
	at := p.Source
	if at == "" {
		at = "an unknown line"
	}
	return fmt.Sprintf("%s at %s", p.What, at)
}

func thread(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", thread %d", n)
}

// Summary is the JSON of a run.
type Summary struct {
	Program string    `json:"program"`
	Ranks   int       `json:"ranks"`
	Races   []*Report `json:"races"`
	Hidden  int       `json:"suppressed"`
	Unseen  []string  `json:"unseen"` // what the checker could not follow
}

// JSON is the summary as text.
func (s *Summary) JSON() ([]byte, error) {
	if s.Races == nil {
		s.Races = []*Report{}
	}
	if s.Unseen == nil {
		s.Unseen = []string{}
	}
	text, err := json.MarshalIndent(s, "", "  ")
	return append(text, '\n'), err
}
