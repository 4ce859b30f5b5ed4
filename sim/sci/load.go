package sci

import "gasnetgo/sim"

// loading is loads of a processor from ascending addresses.
type loading struct {
	a    *Adapter
	from Place
	into []byte
	done func()
	s    *stream
}

// Load reads bytes of another node, or of this one, as a processor does with loads of words from ascending addresses. The processor is busy until done is called; then the bytes are in into. The bridge
// reads a whole stream at a time (Bridge.Stream bytes, aligned), so words of one stream have the values of one time, at which the request was at the other node. Each word takes the processor PCI.Load
// besides.
//
// It first sends the streams that gather stores, but does not wait for them.
func (a *Adapter) Load(from Place, into []byte, done func()) {
	a.stats.loaded += uint64(len(into))
	a.Flush()
	(&loading{a: a, from: from, into: into, done: done}).step()
}

// step requests the next stream.
func (l *loading) step() {
	a := l.a
	if len(l.into) == 0 {
		l.done()
		return
	}
	if l.s = a.stream(l, l.from); l.s == nil {
		a.sendOne()
		return
	}
	l.s.user = l
	a.bus.use(transaction{a.net.PCI.words(0, 1), "load", 0, l, requested})
}

// What is over at an Act.
const (
	requested = iota // the bridge knows what to load
	loaded           // the processor has the words
)

// Act continues.
func (l *loading) Act(_ *sim.Kernel, what uint64) {
	a := l.a
	if what == requested {
		l.s.request(read, 0, a.net.Bridge.Stream, a.net.PCI.Host)
		return
	}
	n := l.next()
	copy(l.into[:n], l.s.data[l.from.Offset-l.s.place.Offset:])
	s := l.s
	l.s = nil
	l.from.Offset += n
	l.into = l.into[n:]
	a.free(s)
	l.step()
}

// next is how many bytes are loaded from the stream.
func (l *loading) next() uint64 {
	size := l.a.net.Bridge.Stream
	return min(uint64(len(l.into)), size-l.from.Offset%size)
}

// answered has the processor load the words that the bridge has now.
func (l *loading) answered(*stream) {
	p := &l.a.net.PCI
	words := (l.from.Offset%p.Word + l.next() + p.Word - 1) / p.Word
	l.a.net.k.After(p.Host+sim.Time(words)*p.Load, l, loaded)
}
