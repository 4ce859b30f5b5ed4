package ofi

import (
	"fmt"

	"gasnetgo/ofi/request"
	"gasnetgo/shmem"
)

var _ request.Client[note] = (*Transport)(nil)

// Execute executes what a peer requests. The reply is memory of the transport.
func (t *Transport) Execute(_ int, m request.Message, payload []byte) (reply []byte, err error) {
	switch m.Kind {
	case msgPut:
		return nil, t.put(m, payload)
	case msgSeveral:
		return nil, t.executeSeveral(payload)
	case msgGet:
		if m.Value > Eager {
			return nil, fmt.Errorf("a get of %d bytes, of which a message has at most %d", m.Value, Eager)
		}
		at, err := t.place(m, m.Value)
		if err != nil {
			return nil, err
		}
		reply = t.reply[:m.Value]
		return reply, t.own.Get(0, 0, at, reply, false)
	default:
		old, width, err := t.atomic(m)
		if err != nil {
			return nil, err
		}
		reply = t.reply[:width]
		shmem.SetBits(reply, old)
		return reply, nil
	}
}

// executeSeveral executes the parts of a message.
func (t *Transport) executeSeveral(parts []byte) error {
	for len(parts) > 0 {
		m, rest, ok := request.Parse(parts)
		var err error
		switch {
		case ok && m.Kind == msgPut && m.Cond <= uint64(len(rest)):
			err = t.put(m, rest[:m.Cond])
			rest = rest[m.Cond:]
		case ok && m.Kind == msgAMO:
			_, _, err = t.atomic(m)
		default:
			err = fmt.Errorf("a part of %d bytes is no put and no atomic", len(parts))
		}
		if err != nil {
			return err
		}
		parts = rest
	}
	return nil
}

func (t *Transport) put(m request.Message, payload []byte) error {
	at, err := t.place(m, uint64(len(payload)))
	if err != nil {
		return err
	}
	return t.own.Put(0, 0, at, payload, false)
}

func (t *Transport) atomic(m request.Message) (old, width uint64, err error) {
	op, err := amo(m)
	if err != nil {
		return 0, 0, err
	}
	width = shmem.TypeBytes(op.Type)
	at, err := t.place(m, width)
	if err != nil {
		return 0, 0, err
	}
	old, err = t.own.Atomic(0, 0, at, op, nil)
	return old, width, err
}
