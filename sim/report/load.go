package report

import "gasnetgo/sim"

// part is a part of a node, or a link that begins there.
type part struct {
	node int
	name string
	busy []sim.Time // by bin of the load
}

// load is how long parts are busy, in bins of equal width that all parts share. The width doubles as time goes on.
type load struct {
	width sim.Time
	bins  int
	parts []*part
}

// Limits of the bins of a part: all parts together have some 4 million at most.
const (
	mostBins  = 512
	leastBins = 16
	allBins   = 1 << 22
	usualPart = 12 // parts of a node, to estimate how many there will be
)

// add counts a stretch of time of a part. nodes is how many there are.
func (l *load) add(p *part, begin, end sim.Time, nodes int) {
	if l.bins == 0 {
		l.bins = min(mostBins, max(leastBins, allBins/(max(nodes, 1)*usualPart)&^1))
		l.width = sim.Nanosecond
	}
	if p.busy == nil {
		p.busy = make([]sim.Time, l.bins)
		l.parts = append(l.parts, p)
	}
	for end > l.width*sim.Time(l.bins) {
		l.double()
	}
	for begin < end {
		i := begin / l.width
		next := min(end, (i+1)*l.width)
		p.busy[i] += next - begin
		begin = next
	}
}

// double makes two bins of each part one.
func (l *load) double() {
	l.width *= 2
	for _, p := range l.parts {
		half := l.bins / 2
		for i := range half {
			p.busy[i] = p.busy[2*i] + p.busy[2*i+1]
		}
		clear(p.busy[half:])
	}
}
