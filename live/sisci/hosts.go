package sisci

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"gasnetgo/internal/knob"
	"gasnetgo/live"
	"gasnetgo/node"
	"gasnetgo/ofi"
	bridge "gasnetgo/ofi/mailbox"
	"gasnetgo/sisci"
	"gasnetgo/sisci/process"
)

// SISCI on several hosts: packets for nodes of other hosts are messages of the network, and the target's library puts them into its own mailbox, so whatever serves that on one host
// serves it here. Data moves by writes and reads of registered memory (copy.go).

// hosts is this node's way to those of other hosts.
type hosts struct {
	world   *world
	port    *ofi.Port
	regions []ofi.Region  // of the parts of all nodes, by rank
	bye     []atomic.Bool // by rank: its process has said that it ends

	// guarded by the port's lock
	parts   bridge.Parts
	bridge  *bridge.Bridge
	here    []bool      // by rank: has answered messageBye
	copies  []int       // by rank: of this process, to and from there, that have not ended
	gone    []time.Time // by rank: since when its process has been known to have ended
	trouble time.Time   // since when the network has been broken; zero: it is not
}

// Kinds of messages, in their first byte.
const (
	messagePart = iota // of a packet of which more comes
	messageEnd         // of a packet, the last part
	messageBye         // the sender's process ends; requests messageHere
	messageHere        // all that the receiver has sent is here, and the sender has no copies to or from there
)

const (
	messageHead = 4                      // bytes: the kind, three zeros
	farHead     = 4                      // bytes in front of a packet of another host, in the mailbox: the rank
	lostTime    = 100 * time.Millisecond // from the end of a process on until nothing that it has sent is in the network any more
	troubleTime = 4 * time.Second        // for the launchers to notice which process or host has ended, when the network is broken
	leaveTime   = time.Second            // for what this process has sent to arrive
)

// card is what nodes tell each other before they communicate.
type card struct {
	ID     uint32 // as the environment has it there
	Region ofi.Region
}

// connectHosts connects this node to those of other hosts. It is collective, and blocks.
func (w *world) connectHosts() error {
	net, err := w.Network(w.node)
	if err != nil {
		return err
	}
	me := w.Job.Rank
	mine := card{ID: w.ids[me]}
	if mine.Region, err = net.Expose(w.parts.Part(w.node.Me()), w.parts.Bytes, knob.SisciMemory, 0); err != nil {
		return err
	}
	boot := w.Bootstrap(w.node)
	all, err := live.Exchange(boot, mine)
	if err != nil {
		return err
	}
	var regions []ofi.Region
	for r, c := range all {
		if c.ID != w.ids[r] {
			return w.Mismatch(fmt.Errorf("rank %d is node %d, for rank %d it is node %d (%s must be the same on all ranks)", r, c.ID, me, w.ids[r], knob.SisciNodes))
		}
		regions = append(regions, c.Region)
	}
	w.connect(net.Port, regions)
	return boot.Barrier() // no packet may come before its receiver is ready
}

// connect makes the port carry packets between hosts. Peers may send when all have called it.
func (w *world) connect(port *ofi.Port, regions []ofi.Region) {
	h := &hosts{world: w, port: port, regions: regions, parts: bridge.Parts{Most: sisci.HeadBytes + process.MessageBytes}, bye: make([]atomic.Bool, port.Size), here: make([]bool, port.Size), copies: make([]int, port.Size), gone: make([]time.Time, port.Size)}
	h.bridge = bridge.New(port, 1, h.put)
	w.hosts = h
	port.Attach(ofi.SISCI, h)
}

// gone reports whether the process of a rank has ended, or is about to. Not every launcher tells other hosts, so it says goodbye itself.
func (w *world) gone(rank int) bool {
	return w.left(rank) || w.hosts != nil && w.hosts.bye[rank].Load()
}

// far reports whether a node is on another host.
func (w *world) far(id uint32) bool { return w.hosts != nil && !w.IsHere(w.ranks[id]) }

// send sends a packet.
func (h *hosts) send(to int, p *sisci.Packet) {
	record := p.Append(nil)
	h.port.Lock()
	defer h.port.Unlock()
	h.sendRecord(to, record)
}

// sendRecord sends a packet in parts. It needs the port's lock.
func (h *hosts) sendRecord(to int, record []byte) {
	for more := true; more; {
		n := min(len(record), ofi.MaxBody-messageHead)
		more = len(record) > n
		kind := byte(messageEnd)
		if more {
			kind = messagePart
		}
		h.port.Send(to, ofi.SISCI, []byte{kind, 0, 0, 0}, record[:n])
		record = record[n:]
	}
}

