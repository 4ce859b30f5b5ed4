package portals

// Config describes the interface of a process.
type Config struct {
	ID       ProcessID
	UID, JID uint32

	// Dialect says which reading of Portals 3.3 the events follow.
	Dialect Dialect

	// Limits are what the program asks for. Fields that are not positive mean the default.
	Limits Limits

	// Queues has one word per event queue, at the Index of its handle: handle<<32 | unread events, 0 while there is no queue. Words are stored atomically, so
	// they can be read without the lock. Its length limits the number of queues. New allocates it if it is nil.
	Queues []uint64

	// Alone: no other thread reads Queues while the interface works, so words are stored without atomics.
	Alone bool

	// Views, if any, has one for each of the first event queues, at the Index of its handle: only for an interface that is Alone. The words of queues with a view are not
	// maintained.
	Views []QueueView

	// Ops may be shared with other interfaces. New makes it if it is nil.
	Ops *Ops

	// Page is the size in bytes of the pages that Pages counts, a power of 2; 0 if nobody asks.
	Page uint64
}

// QueueView lets the poller dequeue an event without calling the interface.
type QueueView struct {
	Queue Handle // none if only the interface may take events, or knows what there is
	Count uint32 // events that may be dequeued: the reader decrements it
	Head  uint64 // where the oldest is, under Mask: and this more
	Mask  uint64
	Ring  *Event // the first of the ring
}

// Dialect is a reading of Portals 3.3 where its descriptions differ in what events there are.
type Dialect uint8

// Values of Dialect.
const (
	// Cray: a get posts SEND and REPLY and counts twice; UNLINK comes where the descriptor asks for it.
	Cray Dialect = iota

	// Reference: a get posts REPLY only and counts once, then; UNLINK comes whenever a descriptor is used up and goes, unless it has neither START
	// nor END and does not ask for it.
	Reference
)

// NI is the interface of a process: everything that Portals knows there. It is not safe for concurrent use; the words of the event queues
// may be read at any time.
type NI struct {
	// What every operation needs comes first.
	id       ProcessID
	uid, jid uint32
	link     uint32 // last one given to an operation
	dialect  Dialect
	alone    bool
	open     bool   // index 0 of the access control table permits every process
	table    []list // by portal index, as far as there have been entries
	ops      *Ops
	events   uint64 // posted
	counters [SRSendLength + 1]uint64
	made     uint32 // match entries and descriptors
	gone     uint32 // of those
	place    uint32 // see Walked
	sought   Handle
	mds      slab[descriptor]
	eqs      slab[queue]
	mes      slab[entry]

	words  []uint64
	views  []QueueView
	access []permission
	limits Limits
	ack    Op     // what an ACK becomes for the length of Arrive
	page   uint64 // bytes; 0: pages are not counted
	pages  uint64 // of the memory that descriptors have been given
}

// New makes the interface of a process.
func New(c Config) *NI {
	l := c.Limits.grant()
	if c.Ops == nil {
		c.Ops = new(Ops)
	}
	if c.Queues == nil {
		c.Queues = make([]uint64, l.MaxEQs)
	}
	l.MaxEQs = int32(min(int(l.MaxEQs), len(c.Queues)))
	n := &NI{
		id: c.ID, uid: c.UID, jid: c.JID,
		dialect: c.Dialect,
		limits:  l,
		access:  newAccess(l.MaxACIndex),
		mes:     newSlab[entry](kindME, uint32(l.MaxMEs), slack),
		mds:     newSlab[descriptor](kindMD, uint32(l.MaxMDs), slack),
		eqs:     newSlab[queue](kindEQ, uint32(l.MaxEQs), uint32(len(c.Queues)-int(l.MaxEQs))),
		words:   c.Queues,
		alone:   c.Alone,
		views:   c.Views,
		ops:     c.Ops,
		page:    c.Page,
	}
	n.open = n.access[0].all
	return n
}

// ID is the process that the interface belongs to.
func (n *NI) ID() ProcessID { return n.id }

// Granted are the limits that the program got.
func (n *NI) Granted() Limits { return n.limits }

// Handle names the interface itself.
func (n *NI) Handle() Handle { return handleNI }

// Valid reports whether h names the interface or an object of it.
func (n *NI) Valid(h Handle) bool {
	return h == handleNI || n.mds.at(h) != nil || n.mes.at(h) != nil || n.eqs.at(h) != nil
}

// Objects counts the match entries and descriptors that there have been, and those of them that are gone, modulo 2^32.
func (n *NI) Objects() (made, gone uint32) {
	return n.made, n.gone
}

// Pages counts the pages of the memory that descriptors have been given so far, by PtlMDBind, PtlMDAttach and PtlMDUpdate. A page that several descriptors have, or
// several pieces of one, counts for each. Pieces count as if they began with a page, so that the number does not depend on where an allocator has placed them. 0 without Config.Page.
func (n *NI) Pages() uint64 { return n.pages }

// Events counts those that have been posted.
func (n *NI) Events() uint64 { return n.events }

// Status reads one of the SR registers.
func (n *NI) Status(register uint32) (uint64, Code) {
	if register >= uint32(len(n.counters)) {
		return 0, SRIndexInvalid
	}
	return n.counters[register], OK
}

// drop forgets a message that found no taker.
func (n *NI) drop(h *Header) {
	n.counters[SRDropCount]++
	if h.Kind.HasData() {
		n.counters[SRDropLength] += h.Length
	}
}

// newLink is a number that no other operation under way has.
func (n *NI) newLink() uint32 {
	n.link++
	return n.link
}
