package node

import (
	"fmt"
	"sync/atomic"
	"time"
)

// controlLook is how often a sleeper at the control barrier looks for ranks that have left.
const controlLook = 200 * time.Millisecond

// Barrier waits until every rank of this host has called it equally often. It is the barrier of start-up and exchange: it sleeps rather than spins and blocks
// the thread. An error names a rank that has left without arriving.
//
// It shares no state with the data-plane barrier, whose speed matters and which has no Go on its stack (capi/plane/plane.c).
func (n *Node) Barrier() error {
	b := n.block()
	size := uint32(n.Locals())
	gen := atomic.LoadUint32(&b.ControlGen.V)
	if atomic.AddUint32(&b.ControlCount.V, 1)%size == 0 {
		atomic.AddUint32(&b.ControlGen.V, 1)
		futexWake(&b.ControlGen.V)
		return nil
	}
	for atomic.LoadUint32(&b.ControlGen.V) == gen {
		if futexWait(&b.ControlGen.V, gen, controlLook) {
			continue
		}
		if atomic.LoadUint32(&b.Gone.V) == 0 {
			continue
		}
		for l := range n.Locals() {
			if n.HasLeft(l) {
				return fmt.Errorf("rank %d (pid %d) has left while others wait for it", n.opts.Host.Rank(l), n.Rank(l).PID)
			}
		}
	}
	return nil
}

// Exchange gives every rank of this host what each of them contributed, by local rank. Collective; blocks; at most ExchangeBytes-2 bytes each.
func (n *Node) Exchange(mine []byte) ([][]byte, error) {
	if len(mine) > ExchangeBytes-2 {
		return nil, fmt.Errorf("an exchange of %d bytes: at most %d fit", len(mine), ExchangeBytes-2)
	}
	slot := &n.Rank(n.me).Exchange
	slot[0], slot[1] = byte(len(mine)), byte(len(mine)>>8)
	copy(slot[2:], mine)
	if err := n.Barrier(); err != nil {
		return nil, err
	}
	all := make([][]byte, n.Locals())
	for l := range n.Locals() {
		s := &n.Rank(l).Exchange
		all[l] = append([]byte(nil), s[2:2+(int(s[0])|int(s[1])<<8)]...)
	}
	// No rank may write its slot again before all have read it.
	return all, n.Barrier()
}

// Publish stores up to Line-1 bytes for the other ranks of this host under turn 0 or 1. It does not block. The caller must put a barrier between writing and reading a turn,
// and another before writing it again.
func (n *Node) Publish(turn int, mine []byte) {
	note := &n.Rank(n.me).Notes[turn]
	note[0] = byte(copy(note[1:], mine))
}

// Published is what local rank l has left under a turn; the memory is the node's.
func (n *Node) Published(l LocalRank, turn int) []byte {
	note := &n.Rank(l).Notes[turn]
	return note[1 : 1+note[0]]
}
