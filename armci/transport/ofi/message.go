package ofi

import (
	"gasnetgo/armci"
	layer "gasnetgo/ofi/request"
)

// kinds of messages. In their heads, At is an address of the target.
const (
	msgPut     = iota + 1 // the payload is to be stored
	msgGet                // Value bytes are wanted
	msgAtomic             // a word changes: Op, Type (its width), Value and Cond are the operation's. The reply to a request is the old value
	msgRequest            // the payload is one of package armci/request. The reply is the bytes of a get
	msgText               // a part of a message of armci, of context At and tag Value; Part is 1 if the message goes on
	msgRing               // nothing but the interruption
	msgPages              // which memory near an address is allocated?
	msgFreed              // Value bytes are not allocated any more
)

var kinds = []layer.Returns{
	msgPut: layer.Acknowledgement, msgGet: layer.Reply, msgAtomic: layer.Acknowledgement | layer.Reply, msgRequest: layer.Acknowledgement | layer.Reply,
	msgText: layer.Acknowledgement, msgRing: layer.Acknowledgement, msgPages: layer.Reply, msgFreed: layer.Reply,
}

func atomicMessage(at uintptr, a armci.Atomic) layer.Message {
	return layer.Message{Kind: msgAtomic, Op: uint8(a.Kind), Type: uint8(a.Width), At: uint64(at), Value: a.Value, Cond: a.Cond}
}
