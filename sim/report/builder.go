package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gasnetgo/sim"
	"gasnetgo/sim/trace"
)

// state is what a rank does.
type state uint8

const (
	library state = iota // in a call, and not waiting
	waiting
	computing
)

// span is something that a rank does. After flattening no two of a rank overlap.
type span struct {
	begin, end sim.Time
	name       int32 // index into Builder.names
	state      state
}

// arrival is a message that a rank can see.
type arrival struct {
	at    sim.Time
	op    uint64
	bytes uint64
}

// operation is a message that a rank began, and its answer.
type operation struct {
	from, to   int32
	sent, come sim.Time // come: when its target saw it; 0: never
}

// rankLog is what is known of a rank.
type rankLog struct {
	spans    []span
	arrivals []arrival
}

// Builder takes the events of a trace.
type Builder struct {
	events     uint64
	ranks      []rankLog
	ofTrack    map[int]int // tracks of ranks
	parts      map[int]*part
	partOrder  []*part
	load       load
	nodes      int
	names      []string
	numbers    map[string]int32
	operations map[uint64]operation
}

// New returns a Builder without events.
func New() *Builder {
	return &Builder{ofTrack: map[int]int{}, parts: map[int]*part{}, numbers: map[string]int32{}, operations: map[uint64]operation{}}
}

// Read takes all events of a trace. A trace that was cut off is no error: cut reports it.
func (b *Builder) Read(in io.Reader) (cut bool, err error) {
	err = trace.Read(in, b.Add)
	if err == io.ErrUnexpectedEOF {
		return true, nil
	}
	return false, err
}

// mostRanks bounds what the name of a track can have the Builder allocate.
const mostRanks = 1 << 20

// Add takes an event.
func (b *Builder) Add(e *trace.Event) error {
	switch e.Kind {
	case trace.GroupName:
		b.nodes++
	case trace.TrackName:
		return b.track(e)
	case trace.SpanEvent:
		b.events++
		if r, ok := b.ofTrack[e.Track.TID]; ok {
			b.rank(&b.ranks[r], r, e)
			return nil
		}
		p := b.parts[e.Track.TID]
		if p == nil {
			return fmt.Errorf("%w: an event of track %d, which has no name", trace.ErrTrace, e.Track.TID)
		}
		b.load.add(p, e.Begin, e.End, b.nodes)
	}
	return nil
}

func (b *Builder) track(e *trace.Event) error {
	number, ok := strings.CutPrefix(e.Name, "rank ")
	if !ok {
		p := &part{node: e.Track.PID - 1, name: e.Name}
		b.parts[e.Track.TID] = p
		b.partOrder = append(b.partOrder, p)
		return nil
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n >= mostRanks {
		return fmt.Errorf("%w: a track is named %q", trace.ErrTrace, e.Name)
	}
	for len(b.ranks) <= n {
		b.ranks = append(b.ranks, rankLog{})
	}
	b.ofTrack[e.Track.TID] = n
	return nil
}

// rank takes an event of a rank's track, by its name as trace.Tracer writes it.
func (b *Builder) rank(r *rankLog, id int, e *trace.Event) {
	switch {
	case e.Flow.ID != 0 && strings.HasSuffix(e.Name, " has come"):
		r.arrivals = append(r.arrivals, arrival{e.Begin, e.Flow.ID, e.Bytes})
	case e.Flow.ID != 0 && e.Flow.Out:
		_, to, ok := strings.Cut(e.Name, " to rank ")
		if n, err := strconv.Atoi(to); ok && err == nil && n >= 0 && n < len(b.ranks) {
			b.operations[e.Flow.ID] = operation{from: int32(id), to: int32(n), sent: e.End}
		}
	case e.End > e.Begin:
		s := span{e.Begin, e.End, b.number(e.Name), library}
		switch {
		case strings.HasPrefix(e.Name, "wait: "):
			s.state = waiting
		case e.Name == "compute":
			s.state = computing
		}
		r.spans = append(r.spans, s)
	}
}

func (b *Builder) number(name string) int32 {
	n, known := b.numbers[name]
	if !known {
		n = int32(len(b.names))
		b.numbers[name] = n
		b.names = append(b.names, name)
	}
	return n
}
