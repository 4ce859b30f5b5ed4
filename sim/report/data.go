package report

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"slices"

	"gasnetgo/sim"
	"gasnetgo/sim/stats"
)

// Data is what a page shows. Times are picoseconds.
type Data struct {
	Stats    *stats.Report `json:"stats"`
	Events   uint64        `json:"events"` // of the trace
	Cut      bool          `json:"cut"`    // the trace was cut off
	Names    []string      `json:"names"`
	Timeline Timeline      `json:"timeline"`
	Spans    []Span        `json:"spans"` // of all ranks, if they are few; otherwise none
	Messages Messages      `json:"messages"`
	Matrix   Matrix        `json:"matrix"`
	Waits    []Wait        `json:"waits"` // what took longest first
	Late     []Late        `json:"late"`  // by rank
	Load     Load          `json:"load"`
	Path     *Path         `json:"path"`
}

// Timeline is the share of the time of each bin that each rank spends in each state: bytes, of which 255 is the whole bin, rank by rank, in base64.
type Timeline struct {
	Ranks     int      `json:"ranks"`
	Bins      int      `json:"bins"`
	Width     sim.Time `json:"width_ps"`
	Library   string   `json:"library"`
	Waiting   string   `json:"waiting"`
	Computing string   `json:"computing"`
}

// Span is rank, begin and end in picoseconds, the index of a name, and a state: 0 in the library, 1 waiting, 2 computing.
type Span [5]int64

// Messages are those that can be drawn: one in Every of them.
type Messages struct {
	Every int        `json:"every"`
	List  [][5]int64 `json:"list"` // sender, receiver, sent and visible in picoseconds, bytes of payload
}

// Matrix has a row and a column for each block of ranks.
type Matrix struct {
	Block   int      `json:"block"` // ranks in a row or column
	Size    int      `json:"size"`  // rows and columns
	Entries []Entry  `json:"entries"`
	Count   uint64   `json:"count"` // of all entries
	Bytes   uint64   `json:"bytes"`
	Waited  sim.Time `json:"waited_ps"`
	Unknown uint64   `json:"unknown"` // messages whose sender the trace does not have
}

// Entry is sender, receiver, messages, bytes of payload, and the time of the receiver's waits that these messages ended.
type Entry [5]int64

// Wait is one reason to wait, over all ranks.
type Wait struct {
	Why     string   `json:"why"`
	Count   uint64   `json:"count"`
	Time    sim.Time `json:"time_ps"`
	Longest sim.Time `json:"longest_ps"`
	Message sim.Time `json:"message_ps"` // of Time: a message ended the wait
}

// Late is how much others wait for a rank.
type Late struct {
	Rank   int      `json:"rank"`
	Caused sim.Time `json:"caused_ps"` // waits of others that its messages ended
	Path   sim.Time `json:"path_ps"`   // of the critical path
}

// Load is how busy parts of nodes are, in bins of time: two bytes each, little-endian, of which 65535 is the whole bin, in base64.
type Load struct {
	Bins  int        `json:"bins"`
	Width sim.Time   `json:"width_ps"`
	Parts []PartLoad `json:"parts"`
}

// PartLoad is a part of a node, or a link: "link x+".
type PartLoad struct {
	Node int    `json:"node"`
	Name string `json:"name"`
	Busy string `json:"busy"`
}

// Limits of what a page has.
const (
	mostRows     = 256     // of the matrix
	mostSpans    = 40000   // that are shown one by one
	mostMessages = 30000   // that can be drawn
	timelineBins = 1 << 19 // of all ranks
	mostOfARank  = 1 << 14
	mostLoadBins = 1 << 20 // of all parts
)

// Data aggregates what the trace has had. The Builder is used up.
func (b *Builder) Data(s *stats.Report, cut bool) *Data {
	for len(b.ranks) < len(s.Ranks) {
		b.ranks = append(b.ranks, rankLog{})
	}
	d := &Data{Stats: s, Events: b.events, Cut: cut, Names: b.names}
	total := s.Time
	spans := 0
	for i := range b.ranks {
		r := &b.ranks[i]
		r.spans = flatten(r.spans)
		slices.SortStableFunc(r.arrivals, func(x, y arrival) int { return cmp.Compare(x.at, y.at) })
		spans += len(r.spans)
		if n := len(r.spans); n > 0 {
			total = max(total, r.spans[n-1].end)
		}
		b.come(i)
	}
	d.Timeline = b.timeline(total)
	d.Spans = []Span{}
	if spans <= mostSpans {
		for i := range b.ranks {
			for _, v := range b.ranks[i].spans {
				d.Spans = append(d.Spans, Span{int64(i), int64(v.begin), int64(v.end), int64(v.name), int64(v.state)})
			}
		}
	}
	d.Path = b.path()
	for i := range b.ranks {
		d.Late = append(d.Late, Late{Rank: i, Path: d.Path.of[i]})
	}
	b.exchange(d)
	d.Load = b.loads()
	return d
}

// come notes when targets have seen operations.
func (b *Builder) come(rank int) {
	for _, a := range b.ranks[rank].arrivals {
		if op, ok := b.operations[a.op]; ok && int(op.to) == rank && op.come == 0 {
			op.come = a.at
			b.operations[a.op] = op
		}
	}
}

