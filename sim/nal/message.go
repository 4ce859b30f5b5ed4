package nal

import (
	"gasnetgo/portals"
	"gasnetgo/sim/fabric"
)

// Message is a message of Portals.
type Message struct {
	fabric.Message
	Header portals.Header

	reply   bool // sending is a target's
	missing bool // the payload could not be read

	sending   *portals.Op // initiator, or target of a get whose reply this is
	receiving *portals.Op
	data      []byte
	small     [smallest]byte
}

// classes of what initiators send, by the kind of header.
var classes = map[portals.HeaderKind]fabric.Class{portals.HPut: fabric.Put, portals.HGet: fabric.Get, portals.HGetPut: fabric.Swap}

// Describe returns a message's description: its name is that of its kind of header.
func (l *Link) Describe(f *fabric.Message) fabric.Description {
	h := &of(f).Header
	return fabric.Description{Name: h.Kind.String(), Class: classes[h.Kind], Bytes: h.Length}
}
