package sisci

// PacketKind is what a packet is for.
type PacketKind uint8

// Kinds of packets. Those of the first group come from a connection's origin, those of the second from its target, which owns the segment or interrupt.
const (
	KindConnect    PacketKind = iota // asks for a connection: What, Number, Adapter
	KindDisconnect                   // ends it
	KindTrigger                      // triggers an interrupt: Data
	KindLeft                         // ends it as the origin's library does: maps stay until KindDisconnect, or the node's end

	KindConnected // accepts: Size, Key
	KindRefused   // refuses: Code. There is no connection
	KindNotified  // the segment is not available for others any more
	KindSevered   // the connection has ended, and the origin disconnects when it is ready to
	KindTaken     // as many messages have been received as Size says

	packetKinds
)

// What is what a connection leads to.
type What uint8

// Values of What.
const (
	ToSegment What = iota
	ToInterrupt
	ToDataInterrupt
	whats
)

// Absent answers a packet that asks for a connection with a node where no library runs: it has no segments and no interrupts.
func Absent(p *Packet) *Packet {
	refused := *p
	refused.Kind, refused.Code = KindRefused, NoSuchInterrupt
	if p.What == ToSegment {
		refused.Code = NoSuchSegment
	}
	return &refused
}

// Packet is what one node sends to another.
type Packet struct {
	Kind    PacketKind
	What    What
	ID      uint64 // of the connection, from its origin
	Number  uint32 // of the segment or interrupt
	Adapter uint32
	Code    Code
	Size    uint64 // of the segment, bytes; of a data interrupt how many messages it holds for each origin
	Key     uint64 // of the segment's memory; of a data interrupt the longest message, bytes
	Data    []byte
}
