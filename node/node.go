package node

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/memory"
)

// Options are how a rank opens its node. The zero value is not useful: Rank, Size, Host, FD and Base are needed.
type Options struct {
	Rank, Size   int     // of this process in the job
	Host         Host    // which ranks of the job open this file; Rank is one of them
	FD           int     // the job's memory file
	Base         uintptr // address of offset 0; the same in all ranks
	Reserved     uint64  // reserved bytes from Base on, to be mapped over
	MailboxBytes uint64  // ring of one rank, a power of two of at least one page
	HugePages    bool    // ask for huge pages behind segments
	Program      string  // path of the executable, for messages
}

// Node is one rank's view of what the ranks of this host share.
type Node struct {
	opts           Options
	me             LocalRank
	head           []byte          // from offset 0 to the end of the mailbox rings
	heads          []atomic.Uint64 // of every local rank's mailbox, as last seen
	handled        uint64          // bytes at the head of this rank's mailbox that have been handled and not given back; see Poll
	oversubscribed atomic.Bool
	readable       []atomic.Uint32 // whether the kernel gives us a local rank's private memory: unknown, readable, unreadable
	cookie         *cookie

	mu       sync.Mutex
	segments map[string]*Segment      // guarded by mu
	mapped   atomic.Pointer[[]mapped] // what this rank sees of the memory file's segments; replaced, never changed
}

// mapped is a range of this rank's addresses that shows part of the memory file.
type mapped struct {
	at     uintptr
	bytes  uint64
	linear uintptr // the same bytes at the address that all ranks use
}

const startLimit = 30 * time.Second // for a peer to lay out the file: generous, since a peer may be paging in from a cold disk

// Open maps the memory file and announces this rank. The first rank to come lays the file out. It may block while a peer does so.
func Open(o Options) (*Node, error) {
	if o.MailboxBytes < Page || o.MailboxBytes&(o.MailboxBytes-1) != 0 {
		return nil, fmt.Errorf("mailbox of %d bytes: not a power of two of at least %d (GASNETGO_MAILBOX)", o.MailboxBytes, Page)
	}
	local, here := o.Host.Local(o.Rank)
	if !here {
		return nil, fmt.Errorf("rank %d opens the memory file of ranks %d to %d", o.Rank, o.Host.First, o.Host.First+o.Host.Size-1)
	}
	locals := o.Host.Size
	rings := uint64(offRank) + uint64(locals)*Page
	top := rings + uint64(locals)*o.MailboxBytes
	n := &Node{opts: o, me: local, segments: map[string]*Segment{}, heads: make([]atomic.Uint64, locals), readable: make([]atomic.Uint32, locals)}
	if err := n.mapAt(o.Base, top, 0); err != nil {
		return nil, err
	}
	n.head = memory.Bytes(o.Base, top)
	b := n.block()
	if atomic.CompareAndSwapUint32(&b.State, 0, 1) {
		b.Version, b.Base, b.MailboxBytes = version, uint64(o.Base), o.MailboxBytes
		b.Cores = uint32(cores())
		b.Top = roundUp(top, segmentAlign)
		atomic.StoreUint32(&b.State, 2)
		futexWake(&b.State)
	}
	for atomic.LoadUint32(&b.State) != 2 {
		if !futexWait(&b.State, 1, startLimit) {
			return nil, errors.New("the rank that lays out the job's memory file has not finished; it seems to have died")
		}
	}
	if b.Version != version || b.Base != uint64(o.Base) || b.MailboxBytes != o.MailboxBytes {
		return nil, fmt.Errorf("ranks disagree on the memory file: layout %d at 0x%x with mailboxes of %d bytes here, %d at 0x%x with %d at the first rank; all ranks need the same library, GASNETGO_BASE and GASNETGO_MAILBOX",
			version, o.Base, o.MailboxBytes, b.Version, b.Base, b.MailboxBytes)
	}
	me := n.Rank(n.me)
	me.PID = int32(os.Getpid())
	setName(me.Program[:], tail(o.Program, len(me.Program)-1))
	return n, nil
}

// Oversubscribed reports whether ranks outnumber the cores that they may run on, in which case waiting gives the core away at once.
func (n *Node) Oversubscribed() bool {
	return n.opts.Host.Size > int(n.block().Cores) || n.oversubscribed.Load()
}

// Oversubscribe says that ranks outnumber cores, which this host's ranks share with those of other hosts: containers of one machine.
func (n *Node) Oversubscribe() { n.oversubscribed.Store(true) }

// Leave publishes that this rank leaves for good, so that ranks that wait for it notice.
func (n *Node) Leave() {
	if atomic.SwapUint32(&n.Rank(n.me).Gone, 1) == 0 {
		atomic.AddUint32(&n.block().Gone.V, 1)
	}
}

// HasLeft reports whether local rank l has left for good.
func (n *Node) HasLeft(l LocalRank) bool { return atomic.LoadUint32(&n.Rank(l).Gone) != 0 }

// ProgramOf is the executable of local rank l as it announced it.
func (n *Node) ProgramOf(l LocalRank) string { return name(n.Rank(l).Program[:]) }

// mapAt maps the file's bytes [off, off+size) at address at, which lies in this rank's reservation or is free.
func (n *Node) mapAt(at uintptr, size, off uint64) error {
	reserved := uint64(at-n.opts.Base)+size <= n.opts.Reserved
	if err := mapAt(n.opts.FD, at, size, off, reserved); err != nil {
		return placeError(at, size, err)
	}
	// A core file of one rank must not hold, nor fill, the sparse memory of all.
	_ = unix.Madvise(memory.Bytes(at, size), unix.MADV_DONTDUMP)
	return nil
}

func cores() int {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return 1
	}
	return max(set.Count(), 1)
}

func placeError(at uintptr, size uint64, err error) error {
	why := "the kernel refuses: " + err.Error()
	switch {
	case errors.Is(err, unix.EEXIST):
		why = "something else is mapped there" + occupant(at, size)
	case errors.Is(err, unix.ENOMEM):
		why = "the address space has no room for it (is there a limit on virtual memory, ulimit -v?)"
	}
	return fmt.Errorf("cannot map %d bytes of the job's memory file at 0x%x: %s (GASNETGO_BASE moves it)", size, at, why)
}

// occupant names what the kernel says is mapped in the range, as ": text"; empty if it does not say.
func occupant(at uintptr, size uint64) string {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(maps)) {
		var from, to uint64
		if _, err := fmt.Sscanf(line, "%x-%x", &from, &to); err == nil && from < uint64(at)+size && to > uint64(at) {
			return ": " + strings.Join(strings.Fields(line), " ")
		}
	}
	return ""
}

func roundUp(n, to uint64) uint64 { return (n + to - 1) / to * to }

func setName(dst []byte, s string) { clear(dst[copy(dst[:len(dst)-1], s):]) }

func name(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

func tail(s string, n int) string { return s[max(len(s)-n, 0):] }
