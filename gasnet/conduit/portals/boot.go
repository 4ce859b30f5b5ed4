package portals

import (
	"math/bits"

	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
)

// Boot is a rank's end of exchanges before it has a conduit, such as that of the sizes of segments.
//
// In round i a rank puts what it has, at most 2^i numbers, into the memory of the rank 2^i before it. A rank that is through with an exchange may begin the next one
// while others are not, but not the one after that, so there are two places for numbers.
type Boot struct {
	Config
	ranks  int
	client *client.Client
	queue  *client.Queue
	entry  *client.Entry
	memory []byte // Portals has its address only
	turn   int    // the place of the next exchange
	came   [2]uint64
	flying client.Count // puts that have not left this rank
}

const bytesOfNumber = 8

// NewBoot makes a rank's end. Of the configuration, Segments, Options and Threads do not matter. Peers may exchange when all ranks have done so.
func NewBoot(c Config, ranks int) (*Boot, error) {
	if c.Memory == nil {
		c.Memory = makeMemory
	}
	b := &Boot{Config: c, ranks: ranks, memory: c.Memory(uint64(2 * ranks * bytesOfNumber))}
	b.client = client.New(client.Config{Name: "GASNet", Host: c.Host, Link: c.Link, Index: c.Index, Wait: c.World.Wait})
	rounds := bits.Len(uint(ranks))
	err := b.client.Open(func(s *client.Setup) {
		b.queue = s.Polled(uint64(4*rounds), b.arrived)
		at := Segment{Base: memory.Address(b.memory), Len: uint64(len(b.memory))}
		b.entry = &client.Entry{
			Index: indexMessages, Bits: toBoot << selectorShift, Ignore: ignoreAll,
			MD: at.Describe(ptl.MDOpPut|ptl.MDManageRemote|client.NoStart, b.queue.Handle()),
		}
		s.Entry(b.entry)
	})
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Exchange is what all ranks have contributed, by rank. Collective; it blocks until all ranks have begun the exchange.
func (b *Boot) Exchange(mine uint64) ([]uint64, error) {
	at := b.turn * b.ranks * bytesOfNumber
	here := memory.Slice[uint64](memory.Address(b.memory[at:]), b.ranks) // here[i] is of the rank i behind this one
	here[0] = mine
	for round, n := 0, 1; n < b.ranks; round, n = round+1, 2*n {
		if err := b.send(at, round, min(n, b.ranks-n)); err != nil {
			return nil, err
		}
		if !b.wait("an exchange between all ranks", func() bool { return b.came[b.turn]>>round&1 != 0 }) {
			return nil, b.client.Err()
		}
	}
	b.came[b.turn] = 0
	b.turn = 1 - b.turn
	all := make([]uint64, b.ranks)
	for i, v := range here {
		all[(b.Me+i)%b.ranks] = v
	}
	return all, nil
}

// send puts the first numbers of the exchange at offset at into the rank that the round has.
func (b *Boot) send(at, round, numbers int) error {
	n := 1 << round
	to := (b.Me + b.ranks - n) % b.ranks
	var o *client.Operation
	b.wait("room for a message", func() bool {
		o = b.client.TryStart(0, b.ID(to))
		return o != nil
	})
	if o == nil {
		return b.client.Err()
	}
	b.Host.Lock()
	o.CountComplete(&b.flying)
	b.World.Charge(pace.Call, 1)
	target := ptl.Target{
		ID: b.ID(to), PT: b.Index + indexMessages, MatchBits: toBoot<<selectorShift | o.ID(), Offset: uint64(at + n*bytesOfNumber),
	}
	err := b.client.Message(o, b.entry.At(uint64(at)), uint64(numbers*bytesOfNumber), target, uint64(b.turn)<<8|uint64(round))
	b.client.Release(o)
	b.Host.Unlock()
	return err
}

// arrived notes the numbers of a round.
func (b *Boot) arrived(e *ptl.Event) {
	if e.Kind == ptl.PutEnd && b.client.Check(e) {
		b.came[e.HdrData>>8&1] |= 1 << (e.HdrData & 0xff)
	}
}

// wait blocks until cond holds, which is called with the lock. It reports false if the exchange has failed.
func (b *Boot) wait(why string, cond func() bool) bool {
	done, ok := false, true
	b.World.Wait(why, func() bool {
		b.Host.Lock()
		defer b.Host.Unlock()
		if done {
			return true
		}
		for b.Link.Serve() {
		}
		events, empty := b.queue.Poll(0)
		if events > 0 {
			b.World.Charge(pace.Hit, uint64(events))
		}
		if empty {
			b.World.Charge(pace.Miss, 1)
		}
		ok = b.client.Err() == nil
		done = !ok || cond()
		return done
	})
	return ok
}

// Close frees what NewBoot has created. All ranks are through with their exchanges.
func (b *Boot) Close() {
	b.wait("the last puts of an exchange", func() bool { return b.flying == 0 })
	b.client.Close()
}