// Receive reads a message: it is an ofi.User's, as is Batch.
func (h *hosts) Receive(from int, body []byte) {
	if err := h.receive(from, body); err != nil {
		h.bridge.Fail(ofi.BadMessage(from, err))
	}
}

func (h *hosts) receive(from int, body []byte) error {
	if len(body) < messageHead {
		return fmt.Errorf("it has %d bytes", len(body))
	}
	switch kind, part := body[0], body[messageHead:]; kind {
	case messagePart, messageEnd:
		record, err := h.parts.Add(from, part, kind == messagePart)
		if record == nil {
			return err
		}
		p, err := sisci.Decode(record)
		switch {
		case err != nil:
			return err
		case !h.world.up(h.world.node.Me()) && p.Kind == sisci.KindConnect: // nothing serves the mailbox
			h.sendRecord(from, sisci.Absent(p).Append(nil))
			return nil
		}
		h.bridge.Add(from, 0, append(binary.LittleEndian.AppendUint32(nil, uint32(from)), record...))
	case messageBye:
		h.bye[from].Store(true)
		h.parting(from)
	case messageHere:
		h.here[from] = true
	default:
		return fmt.Errorf("there is no kind %d", kind)
	}
	return nil
}

// parting answers messageBye, once no copy is in progress that the sender's library may have to confirm. It needs the port's lock.
func (h *hosts) parting(rank int) {
	if h.bye[rank].Load() && h.copies[rank] == 0 {
		h.port.Send(rank, ofi.SISCI, []byte{messageHere, 0, 0, 0}, nil)
	}
}

// Batch delivers what has come.
func (h *hosts) Batch() { h.bridge.Deliver(0) }

// put stores a record in this node's mailbox, as one of its own: a node sends itself no packets there.
func (h *hosts) put(_ int, record []byte) (stored bool, err error) {
	mail, me := h.world.mail, h.world.node.Me()
	r, ok := mail.Reserve(me, len(record))
	if ok {
		copy(r.Payload, record)
		mail.Post(r)
	}
	return ok, nil
}

// opened is the sender of a record of the mailbox, and its packet.
func (w *world) opened(local node.LocalRank, record []byte) (rank int, packet []byte) {
	if local != w.node.Me() || len(record) < farHead {
		return w.node.Host().Rank(local), record
	}
	return int(binary.LittleEndian.Uint32(record)), record[farHead:]
}

// poll polls the network, and delivers. The error is why not all packets arrive.
func (h *hosts) poll() error {
	h.bridge.Poll(0)
	h.port.Lock()
	defer h.port.Unlock()
	err := h.port.Broken()
	switch {
	case h.bridge.Failed() != nil:
		return h.bridge.Failed()
	case err == nil:
		h.trouble = time.Time{}
		return nil
	case h.trouble.IsZero():
		h.trouble = time.Now()
	}
	if time.Since(h.trouble) < troubleTime || slices.ContainsFunc(h.gone, func(at time.Time) bool { return !at.IsZero() }) {
		return nil // what was on its way to a process that has ended fails, too
	}
	return fmt.Errorf("between hosts: %w", err)
}

// waiting reports whether records wait for space in the mailbox.
func (h *hosts) waiting() bool { return h.bridge.Waiting(0) }

// lost reports whether a process of another host, which has ended, has nothing in the network any more.
func (h *hosts) lost(rank int, now time.Time) bool {
	h.port.Lock()
	defer h.port.Unlock()
	if h.gone[rank].IsZero() {
		h.gone[rank] = now
	}
	return now.Sub(h.gone[rank]) >= lostTime
}

// drain says goodbye to the peers of other hosts. It returns when all that this process has sent is there, or when the limit is over.
func (h *hosts) drain(limit time.Duration) {
	far := func(rank int) bool { return !h.world.IsHere(rank) && !h.world.gone(rank) }
	h.port.Lock()
	for r := range h.here {
		if far(r) {
			h.port.Send(r, ofi.SISCI, []byte{messageBye, 0, 0, 0}, nil)
		}
	}
	h.port.Unlock()
	end := time.Now().Add(limit)
	h.port.WaitLocked(func() bool {
		for r, here := range h.here {
			if !here && far(r) {
				return time.Now().After(end)
			}
		}
		return true
	})
}