func (b *Builder) timeline(total sim.Time) Timeline {
	n := max(len(b.ranks), 1)
	t := Timeline{Ranks: len(b.ranks), Bins: min(mostOfARank, max(1, timelineBins/n))}
	t.Width = max(1, (total+sim.Time(t.Bins)-1)/sim.Time(t.Bins))
	var bytes [3][]byte
	sum := [3][]sim.Time{}
	for k := range sum {
		sum[k] = make([]sim.Time, t.Bins)
	}
	for i := range b.ranks {
		for k := range sum {
			clear(sum[k])
		}
		for _, s := range b.ranks[i].spans {
			for begin := s.begin; begin < s.end; {
				bin := begin / t.Width
				next := min(s.end, (bin+1)*t.Width)
				sum[s.state][bin] += next - begin
				begin = next
			}
		}
		for k := range sum {
			for _, v := range sum[k] {
				bytes[k] = append(bytes[k], byte((v*255+t.Width/2)/t.Width))
			}
		}
	}
	encode := base64.StdEncoding.EncodeToString
	t.Library, t.Waiting, t.Computing = encode(bytes[library]), encode(bytes[waiting]), encode(bytes[computing])
	return t
}

// exchange fills in what messages tell: the matrix, messages to draw, waits and what they waited for.
func (b *Builder) exchange(d *Data) {
	m := &d.Matrix
	m.Block = max(1, (len(b.ranks)+mostRows-1)/mostRows)
	m.Size = (len(b.ranks) + m.Block - 1) / m.Block
	entries := make([]Entry, m.Size*m.Size)
	entry := func(from, to int) *Entry { return &entries[from/m.Block*m.Size+to/m.Block] }
	d.Messages = Messages{Every: 1, List: [][5]int64{}}
	waits := map[int32]*Wait{}
	for i := range b.ranks {
		r := &b.ranks[i]
		for k := range r.arrivals {
			a := &r.arrivals[k]
			from, answer, sent, ok := b.sender(i, a)
			if !ok {
				m.Unknown++
				continue
			}
			e := entry(from, i)
			e[2]++
			e[3] += int64(a.bytes)
			m.Count++
			m.Bytes += a.bytes
			if answer {
				sent = max(sent, b.operations[a.op].come)
			}
			d.Messages.add(m.Count, [5]int64{int64(from), int64(i), int64(sent), int64(a.at), int64(a.bytes)})
		}
		for k := range r.spans {
			if s := &r.spans[k]; s.state == waiting {
				b.wait(d, waits, i, s, entry)
			}
		}
	}
	m.Entries = []Entry{}
	for i, e := range entries {
		if e[2]+e[4] != 0 {
			e[0], e[1] = int64(i/m.Size), int64(i%m.Size)
			m.Entries = append(m.Entries, e)
		}
	}
	d.Waits = []Wait{}
	for _, w := range waits {
		d.Waits = append(d.Waits, *w)
	}
	slices.SortFunc(d.Waits, func(x, y Wait) int { return cmp.Or(cmp.Compare(y.Time, x.Time), cmp.Compare(x.Why, y.Why)) })
}

// wait counts a wait of a rank, and whom it waited for.
func (b *Builder) wait(d *Data, waits map[int32]*Wait, rank int, s *span, entry func(from, to int) *Entry) {
	w := waits[s.name]
	if w == nil {
		w = &Wait{Why: b.names[s.name][len("wait: "):]}
		waits[s.name] = w
	}
	took := s.end - s.begin
	w.Count++
	w.Time += took
	w.Longest = max(w.Longest, took)
	d.Matrix.Waited += took
	a, some := b.received(&b.ranks[rank], s)
	if !some {
		return
	}
	from, _, _, ok := b.sender(rank, &a)
	if !ok {
		return
	}
	w.Message += took
	entry(from, rank)[4] += int64(took)
	if from != rank {
		d.Late[from].Caused += took
	}
}

// add adds message number n, from 1 on, if it is one in Every. Of too many it drops every other one.
func (m *Messages) add(n uint64, v [5]int64) {
	if n%uint64(m.Every) != 0 {
		return
	}
	if len(m.List) == mostMessages {
		m.Every *= 2
		kept := m.List[:0]
		for i := 1; i < len(m.List); i += 2 {
			kept = append(kept, m.List[i])
		}
		m.List = kept
		if n%uint64(m.Every) != 0 {
			return
		}
	}
	m.List = append(m.List, v)
}

func (b *Builder) loads() Load {
	l := Load{Bins: b.load.bins, Width: b.load.width, Parts: []PartLoad{}}
	for len(b.load.parts)*l.Bins > mostLoadBins && l.Bins > leastBins {
		b.load.double()
		l.Bins /= 2
		l.Width = b.load.width
	}
	for _, p := range b.partOrder {
		if p.busy == nil {
			continue
		}
		var text []byte
		for _, v := range p.busy[:l.Bins] {
			text = binary.LittleEndian.AppendUint16(text, uint16(min(65535, (v*65535+l.Width/2)/l.Width)))
		}
		l.Parts = append(l.Parts, PartLoad{p.node, p.name, base64.StdEncoding.EncodeToString(text)})
	}
	return l
}
