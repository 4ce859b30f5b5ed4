package nal

import (
	"gasnetgo/portals"
	"gasnetgo/sim/fabric"
)

// Message is a message of Portals.
type Message struct {
	fabric.Message
	Header portals.Header

	reply bool // sending is a target's

	sending   *portals.Op // initiator, or target of a get whose reply this is; until the message leaves
	receiving *portals.Op
	payload   *payload // the sender's until all of it has arrived; nil: there is none
}

// payload is bytes of a message on their way.
type payload struct { // one cache line
	data    []byte // small, or what a pool has
	missing bool   // it could not be read
	small   [smallest]byte
}

func (p *payload) bytes() []byte {
	if p == nil {
		return nil
	}
	return p.data
}

// classes of what initiators send, by the kind of header.
var classes = map[portals.HeaderKind]fabric.Class{portals.HPut: fabric.Put, portals.HGet: fabric.Get, portals.HGetPut: fabric.Swap}

// Describe returns a message's description: its name is that of its kind of header.
func (l *Link) Describe(f *fabric.Message) fabric.Description {
	h := &of(f).Header
	return fabric.Description{Name: h.Kind.String(), Class: classes[h.Kind], Bytes: h.Length}
}
