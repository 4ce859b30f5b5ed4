package ofi

import (
	"encoding/binary"
	"fmt"
)

// Barrier is a barrier of all ranks of a port: in round k, a rank notifies the one 2^k further on and waits for the one 2^k before it.
type Barrier struct {
	port  *Port
	came  []uint32 // notifications of each round, ever; guarded by the port's lock
	epoch uint32   // barriers entered
	ranks []int    // participants, of which this rank is number me
	me    int
}

// NewBarrier makes the barrier of these ranks of the port, of which this rank is one; it uses the channel Control.
func NewBarrier(p *Port, ranks []int) *Barrier {
	b := &Barrier{port: p, ranks: ranks}
	for i, r := range ranks {
		if r == p.Rank {
			b.me = i
		}
	}
	for n := 1; n < len(ranks); n *= 2 {
		b.came = append(b.came, 0)
	}
	p.Attach(Control, b)
	return b
}

// Receive notes a notification.
func (b *Barrier) Receive(from int, body []byte) {
	round := uint32(len(b.came))
	if len(body) == 4 {
		round = binary.LittleEndian.Uint32(body)
	}
	if round >= uint32(len(b.came)) {
		b.port.fail(BadMessage(from, fmt.Errorf("%d bytes are no notification of a barrier", len(body))))
		return
	}
	b.came[round]++
}

// Batch has nothing to do.
func (b *Barrier) Batch() {}

// Enter returns when every participant has called it as often. It blocks.
func (b *Barrier) Enter() {
	b.epoch++
	for k, step := 0, 1; k < len(b.came); k, step = k+1, 2*step {
		b.port.Lock()
		b.port.Send(b.ranks[(b.me+step)%len(b.ranks)], Control, binary.LittleEndian.AppendUint32(nil, uint32(k)), nil)
		b.port.Unlock()
		b.port.WaitLocked(func() bool {
			return int32(b.came[k]-b.epoch) >= 0 || b.port.Broken() != nil
		})
	}
}
