package nal

import (
	"encoding/binary"

	"gasnetgo/node"
	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

// stream starts to send a payload through the target's mailbox.
func (l *Link) stream(t token) {
	l.streams = append(l.streams, t)
	l.hasTodo()
	l.Node.KickService()
}

// pump sends as much of the streamed payloads as mailboxes take. A payload that follows its header waits until that has left the queue.
func (l *Link) pump() bool {
	moved := false
	left := l.streams[:0]
	for _, t := range l.streams {
		o := l.sends.get(t)
		if o == nil {
			continue
		}
		if l.Routes.gone(o.to) {
			l.taken(t, portals.NIFailed)
			continue
		}
		if len(l.queues[o.to].records) > 0 {
			left = append(left, t)
			continue
		}
		n, fail := l.pumpOne(t, o)
		moved = moved || n
		switch {
		case fail != portals.NIOK || o.stream == o.region.Len:
			l.taken(t, fail)
		default:
			left = append(left, t)
		}
	}
	l.streams = left
	l.hasTodo()
	return moved
}

func (l *Link) pumpOne(t token, o *outgoing) (moved bool, fail portals.NIFail) {
	for o.stream < o.region.Len {
		n := min(l.chunkTo(o.to), o.region.Len-o.stream)
		r, ok := l.room(o.to, dataHead+int(n))
		if !ok {
			break
		}
		putToken(r.Payload, t)
		binary.LittleEndian.PutUint64(r.Payload[tokenBytes:], o.stream)
		if !process.Gather(r.Payload[dataHead:], o.region.Slice(o.stream, n)) {
			fail = portals.NIFailed
			binary.LittleEndian.PutUint64(r.Payload[tokenBytes:], failedOffset)
			o.stream = o.region.Len
		}
		l.fill(o.to, r)
		if fail != portals.NIOK {
			break
		}
		o.stream += n
		moved = true
	}
	l.ring(o.to)
	return moved, fail
}

// room is where a Data record to a peer is written, if it can be sent now.
func (l *Link) room(to number, bytes int) (node.Record, bool) {
	if l.Routes.far(to) {
		return node.Record{Payload: make([]byte, bytes)}, l.Far.hasRoom(l.Routes.rankOf(to))
	}
	return l.Node.ReserveRecord(to, bytes)
}

// fill sends it.
func (l *Link) fill(to number, r node.Record) {
	if l.Routes.far(to) {
		port := l.Far.port
		port.Lock()
		l.Far.force(l.Routes.rankOf(to), kindData, r.Payload) // there was room; what other APIs send may have filled the network since
		port.Unlock()
		return
	}
	l.Node.Post(r, kindData)
}

// failedOffset in a Data record ends a stream whose data is not accessible.
const failedOffset = ^uint64(0)

func (l *Link) receiveStream(from number, b []byte) error {
	h, rest, err := header(b)
	if err != nil {
		return err
	}
	t, _, err := getToken(rest)
	if err != nil {
		return err
	}
	in := &inbound{op: l.arrive(from, &h), total: h.Length}
	if in.total == 0 {
		return errRecord
	}
	l.inbound[key{from, t}] = in
	return nil
}

func (l *Link) receiveData(from number, b []byte) error {
	t, rest, err := getToken(b)
	if err != nil || len(rest) < 8 {
		return errRecord
	}
	k := key{from, t}
	in := l.inbound[k]
	if in == nil { // of an interface that is gone
		return nil
	}
	off, data := binary.LittleEndian.Uint64(rest), rest[8:]
	if off == failedOffset {
		in.fail, in.seen = portals.NIFailed, in.total
	} else {
		if off != in.seen || uint64(len(data)) > in.total-off {
			return errRecord
		}
		in.seen += uint64(len(data))
		if in.op != nil && off < in.op.Length {
			n := min(uint64(len(data)), in.op.Length-off)
			if !process.Scatter(in.op.Region.Slice(off, n), data) {
				in.fail = portals.NIFailed
			}
		}
	}
	if in.seen < in.total {
		return nil
	}
	delete(l.inbound, k)
	if in.op != nil {
		l.done(from, in.op, in.fail)
	}
	return nil
}
