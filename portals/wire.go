package portals

import (
	"encoding/binary"
	"errors"
)

// HeaderKind says what a message is.
type HeaderKind uint8

// Kinds of messages.
const (
	HPut HeaderKind = 1 + iota
	HGet
	HGetPut
	HReply
	HAck
)

// String is the kind's name.
func (k HeaderKind) String() string {
	if k < HPut || k > HAck {
		return "message"
	}
	return [...]string{HPut: "put", HGet: "get", HGetPut: "getput", HReply: "reply", HAck: "ack"}[k]
}

// HasData reports whether Length bytes follow the header.
func (k HeaderKind) HasData() bool { return k == HPut || k == HGetPut || k == HReply }

func (k HeaderKind) answer() bool { return k >= HReply }

// Header is the head of a message.
type Header struct {
	Kind      HeaderKind
	AckReq    bool   // PUT
	Fail      NIFail // ACK and REPLY: the bytes could not be moved there
	PT, AC    uint32 // requests
	MD        Handle // of the initiator: where ACK and REPLY go (GETPUT: its get descriptor)
	Length    uint64 // requests: bytes asked for. REPLY: bytes that follow. ACK: bytes accepted
	MatchBits uint64 // ACK and REPLY: those of the request
	Offset    uint64 // requests: in the target's descriptor
	HdrData   uint64 // PUT, GETPUT: the program's. ACK, REPLY: bytes that the request asked for
	Local     uint64 // offset in MD; comes back in ACK and REPLY

	// Not on the wire: the NAL knows them.
	From, To ProcessID
	UID, JID uint32 // of From
}

// HeaderBytes is the size of a header on the wire.
const HeaderBytes = 48

// A header on the wire, little endian: kind and flags (1 byte), AC (1), PT (2), MD (4), Length, MatchBits, Offset, HdrData, Local (8 each).
const (
	wireKind   = 0x0f
	wireAckReq = 0x10
	wireFail   = 0x20
)

// ErrHeader is the answer to bytes that are no header.
var ErrHeader = errors.New("not a Portals header")

// Encode writes the header to b, which has HeaderBytes. A PT or AC that does not fit becomes the largest, which no table has.
func (h *Header) Encode(b []byte) {
	b = b[:HeaderBytes]
	first := uint64(h.Kind) | uint64(min(h.AC, 0xff))<<8 | uint64(min(h.PT, 0xffff))<<16 | uint64(h.MD)<<32
	if h.AckReq {
		first |= wireAckReq
	}
	if h.Fail != NIOK {
		first |= wireFail
	}
	binary.LittleEndian.PutUint64(b, first)
	binary.LittleEndian.PutUint64(b[8:], h.Length)
	binary.LittleEndian.PutUint64(b[16:], h.MatchBits)
	binary.LittleEndian.PutUint64(b[24:], h.Offset)
	binary.LittleEndian.PutUint64(b[32:], h.HdrData)
	binary.LittleEndian.PutUint64(b[40:], h.Local)
}

// Decode reads a header from b, which has HeaderBytes. It rejects headers that no interface produces, and leaves fields that are not on the wire unchanged.
func (h *Header) Decode(b []byte) error {
	if len(b) < HeaderBytes {
		return ErrHeader
	}
	b = b[:HeaderBytes]
	first := binary.LittleEndian.Uint64(b)
	h.Kind = HeaderKind(first & wireKind)
	h.AckReq = first&wireAckReq != 0
	h.Fail = NIFail(first & wireFail / wireFail)
	h.AC = uint32(first >> 8 & 0xff)
	h.PT = uint32(first >> 16 & 0xffff)
	h.MD = Handle(first >> 32)
	h.Length = binary.LittleEndian.Uint64(b[8:])
	h.MatchBits = binary.LittleEndian.Uint64(b[16:])
	h.Offset = binary.LittleEndian.Uint64(b[24:])
	h.HdrData = binary.LittleEndian.Uint64(b[32:])
	h.Local = binary.LittleEndian.Uint64(b[40:])
	if first&0xc0 != 0 || !h.possible() {
		return ErrHeader
	}
	return nil
}

// possible reports whether an interface can have made the header.
func (h *Header) possible() bool {
	if h.AckReq && h.Kind != HPut {
		return false
	}
	switch h.Kind {
	case HPut, HGetPut:
		return h.Fail == NIOK
	case HGet:
		return h.Fail == NIOK && h.HdrData == 0
	case HReply, HAck:
		return h.PT == 0 && h.AC == 0 && h.Offset == 0 && h.Length <= h.HdrData
	}
	return false
}
