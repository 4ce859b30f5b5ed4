package nal

import (
	"encoding/binary"
	"errors"
	"fmt"

	"gasnetgo/portals"
)

// Kinds of mailbox records.
const (
	kindInline = 0x10 + iota // header, payload
	kindPull                 // header, token, where the payload is: the target copies it and answers Fin, or Ask
	kindStream               // header, token: the payload follows in Data records
	kindData                 // token, offset, bytes
	kindFin                  // token, failure: the payload has been copied, or is not wanted
	kindAsk                  // token: the target cannot copy; stream it
	kindVoid                 // nothing: its sender found no memory where the payload should have been
	kindState                // nid, pid, uid, jid, state: an endpoint of another host has opened or closed
	kindFar                  // rank, kind, and what follows: a record of another host, in a mailbox
)

const (
	tokenBytes = 8
	pieceBytes = 16
	finBytes   = tokenBytes + 4
	dataHead   = tokenBytes + 8
	maxPieces  = 16 // of a payload that is copied in place; more are streamed
)

// token names a message whose payload its sender still holds. Only the sender can interpret it.
type token uint64

// errRecord says that a mailbox holds something that no link writes.
var errRecord = errors.New("invalid record in the mailbox")

// header reads the header in front of a record's payload and returns what follows it.
func header(b []byte) (h portals.Header, rest []byte, err error) {
	if len(b) < portals.HeaderBytes {
		return h, nil, errRecord
	}
	if err := h.Decode(b[:portals.HeaderBytes]); err != nil {
		return h, nil, fmt.Errorf("%w: %w", errRecord, err)
	}
	return h, b[portals.HeaderBytes:], nil
}

func putToken(b []byte, t token) { binary.LittleEndian.PutUint64(b, uint64(t)) }

func getToken(b []byte) (token, []byte, error) {
	if len(b) < tokenBytes {
		return 0, nil, errRecord
	}
	return token(binary.LittleEndian.Uint64(b)), b[tokenBytes:], nil
}

func putPieces(b []byte, pieces []portals.Iovec) {
	for i, p := range pieces {
		binary.LittleEndian.PutUint64(b[i*pieceBytes:], uint64(p.Base))
		binary.LittleEndian.PutUint64(b[i*pieceBytes+8:], p.Len)
	}
}

// getPieces reads where a payload of total bytes is.
func getPieces(b []byte, total uint64) ([]portals.Iovec, error) {
	n := len(b) / pieceBytes
	if len(b)%pieceBytes != 0 || n > maxPieces {
		return nil, errRecord
	}
	pieces := make([]portals.Iovec, n)
	var sum uint64
	for i := range pieces {
		pieces[i] = portals.Iovec{Base: uintptr(binary.LittleEndian.Uint64(b[i*pieceBytes:])), Len: binary.LittleEndian.Uint64(b[i*pieceBytes+8:])}
		if pieces[i].Len > total-sum {
			return nil, errRecord
		}
		sum += pieces[i].Len
	}
	if sum != total {
		return nil, errRecord
	}
	return pieces, nil
}
