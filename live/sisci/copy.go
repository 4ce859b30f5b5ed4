package sisci

import (
	"fmt"
	"runtime"
	"sync"
	"time"

	"gasnetgo/internal/memory"
	"gasnetgo/sisci"
)

// Copy copies between the addresses that all processes of this host share, or by the network. It returns when the bytes are there, so barriers and checks of sequences have
// nothing to wait for.
func (w *world) Copy(c sisci.Copy) (sisci.Code, bool) {
	from, to := w.remote(c.From), w.remote(c.To)
	switch {
	case from && to:
		return w.hosts.relay(c), true
	case to:
		return w.hosts.move(c.To, true, w.at(c.From), c.Bytes, nil), true
	case from:
		return w.hosts.move(c.From, false, w.at(c.To), c.Bytes, nil), true
	}
	memory.Copy(w.at(c.To), w.at(c.From), c.Bytes)
	return sisci.OK, true
}

// remote reports whether a place is memory of another host.
func (w *world) remote(p sisci.Place) bool { return p.Key != 0 && w.far(p.Node) }

const (
	goneTime   = time.Second // from the end of a process to that of a transfer with it, which the network may not report
	relayBytes = 1 << 20
)

// relay copies from one host to another one, or within one.
func (h *hosts) relay(c sisci.Copy) sisci.Code {
	room := make([]byte, min(c.Bytes, relayBytes))
	for c.Bytes > 0 {
		n := min(c.Bytes, uint64(len(room)))
		if code := h.move(c.From, false, memory.Address(room), n, room); code != sisci.OK {
			return code
		}
		if code := h.move(c.To, true, memory.Address(room), n, room); code != sisci.OK {
			return code
		}
		c.From.Offset, c.To.Offset, c.Bytes = c.From.Offset+n, c.To.Offset+n, c.Bytes-n
	}
	return sisci.OK
}

// move writes memory of this process to a place on another host, or reads it from there, and returns when the bytes have arrived, or never will. local is kept alive until the network does
// not use it any more; nil: the memory is not Go's.
func (h *hosts) move(p sisci.Place, write bool, at uintptr, bytes uint64, local []byte) sisci.Code {
	rank := h.world.ranks[p.Node]
	place := h.regions[rank].At(p.Key + p.Offset)
	var done, arrived bool
	ended := func(failure error) {
		done, arrived = true, failure == nil
		runtime.KeepAlive(local)
		h.copies[rank]--
		h.parting(rank)
	}
	begin := h.port.Read
	if write {
		begin = h.port.Write
	}
	if h.world.gone(rank) {
		return sisci.TransferFailed
	}
	h.port.Lock()
	h.copies[rank]++
	begin(rank, at, bytes, place, ended)
	h.port.Unlock()
	var gone time.Time
	code := sisci.TransferFailed
	h.port.WaitLocked(func() bool {
		switch {
		case arrived:
			code = sisci.OK
			return true
		case done:
			return true
		case !h.world.gone(rank):
			return false
		case gone.IsZero():
			gone = time.Now()
		}
		return time.Since(gone) > goneTime
	})
	h.port.Doze() // the program may poll its memory now, where peers write by this process's library
	return code
}

// blanks are maps of segments on other hosts, whose addresses cannot be accessed.
type blanks struct {
	mu  sync.Mutex
	all map[uintptr]sisci.Mapping // by address
}

// blank reserves addresses for a map.
func (w *world) blank(m sisci.Mapping) (uintptr, sisci.Code) {
	at, code := w.opening(m, func(_, bytes uint64, want uintptr) (uintptr, error) { return w.node.Blank(bytes, want) })
	if code == sisci.OK {
		w.blanks.mu.Lock()
		defer w.blanks.mu.Unlock()
		w.blanks.all[at] = m
	}
	return at, code
}

// isBlank reports whether a map begins at an address that has no memory.
func (w *world) isBlank(at uintptr) bool {
	w.blanks.mu.Lock()
	defer w.blanks.mu.Unlock()
	_, yes := w.blanks.all[at]
	return yes
}

// Direct is client.Machine's.
func (w *world) Direct(at uintptr) bool { return !w.isBlank(at) }

// fault says of an address that could not be accessed that it is one of a map of another host's memory; "": it is not. The thread that has crashed may be in any call.
func (w *world) fault(address uint64) string {
	if !w.blanks.mu.TryLock() {
		return ""
	}
	defer w.blanks.mu.Unlock()
	for at, m := range w.blanks.all {
		if off := address - uint64(at); off < m.Bytes {
			return fmt.Sprintf("a plain load or store in a map of segment %d of node %d (rank %d), at offset %d, which is on another host: between hosts SCIMemCpy, block transfers and DMA queues move data",
				m.Segment, m.Node, w.ranks[m.Node], m.Offset+off)
		}
	}
	return ""
}
