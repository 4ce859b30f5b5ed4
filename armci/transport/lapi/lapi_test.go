package lapi

import (
	"math/rand/v2"
	"sync"
	"testing"

	"gasnetgo/armci"
	"gasnetgo/armci/armcitest"
	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
	"gasnetgo/lapi/client"
)

// link is a context over memory that all ranks share. Packets may overtake one another.
type link struct {
	*armcitest.Rank
	net   *net
	mu    sync.Mutex
	in    []arrived
	order *rand.Rand // nil: in order
}

type arrived struct {
	from  int
	bytes []byte
}

// net is the links of a job.
type net struct {
	mu    sync.Mutex
	links map[int]*link
}

func (l *link) Limits() (payload, copied uint64) { return 200, 100 }
func (l *link) Tune(c *lapi.Config)              { c.Header, c.Whole, c.Window = 300, false, 8 }
func (l *link) Changed(bool)                     {}

func (l *link) Send(to int, p *lapi.Packet) {
	whole := *p
	if whole.Data == nil {
		whole.Data, whole.From = client.Gather(p.From), nil
	}
	l.net.mu.Lock()
	there := l.net.links[to]
	l.net.mu.Unlock()
	there.mu.Lock()
	there.in = append(there.in, arrived{l.Rank.Rank(), whole.Append(nil)})
	there.mu.Unlock()
	l.Poke()
}

func (l *link) Poll(handle func(from int, p *lapi.Packet)) (bool, error) {
	l.mu.Lock()
	if len(l.in) == 0 {
		l.mu.Unlock()
		return false, nil
	}
	i := 0
	if l.order != nil {
		i = l.order.IntN(len(l.in))
	}
	a := l.in[i]
	l.in = append(l.in[:i:i], l.in[i+1:]...)
	l.mu.Unlock()
	p, err := lapi.Decode(a.bytes)
	if err == nil {
		handle(a.from, p)
	}
	return true, err
}

func (l *link) Copy(_ int, p *lapi.Packet, into []lapi.Piece) error {
	data := p.Data
	for _, q := range into {
		data = data[copy(memory.Bytes(q.At, q.Len), data):]
	}
	return nil
}

// world takes no time.
type world struct {
	*armcitest.Rank
	link *link
}

func (w *world) Enter() {}
func (w *world) Arrived() bool {
	w.link.mu.Lock()
	defer w.link.mu.Unlock()
	return len(w.link.in) > 0
}
func (w *world) Polls(bool)     {}
func (w *world) Fail(err error) { w.Rank.Fail(1, err.Error()) }

func TestTransport(t *testing.T) {
	for name, c := range map[string]struct {
		shuffle bool
		direct  uint64
		sizes   []int
	}{"in order": {sizes: []int{3}}, "out of order": {shuffle: true}, "runs of their own": {shuffle: true, direct: 64, sizes: []int{3}}} {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex
			nets := map[*armcitest.Job]*net{}
			factory := func(r *armcitest.Rank) armci.Transport {
				mu.Lock()
				n := nets[r.Job]
				if n == nil {
					n = &net{links: map[int]*link{}}
					for i := range r.Size() {
						n.links[i] = &link{net: n}
					}
					nets[r.Job] = n
				}
				mu.Unlock()
				l := n.links[r.Rank()]
				l.Rank = r
				if c.shuffle {
					l.order = rand.New(rand.NewPCG(uint64(r.Rank()), 5))
				}
				return New(Config{Link: l, World: &world{Rank: r, link: l}, Pages: r.Pages(), Ranks: r.Size(), Part: r.Control(r.Rank()), Len: r.Bytes(), Direct: c.direct})
			}
			armcitest.Run(t, factory, c.sizes...)
		})
	}
}
