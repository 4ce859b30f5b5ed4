package lapi

import (
	"encoding/binary"
	"fmt"

	"gasnetgo/job"
	"gasnetgo/lapi"
	"gasnetgo/lapi/client"
	"gasnetgo/lapi/process"
	"gasnetgo/node"
	"gasnetgo/ofi"
)

// LAPI on several hosts: packets to tasks of other hosts have their data with them, in messages of the network. The target's library puts them into the mailbox of
// their context, so whatever serves that on one host serves it here.

// hosts carries packets between this task and those of other hosts. It is made once.
type hosts struct {
	w       *world
	node    *node.Node
	port    *ofi.Port
	channel ofi.Channel

	// guarded by the port's lock
	partly  map[int][]byte          // by task: the beginning of a record of which more comes
	early   [process.Ports][][]byte // by handle: records that found no room in the mailbox
	failure error
}

const (
	partHead  = 4 // bytes in front of a part of a record: handle, 1 if more comes
	partBytes = ofi.MaxBody - partHead
	otherHost = 1 << 31 // beside the life in a record: the task follows in 4 bytes
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
	h := &hosts{w: w, node: n, port: port, channel: channel, partly: map[int][]byte{}}
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

// Receive puts a record together: it is an ofi.User's.
func (h *hosts) Receive(from int, body []byte) {
	if len(body) < partHead || body[0] >= process.Ports {
		return
	}
	record := append(h.partly[from], body[partHead:]...)
	if body[1] != 0 {
		h.partly[from] = record
		return
	}
	delete(h.partly, from)
	h.early[body[0]] = append(h.early[body[0]], record)
}

// Batch delivers what has come.
func (h *hosts) Batch() {
	for handle := range h.early {
		h.deliver(handle)
	}
}

// deliver moves records into the mailbox of a context, as far as there is room.
func (h *hosts) deliver(handle int) {
	if len(h.early[handle]) == 0 {
		return
	}
	box, err := h.w.box(h.node, handle)
	if err != nil {
		h.failure = err
		return
	}
	for len(h.early[handle]) > 0 {
		record := h.early[handle][0]
		if len(record) > box.mail.Most() {
			h.failure = lapi.ErrPacket
			return
		}
		r, ok := box.mail.Reserve(h.node.Me(), len(record))
		if !ok {
			return
		}
		copy(r.Payload, record)
		box.mail.Post(r)
		h.early[handle] = h.early[handle][1:]
	}
	h.early[handle] = nil
}

// poll looks for what has come for a context.
func (h *hosts) poll(handle int) error {
	h.port.Progress()
	h.port.Lock()
	h.deliver(handle)
	err := h.failure
	if err == nil {
		err = h.port.Broken()
	}
	h.port.Unlock()
	if err != nil {
		return fmt.Errorf("LAPI between hosts: %w", h.w.Late(err))
	}
	return nil
}

// pending reports whether records wait for room in the mailbox of a context.
func (h *hosts) pending(handle int) bool {
	h.port.Lock()
	defer h.port.Unlock()
	return len(h.early[handle]) > 0
}

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
