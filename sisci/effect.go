package sisci

// Effect is what a machine wants done. Its driver carries effects out in their order and reports those that say so.
type Effect interface{ effect() }

// Send is a packet for a node, which may be the own one. It must not arrive before the call that made it has returned.
type Send struct {
	To     uint32
	Packet *Packet
}

// Copy moves bytes. Report it with Node.Copied. Checked: not before they have arrived. DMA: by an engine, while the program computes; otherwise by the caller.
type Copy struct {
	Token    uint64
	Process  *Process
	From, To Place
	Bytes    uint64
	DMA      bool
	Checked  bool
}

// Place is where bytes are: memory of a segment, or with Key 0 memory of the program of Copy.Process.
type Place struct {
	Node   uint32
	Key    uint64 // of the segment's memory, from that node's Memory
	Offset uint64 // bytes; of the program's memory the address
}

// Call runs a callback on a thread of the library, with no lock. Report it with Process.Returned, if it returns. Callbacks of one handle come one at a time.
type Call struct {
	Token    uint64
	Process  *Process
	Callback Callback
	Handle   Handle
	Event    Event
}

// Callback is a function of the program with its argument.
type Callback struct{ Function, Argument uintptr }

// Wake says that a ticket has its answer.
type Wake struct {
	Process *Process
	Ticket  Ticket
}

// Unmap ends a map in the process's address space.
type Unmap struct {
	Process *Process
	At      uintptr
	Bytes   uint64
}

// Free says that no node uses a segment's memory any more.
type Free struct {
	Process *Process // that allocated it
	Key     uint64
}

func (Send) effect()  {}
func (Copy) effect()  {}
func (Call) effect()  {}
func (Wake) effect()  {}
func (Unmap) effect() {}
func (Free) effect()  {}

// Memory is the address space of a process and the memory that it exports. Its methods do not block.
type Memory interface {
	// Allocate allocates memory of whole pages for a segment and names it: key is not 0, and unique on the node. Codes: NoSpace, HWNoSpace, System.
	Allocate(bytes uint64) (key uint64, code Code)

	// Register makes the program's memory a segment's. Codes: IllegalAddress, SizeAlignment, HWNoSpace, System.
	Register(at uintptr, bytes uint64) (key uint64, code Code)

	// Expose announces memory of this node that others can connect with from now on, so that it may change while a program polls it.
	Expose(key uint64)

	// Map makes memory of a segment part of the address space. Codes: HWNoSpace, NotSupported, IllegalAddress, System.
	Map(m Mapping) (at uintptr, code Code)
}

// Mapping is a map that a program wants.
type Mapping struct {
	Node     uint32
	Segment  uint32 // its id, for messages
	Key      uint64
	Offset   uint64 // bytes
	Bytes    uint64
	At       uintptr // with Fixed: where it must begin
	Fixed    bool
	ReadOnly bool
}

// Network is what a node must know of the others at once.
type Network interface {
	// Reach says whether a node can be reached: OK, IllegalNode, NoSuchNode, NotResponding, NoLink, NoRemoteLink.
	Reach(node uint32) Code
}
