// Package mixed is ARMCI on several hosts: windows to the ranks of this host, a network to all others.
package mixed

import (
	"gasnetgo/armci"
	"gasnetgo/armci/transport/ofi"
	"gasnetgo/armci/transport/window"
)

// Transport is an armci.Transport. Several threads may use it.
type Transport struct {
	local   *window.Transport
	network *ofi.Transport
	here    func(rank int) bool
}

var (
	_ armci.Transport    = (*Transport)(nil)
	_ armci.DirectMapper = (*Transport)(nil)
	_ armci.Packer       = (*Transport)(nil)
	_ armci.Flagger      = (*Transport)(nil)
)

// New makes a transport of two; here says which ranks have windows.
func New(local *window.Transport, network *ofi.Transport, here func(rank int) bool) *Transport {
	return &Transport{local: local, network: network, here: here}
}

func (t *Transport) to(rank int) armci.Transport {
	if t.here(rank) {
		return t.local
	}
	return t.network
}

// Put and the others take the way to a rank.
func (t *Transport) Put(to int, dest, source uintptr, bytes uint64) armci.Op {
	return t.to(to).Put(to, dest, source, bytes)
}

func (t *Transport) Get(from int, dest, source uintptr, bytes uint64) armci.Op {
	return t.to(from).Get(from, dest, source, bytes)
}

func (t *Transport) Atomic(on int, at uintptr, a armci.Atomic) uint64 {
	return t.to(on).Atomic(on, at, a)
}

func (t *Transport) Fence(to int)                              { t.to(to).Fence(to) }
func (t *Transport) Ring(rank int)                             { t.to(rank).Ring(rank) }
func (t *Transport) Send(to int, m armci.Message) error        { return t.to(to).Send(to, m) }
func (t *Transport) Receive(from int) (armci.Message, bool)    { return t.to(from).Receive(from) }
func (t *Transport) Nearby(rank int, at uintptr) []armci.Range { return t.to(rank).Nearby(rank, at) }
func (t *Transport) Allocated(rank int, at uintptr, bytes uint64) bool {
	return t.to(rank).Allocated(rank, at, bytes)
}

// Done is about operations over the network: in windows all are complete at once.
func (t *Transport) Done(op armci.Op) bool { return t.network.Done(op) }

// Announce sets the map that ranks of this host read, and notifies ranks of others.
func (t *Transport) Announce(at uintptr, bytes uint64, allocated bool) {
	t.network.Announce(at, bytes, allocated)
}

// Direct is for memory of ranks of this host: accumulates to others are the network's.
func (t *Transport) Direct(rank int, at uintptr) uintptr { return t.local.Direct(rank, at) }

// Move is the network's.
func (t *Transport) Move(rank int, x *armci.Transfer) (armci.Op, bool) {
	if t.here(rank) {
		return 0, false
	}
	return t.network.Move(rank, x)
}

// PutFlag stores a flag behind what has been put before.
func (t *Transport) PutFlag(to int, dest, source uintptr, bytes uint64, at uintptr, value int32) armci.Op {
	if !t.here(to) {
		return t.network.PutFlag(to, dest, source, bytes, at, value)
	}
	t.local.Put(to, dest, source, bytes)
	t.local.Fence(to)
	t.local.Atomic(to, at, armci.Atomic{Kind: armci.AtomicSwap, Width: 4, Value: uint64(uint32(value))})
	t.local.Ring(to)
	return 0
}
