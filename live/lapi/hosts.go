package lapi

import (
	"cmp"
	"encoding/binary"
	"fmt"

	"gasnetgo/job"
	"gasnetgo/lapi"
	"gasnetgo/lapi/client"
	"gasnetgo/lapi/process"
	"gasnetgo/node"
	"gasnetgo/ofi"
	bridge "gasnetgo/ofi/mailbox"
)

// LAPI on several hosts: packets to tasks of other hosts have their data with them, in messages of the network. The target's library puts them into the mailbox of
// their context, so whatever serves that on one host serves it here.

// hosts carries packets between this task and those of other hosts. It is made once.
type hosts struct {
	w       *world
	node    *node.Node
	port    *ofi.Port
	channel ofi.Channel

	parts  bridge.Parts // of records; guarded by the port's lock
	bridge *bridge.Bridge
	broken error // no mailbox can be made; guarded by the port's lock
}

const (
	partHead    = 4 // bytes in front of a part of a record: handle, 1 if more comes
	partBytes   = ofi.MaxBody - partHead
	recordBytes = 3 * partBytes // the longest one: Inline bytes of data and heads
	otherHost   = 1 << 31       // beside the life in a record: the task follows in 4 bytes
)

// connectHosts connects this task to all others of the job, the first time. It is collective.
func (w *world) connectHosts(n *node.Node) error {
	if !w.Job.SpansHosts() {
		return nil
	}
	w.mu.Lock()
	made := w.hosts != nil
	w.mu.Unlock()
	if made {
		return nil
	}
	net, err := w.Network(n)
	if err != nil {
		return err
	}
	for r, b := range net.Biases {
		if b != net.Biases[w.Rank()] {
			w.Warn(fmt.Sprintf("the program lies at another address at task %d: send only addresses that LAPI_Address_init gives", r))
			break
		}
	}
	w.connect(n, net.Port, ofi.LAPI)
	return w.Bootstrap(n).Barrier() // no packet may come before its receiver is ready
}

// connect makes a channel of the port carry packets between hosts. Peers may send when all tasks have called it.
func (w *world) connect(n *node.Node, port *ofi.Port, channel ofi.Channel) {
	h := &hosts{w: w, node: n, port: port, channel: channel, parts: bridge.Parts{Most: recordBytes}}
	h.bridge = bridge.New(port, process.Ports, h.put)
	port.Attach(channel, h)
	w.mu.Lock()
	w.hosts = h
	w.mu.Unlock()
}

// closeHosts waits until all tasks have ended their last context: then no packet is under way.
func (w *world) closeHosts() {
	if w.hosts == nil {
		return
	}
	if err := w.Bootstrap(w.hosts.node).Barrier(); err != nil {
		w.Session.Fail(job.CauseAbort, 1, "LAPI_Term: "+err.Error())
	}
}

// payloadTo limits packets to other hosts to data that they have with them.
func (l *Link) payloadTo(task int) uint64 {
	if l.world.IsHere(task) {
		payload, _ := l.Limits()
		return payload
	}
	return l.inline()
}

// Tune is client.Tuner's.
func (l *Link) Tune(c *lapi.Config) {
	if l.world.hosts != nil {
		c.PayloadTo = l.payloadTo
	}
}

// sendHosts sends a packet with its data.
func (l *Link) sendHosts(to int, p *lapi.Packet) {
	if p.Data == nil && len(p.From) > 0 {
		whole := *p
		whole.Data, whole.From = client.Gather(p.From), nil
		p = &whole
	}
	record := binary.LittleEndian.AppendUint32(nil, l.life|otherHost)
	record = p.Append(binary.LittleEndian.AppendUint32(record, uint32(l.world.Rank())))
	h := l.world.hosts
	h.port.Lock()
	defer h.port.Unlock()
	for more := true; more; {
		n := min(len(record), partBytes)
		more = len(record) > n
		head := [partHead]byte{byte(l.handle)}
		if more {
			head[1] = 1
		}
		h.port.Send(to, h.channel, head[:], record[:n])
		record = record[n:]
	}
}

// Receive reassembles fragments of records: it is an ofi.User's, as is Batch.
func (h *hosts) Receive(from int, body []byte) {
	if len(body) < partHead || body[0] >= process.Ports {
		h.bridge.Fail(ofi.BadMessage(from, fmt.Errorf("%d bytes are no part of a packet", len(body))))
		return
	}
	record, err := h.parts.Add(from, body[partHead:], body[1] != 0)
	switch {
	case err != nil:
		h.bridge.Fail(ofi.BadMessage(from, err))
	case record == nil:
	case len(record) < 2*lifeBytes || binary.LittleEndian.Uint32(record)&otherHost == 0 || binary.LittleEndian.Uint32(record[lifeBytes:]) != uint32(from):
		h.bridge.Fail(ofi.BadMessage(from, fmt.Errorf("a record of %d bytes is no packet of that task", len(record))))
	default:
		h.bridge.Add(from, int(body[0]), record)
	}
}

// Batch delivers what has come.
func (h *hosts) Batch() {
	for handle := range process.Ports {
		h.bridge.Deliver(handle)
	}
}

// put stores a record in the mailbox of a context.
func (h *hosts) put(handle int, record []byte) (stored bool, err error) {
	box, err := h.w.box(h.node, handle)
	if err != nil {
		h.broken = err
		return false, nil
	}
	if len(record) > box.mail.Most() {
		return false, lapi.ErrPacket
	}
	r, ok := box.mail.Reserve(h.node.Me(), len(record))
	if ok {
		copy(r.Payload, record)
		box.mail.Post(r)
	}
	return ok, nil
}

// poll polls the network, and delivers to a context.
func (h *hosts) poll(handle int) error {
	h.bridge.Poll(handle)
	if err := h.failed(); err != nil {
		return fmt.Errorf("LAPI between hosts: %w", h.w.Late(err))
	}
	return nil
}

// failed is why not all packets arrive, or nil.
func (h *hosts) failed() error {
	h.port.Lock()
	defer h.port.Unlock()
	return cmp.Or(h.broken, h.bridge.Failed(), h.port.Broken())
}

// pending reports whether records wait for space in the mailbox of a context.
func (h *hosts) pending(handle int) bool { return h.bridge.Waiting(handle) }

// ofHosts reads in front of a record whether it is of a task of another host, and of which; then it is of no local one.
func ofHosts(local int, record []byte) (from int, rest []byte) {
	if len(record) < 2*lifeBytes {
		return local, record
	}
	life := binary.LittleEndian.Uint32(record)
	if life&otherHost == 0 {
		return local, record
	}
	from = int(binary.LittleEndian.Uint32(record[lifeBytes:]))
	rest = record[lifeBytes:]
	binary.LittleEndian.PutUint32(rest, life&^otherHost)
	return from, rest
}
