package ofi

import (
	"encoding/binary"

	"gasnetgo/armci"
	layer "gasnetgo/ofi/request"
)

// A rank requests once what is allocated around an address of another one, and remembers it until the owner says that it has freed memory there.

// Announce notes what is allocated. It returns when all ranks that have requested it know that memory is free.
func (t *Transport) Announce(at uintptr, bytes uint64, allocated bool) {
	t.Port.Lock() // the thread that polls replies what is allocated around other addresses
	defer t.Port.Unlock()
	t.Pages.Announce(at, bytes, allocated)
	if allocated {
		return
	}
	open := 0
	for rank := range t.peers {
		if t.peers[rank].knows && !t.resting {
			open++
			t.request(rank, layer.Message{Kind: msgFreed, At: uint64(at), Value: bytes}, nil, 0, note{read: func([]byte) { open-- }})
		}
	}
	t.await(func() bool { return open == 0 })
}

// Rest says whether all ranks are between ARMCI_Finalize and the next ARMCI_Init: all memory is free then, and peers need not be there to be notified.
func (t *Transport) Rest(on bool) {
	t.Port.Lock()
	defer t.Port.Unlock()
	t.resting = on
	for i := range t.peers {
		t.peers[i].known = nil
	}
}

// Allocated checks every byte.
func (t *Transport) Allocated(rank int, at uintptr, bytes uint64) bool {
	if rank == t.Port.Rank {
		return t.Pages.Allocated(rank, at, bytes)
	}
	last := at + uintptr(bytes) - 1
	if last < at {
		return false
	}
	t.Port.Lock()
	defer t.Port.Unlock()
	p := &t.peers[rank]
	for {
		end := p.knownTo(at)
		if end == 0 {
			t.pages(rank, at)
			end = p.knownTo(at)
		}
		switch {
		case end == 0:
			return false
		case last < end:
			return true
		}
		at = end
	}
}

// Nearby requests that of the rank.
func (t *Transport) Nearby(rank int, at uintptr) []armci.Range {
	if rank == t.Port.Rank {
		return t.Pages.Nearby(rank, at)
	}
	t.Port.Lock()
	defer t.Port.Unlock()
	return t.pages(rank, at)
}

// pages requests what is allocated around an address of a rank, and remembers it. It needs the lock.
func (t *Transport) pages(rank int, at uintptr) (all []armci.Range) {
	p := &t.peers[rank]
	t.requestAndWait(rank, layer.Message{Kind: msgPages, At: uint64(at)}, layer.AnyBytes, func(b []byte) {
		for ; len(b) >= 16; b = b[16:] {
			r := armci.Range{From: uintptr(binary.LittleEndian.Uint64(b)), To: uintptr(binary.LittleEndian.Uint64(b[8:]))}
			all = append(all, r)
			p.forget(r)
			p.known = append(p.known, r)
		}
	})
	return all
}

// knownTo is the end of the allocated range around an address, as far as this rank knows it; 0: it knows none.
func (p *peer) knownTo(at uintptr) uintptr {
	for _, r := range p.known {
		if r.From <= at && at < r.To {
			return r.To
		}
	}
	return 0
}

// forget removes a range from those that are known.
func (p *peer) forget(gone armci.Range) {
	var left []armci.Range
	for _, r := range p.known {
		if r.From < min(r.To, gone.From) {
			left = append(left, armci.Range{From: r.From, To: min(r.To, gone.From)})
		}
		if max(r.From, gone.To) < r.To {
			left = append(left, armci.Range{From: max(r.From, gone.To), To: r.To})
		}
	}
	p.known = left
}
