package stats

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"gasnetgo/sim"
)

// listed is the number of rows shown of a table; a line gives the number omitted.
const listed = 32

// Text writes the report as tables for people. Of many ranks, nodes and links it shows some; JSON has all.
func (r *Report) Text(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s on %d ranks of %s: %v of virtual time, %d events\n", r.Program, len(r.Ranks), r.Machine, r.Time, r.Events)
	t := &table{w: tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)}
	r.ranks(t)
	r.calls(t)
	r.operations(t)
	r.nodes(t)
	r.links(t)
	_ = t.w.Flush() // to memory
	_, err := w.Write(b.Bytes())
	return err
}

type table struct{ w *tabwriter.Writer }

func (t *table) head(title string, columns ...any) {
	_ = t.w.Flush()
	fmt.Fprintf(t.w, "\n%s\n", title)
	_ = t.w.Flush()
	t.row(columns...)
}

func (t *table) row(columns ...any) {
	for _, c := range columns {
		switch v := c.(type) {
		case sim.Time:
			c = v.Microseconds()
			fmt.Fprintf(t.w, "%.3f\t", c)
		default:
			fmt.Fprintf(t.w, "%v\t", c)
		}
	}
	fmt.Fprintln(t.w)
}

func (t *table) rest(n int, of string) {
	if n > listed {
		_ = t.w.Flush()
		fmt.Fprintf(t.w, "  and %d more %s (--stats=FILE.json has all)\n", n-listed, of)
	}
}

func (r *Report) ranks(t *table) {
	t.head("Ranks (times in us)", "rank", "node", "calls", "sent", "received", "bytes sent", "bytes received", "computing", "in library", "waiting", "interrupted", "ended")
	all := Rank{}
	for i, v := range r.Ranks {
		if i < listed {
			t.row(v.Rank, v.Node, v.Calls, v.Sent, v.Received, v.BytesSent, v.BytesReceived, v.Computing, v.Library, v.Waiting, v.Interrupted, v.Ended)
		}
		all.Calls += v.Calls
		all.Sent += v.Sent
		all.Received += v.Received
		all.BytesSent += v.BytesSent
		all.BytesReceived += v.BytesReceived
		all.Computing += v.Computing
		all.Library += v.Library
		all.Waiting += v.Waiting
		all.Interrupted += v.Interrupted
		all.Ended = max(all.Ended, v.Ended)
	}
	t.row("all", "", all.Calls, all.Sent, all.Received, all.BytesSent, all.BytesReceived, all.Computing, all.Library, all.Waiting, all.Interrupted, all.Ended)
	t.rest(len(r.Ranks), "ranks")
}

func (r *Report) calls(t *table) {
	t.head("Calls of all ranks (times in us)", "function", "calls", "time", "waiting", "mean", "longest")
	for _, c := range r.Calls[:min(listed, len(r.Calls))] {
		t.row(c.Name, c.Calls, c.Time, c.Waiting, c.Time/sim.Time(c.Calls), c.Longest)
	}
	t.rest(len(r.Calls), "functions")
}

func (r *Report) operations(t *table) {
	most, sum := uint64(1), uint64(0)
	for _, s := range r.Operations {
		most = max(most, s.Put+s.Get+s.GetPut)
		sum += s.Put + s.Get + s.GetPut
	}
	t.head(fmt.Sprintf("Operations by size: %d, besides %d answers and %d messages of barriers", sum, r.Answers, r.Barriers), "bytes", "put", "get", "getput", "")
	for _, s := range r.Operations {
		sizes := strconv.FormatUint(s.From, 10)
		if s.To > s.From {
			sizes += "-" + strconv.FormatUint(s.To, 10)
		}
		const width = 40
		bar := strings.Repeat("#", int((s.Put+s.Get+s.GetPut)*width/most))
		t.row(sizes, s.Put, s.Get, s.GetPut, fmt.Sprintf("%-*s", width, bar))
	}
}

func (r *Report) nodes(t *table) {
	if len(r.Nodes) == 0 {
		return
	}
	columns := []any{"node", "place"}
	for _, c := range r.Nodes[0].Counters {
		columns = append(columns, c.Title)
	}
	t.head("Nodes (times in us; "+r.note+"; "+r.Topology+")", columns...)
	for _, n := range r.Nodes[:min(listed, len(r.Nodes))] {
		row := []any{n.Node, n.Place}
		for _, c := range n.Counters {
			if c.Time {
				row = append(row, sim.Time(c.Value))
			} else {
				row = append(row, c.Value)
			}
		}
		t.row(row...)
	}
	t.rest(len(r.Nodes), "nodes")
}

func (r *Report) links(t *table) {
	if len(r.Links) == 0 {
		return
	}
	t.head("Links that were busy for longest (times in us; waited for: the sum over trains of packets)", "node", "link", "packets", "bytes", "busy", "of the time", "waited for", "retries")
	busiest := slices.DeleteFunc(slices.Clone(r.Links), func(l Link) bool { return l.Packets == 0 })
	slices.SortStableFunc(busiest, func(a, b Link) int { return cmp.Compare(b.Busy, a.Busy) })
	for _, l := range busiest[:min(listed, len(busiest))] {
		t.row(l.Node, l.Direction, l.Packets, l.Bytes, l.Busy, fmt.Sprintf("%.1f%%", 100*float64(l.Busy)/float64(max(r.Time, 1))), l.Waited, l.Retries)
	}
	t.rest(len(busiest), "links")
}
