package live

import (
	"encoding/binary"
	"fmt"

	"gasnetgo/job"
	"gasnetgo/lapi"
	"gasnetgo/lapi/process"
	"gasnetgo/node"
	"gasnetgo/ofi"
)

// LAPI on several hosts: packets to tasks of other hosts have their data with them, in messages of the network. The target's library puts them into the mailbox of
// their context, so whatever serves that on one host serves it here.

// lapiHosts carries packets between this task and those of other hosts. It is made once.
type lapiHosts struct {
	w       *lapiWorld
	node    *node.Node
	port    *ofi.Port
	channel ofi.Channel

	// guarded by the port's lock
	partly  map[int][]byte          // by task: the beginning of a record of which more comes
	early   [process.Ports][][]byte // by handle: records that found no room in the mailbox
	failure error
}

const (
	lapiPartHead = 4 // bytes in front of a part of a record: handle, 1 if more comes
	lapiPart     = ofi.MaxBody - lapiPartHead
	otherHost    = 1 << 31 // beside the life in a record: the task follows in 4 bytes
)

// connectHosts connects this task to all others of the job, the first time. It is collective.
func (w *lapiWorld) connectHosts(n *node.Node) error {
	if !w.Job.SpansHosts() {
		return nil
	}
	w.mu.Lock()
	made := w.hosts != nil
	w.mu.Unlock()
	if made {
		return nil
	}
	net, err := w.network(n)
	if err != nil {
		return err
	}
	for r, b := range net.biases {
		if b != net.biases[w.Rank()] {
			w.Warn(fmt.Sprintf("the program lies at another address at task %d: send only addresses that LAPI_Address_init gives", r))
			break
		}
	}
	w.connect(n, net.port, ofi.LAPI)
	return w.bootstrap(n).Barrier() // no packet may come before its receiver is ready
}

// connect makes a channel of the port carry packets between hosts. Peers may send when all tasks have called it.
func (w *lapiWorld) connect(n *node.Node, port *ofi.Port, channel ofi.Channel) {
	h := &lapiHosts{w: w, node: n, port: port, channel: channel, partly: map[int][]byte{}}
	port.Attach(channel, h)
	w.mu.Lock()
	w.hosts = h
	w.mu.Unlock()
}

// closeHosts waits until all tasks have ended their last context: then no packet is under way.
func (w *lapiWorld) closeHosts() {
	if w.hosts == nil {
		return
	}
	if err := w.bootstrap(w.hosts.node).Barrier(); err != nil {
		w.Session.Fail(job.CauseAbort, 1, "LAPI_Term: "+err.Error())
	}
}

// payloadTo limits packets to other hosts to data that they have with them.
func (l *lapiLink) payloadTo(task int) uint64 {
	if l.world.isHere(task) {
		payload, _ := l.Limits()
		return payload
	}
	return l.inline()
}

// Tune is process.Tuner's.
func (l *lapiLink) Tune(c *lapi.Config) {
	if l.world.hosts != nil {
		c.PayloadTo = l.payloadTo
	}
}

// sendHosts sends a packet with its data.
func (l *lapiLink) sendHosts(to int, p *lapi.Packet) {
	if p.Data == nil && len(p.From) > 0 {
		whole := *p
		whole.Data, whole.From = process.Gather(p.From), nil
		p = &whole
	}
	record := binary.LittleEndian.AppendUint32(nil, l.life|otherHost)
	record = p.Append(binary.LittleEndian.AppendUint32(record, uint32(l.world.Rank())))
	h := l.world.hosts
	h.port.Lock()
	defer h.port.Unlock()
	for more := true; more; {
		n := min(len(record), lapiPart)
		more = len(record) > n
		head := [lapiPartHead]byte{byte(l.handle)}
		if more {
			head[1] = 1
		}
		h.port.Send(to, h.channel, head[:], record[:n])
		record = record[n:]
	}
}

// Receive puts a record together: it is an ofi.User's.
func (h *lapiHosts) Receive(from int, body []byte) {
	if len(body) < lapiPartHead || body[0] >= process.Ports {
		return
	}
	record := append(h.partly[from], body[lapiPartHead:]...)
	if body[1] != 0 {
		h.partly[from] = record
		return
	}
	delete(h.partly, from)
	h.early[body[0]] = append(h.early[body[0]], record)
}

// Batch delivers what has come.
func (h *lapiHosts) Batch() {
	for handle := range h.early {
		h.deliver(handle)
	}
}

// deliver moves records into the mailbox of a context, as far as there is room.
func (h *lapiHosts) deliver(handle int) {
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
func (h *lapiHosts) poll(handle int) error {
	h.port.Progress()
	h.port.Lock()
	h.deliver(handle)
	err := h.failure
	if err == nil {
		err = h.port.Broken()
	}
	h.port.Unlock()
	if err != nil {
		return fmt.Errorf("LAPI between hosts: %w", h.w.late(err))
	}
	return nil
}

// pending reports whether records wait for room in the mailbox of a context.
func (h *lapiHosts) pending(handle int) bool {
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
