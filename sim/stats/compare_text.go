package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"gasnetgo/sim"
)

// isMost reports whether a counter is the most of something at a time.
func isMost(key string) bool { return strings.HasPrefix(key, "most_") }

// JSON writes the whole comparison.
func (c *Comparison) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(c)
}

// Text writes the comparison as tables for people: differences that matter, and how many there are besides.
func (c *Comparison) Text(w io.Writer) error {
	var b bytes.Buffer
	t := &table{w: tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)}
	for _, s := range []struct {
		name string
		of   *Side
	}{{"A", &c.A}, {"B", &c.B}} {
		fmt.Fprintf(&b, "%s: %s on %d ranks of %s: %v, %d messages, %d bytes\n", s.name, s.of.words(), s.of.Ranks, s.of.Machine, s.of.Time, s.of.Messages, s.of.Bytes)
	}
	fmt.Fprintf(&b, "%s\n", c.verdict())
	if len(c.Parameters) > 0 {
		t.head("Parameters that differ", "parameter", "A", "B")
		for _, p := range c.Parameters {
			t.row(p.Key, orNone(p.A), orNone(p.B))
		}
	}
	t.head("Time of a rank, on average (times in us)", "", "A", "B", "B - A", "of A's time", "")
	for _, p := range c.Parts {
		t.row(p.Name, p.A, p.B, signed(p.B-p.A), c.share(p.A, p.B), mark(p.Matters))
	}
	c.textFunctions(t)
	c.textRanks(t)
	c.textLinks(t)
	if len(c.Counters) > 0 {
		t.head("Counters of nodes that differ: sums, or the largest", "counter", "A", "B")
		for _, n := range c.Counters {
			t.row(n.Key, n.A, n.B)
		}
	}
	_ = t.w.Flush() // to memory
	_, err := w.Write(b.Bytes())
	return err
}

func (c *Comparison) textFunctions(t *table) {
	c.section(t, "functions", len(c.Functions), func(i int) bool { return c.Functions[i].Matters }, func() {
		t.head("Functions, on average over the ranks (times in us; calls: of all ranks)", "function", "calls A", "calls B", "A", "B", "B - A", "waiting A", "waiting B", "of A's time")
	}, func(i int) {
		f := &c.Functions[i]
		t.row(f.Name, f.CallsA, f.CallsB, f.A, f.B, signed(f.B-f.A), f.WaitingA, f.WaitingB, c.share(f.A, f.B))
	})
}

func (c *Comparison) textRanks(t *table) {
	c.section(t, "ranks", len(c.Ranks), func(i int) bool { return c.Ranks[i].Matters }, func() {
		t.head("Ranks (times in us)", "rank", "ended A", "B - A", "computing A", "B - A", "in library A", "B - A", "waiting A", "B - A")
	}, func(i int) {
		a, b := &c.Ranks[i].A, &c.Ranks[i].B
		t.row(a.Rank, a.Ended, signed(b.Ended-a.Ended), a.Computing, signed(b.Computing-a.Computing), a.Library, signed(b.Library-a.Library), a.Waiting, signed(b.Waiting-a.Waiting))
	})
}

func (c *Comparison) textLinks(t *table) {
	c.section(t, "links", len(c.Links), func(i int) bool { return c.Links[i].Matters }, func() {
		t.head("Links (times in us; waited for: the sum over trains of packets)", "node", "link", "packets A", "packets B", "busy A", "busy B", "waited for A", "waited for B")
	}, func(i int) {
		l := &c.Links[i]
		at := l.A
		if at.Direction == "" {
			at = l.B
		}
		t.row(at.Node, at.Direction, l.A.Packets, l.B.Packets, l.A.Busy, l.B.Busy, l.A.Waited, l.B.Waited)
	})
}

// section is a table of the rows that matter, the first of them if they are many, and a line about the others.
func (c *Comparison) section(t *table, what string, all int, matters func(i int) bool, head func(), row func(i int)) {
	n := 0
	for i := range all {
		if !matters(i) {
			continue
		}
		if n == 0 {
			head()
		}
		if n < listed {
			row(i)
		}
		n++
	}
	_ = t.w.Flush()
	if n == 0 && all > 0 {
		fmt.Fprintln(t.w)
	}
	if n > listed {
		fmt.Fprintf(t.w, "  and %d more %s with differences that matter (--json has all)\n", n-listed, what)
	}
	if all > n {
		fmt.Fprintf(t.w, "  %d %s differ by less than %v or not at all\n", all-n, what, c.Least)
	}
}

// verdict says which run is faster, and what makes the most of it.
func (c *Comparison) verdict() string {
	switch {
	case c.A.Time == c.B.Time:
		return "both take the same time"
	case !c.matters(c.A.Time, c.B.Time):
		return fmt.Sprintf("B takes %s us (%s): too little to matter", signed(c.B.Time-c.A.Time), c.share(c.A.Time, c.B.Time))
	}
	most := c.Parts[0]
	for _, p := range c.Parts[:3] { // interrupts are part of the others
		if away(p.A, p.B) > away(most.A, most.B) {
			most = p
		}
	}
	text := fmt.Sprintf("B takes %s us (%s)", signed(c.B.Time-c.A.Time), c.share(c.A.Time, c.B.Time))
	if most.Matters {
		text += fmt.Sprintf("; most of it: %s, %s us in a rank", most.Name, signed(most.B-most.A))
	}
	for _, f := range c.Functions[:min(1, len(c.Functions))] {
		if f.Matters {
			text += fmt.Sprintf("; the function that differs most: %s, %s us", f.Name, signed(f.B-f.A))
		}
	}
	return text
}

// share is a difference in percent of A's time.
func (c *Comparison) share(a, b sim.Time) string {
	return fmt.Sprintf("%+.1f%%", 100*float64(b-a)/float64(max(c.A.Time, 1)))
}

func (s *Side) words() string {
	if len(s.Command) > 1 {
		return s.Program + " " + strings.Join(s.Command[1:], " ")
	}
	return s.Program
}

func signed(t sim.Time) string { return fmt.Sprintf("%+.3f", t.Microseconds()) }

func orNone(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func mark(matters bool) string {
	if matters {
		return "matters"
	}
	return ""
}
