package ofi

import (
	"fmt"

	"gasnetgo/ofi/request"
	"gasnetgo/shmem"
)

// kinds of messages. In their heads, Op, Type, Value and Cond are those of an atomic, and Part and At are the segment and the offset.
const (
	msgPut     = iota + 1 // the payload is to be stored
	msgGet                // Value bytes are wanted
	msgAMO                // an atomic; the reply to a request is the old value
	msgSeveral            // puts and atomics follow, each with a head; Cond of a put is the length of its payload
)

var kinds = []request.Returns{
	msgPut: request.Acknowledgement, msgGet: request.Reply, msgAMO: request.Acknowledgement | request.Reply, msgSeveral: request.Acknowledgement,
}

func putMessage(to shmem.Addr) request.Message {
	return request.Message{Kind: msgPut, Part: uint8(to.Seg), At: to.Off}
}

func getMessage(from shmem.Addr, bytes int) request.Message {
	return request.Message{Kind: msgGet, Part: uint8(from.Seg), At: from.Off, Value: uint64(bytes)}
}

func amoMessage(at shmem.Addr, op shmem.AMO) request.Message {
	return request.Message{Kind: msgAMO, Op: uint8(op.Op), Type: uint8(op.Type), Part: uint8(at.Seg), At: at.Off, Value: op.Value, Cond: op.Cond}
}

// place is where a message is about bytes of this rank's memory, or an error if they are not all in a segment.
func (t *Transport) place(m request.Message, bytes uint64) (shmem.Addr, error) {
	seg := shmem.Seg(m.Part)
	if seg > shmem.Data {
		return shmem.Addr{}, fmt.Errorf("there is no segment %d", seg)
	}
	return shmem.Addr{Seg: seg, Off: m.At}, request.Memory{Bytes: t.segment(seg).Len}.Check(m.At, bytes)
}

// amo is the atomic of a message.
func amo(m request.Message) (op shmem.AMO, err error) {
	op = shmem.AMO{Op: int32(m.Op), Type: int32(m.Type), Value: m.Value, Cond: m.Cond}
	if op.Op > shmem.AMOXor || op.Type > shmem.TypeU64 {
		err = fmt.Errorf("there is no atomic %d of type %d", op.Op, op.Type)
	}
	return op, err
}
