package node

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/memory"
)

// segmentAlign is where segments start and how their parts are spaced: a huge page, so that huge pages can be had on request.
const segmentAlign = 2 << 20

// fileTop bounds allocations of the memory file: half of what a 47-bit address space has above the default base.
const fileTop = 1 << 45

const lockLimit = 30 * time.Second

// Segment is an allocation that every rank of this host maps: local rank i's part is at Part(i), the same address in every rank.
type Segment struct {
	Name   string
	Bytes  uint64 // of each part
	Off    uint64 // of local rank 0's part in the memory file
	Stride uint64 // from one part to the next
	base   uintptr
}

// Part is the address of local rank l's part.
func (s *Segment) Part(l LocalRank) uintptr { return s.base + uintptr(uint64(l)*s.Stride) }

// partOff is where local rank l's part begins in the memory file.
func (s *Segment) partOff(l LocalRank) uint64 { return s.Off + uint64(l)*s.Stride }

// Segment makes or finds the segment called name and maps all its parts here. Every rank that asks must ask for the same size and the
// same tag; the first one decides, a later one that differs gets an error that names both ranks. It does not wait for the others. Memory starts as zeros.
// A second call with the same name gives the same segment.
func (n *Node) Segment(name string, bytes, tag uint64) (*Segment, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if s := n.segments[name]; s != nil {
		if s.Bytes != bytes {
			return nil, fmt.Errorf("segment %q exists with %d bytes, now asked for with %d", name, s.Bytes, bytes)
		}
		return s, nil
	}
	e, err := n.entry(name, bytes, tag)
	if err != nil {
		return nil, err
	}
	if e.Bytes != bytes || e.Tag != tag {
		return nil, n.mismatch(name, e, bytes)
	}
	s := &Segment{Name: name, Bytes: bytes, Off: e.Off, Stride: e.Stride, base: n.Base() + uintptr(e.Off)}
	span := s.Stride * uint64(n.Locals())
	if err := n.mapAt(s.base, span, s.Off); err != nil {
		return nil, err
	}
	if n.opts.HugePages {
		// Refusal is no error: `gasnetgo info` says whether this host has huge pages for shared memory.
		_ = unix.Madvise(memory.Bytes(s.base, span), unix.MADV_HUGEPAGE)
	}
	n.segments[name] = s
	n.sees(s.base, span, s.base)
	return s, nil
}

// MapAgain maps this rank's part of s a second time at address at, a range that Reserve gave.
func (n *Node) MapAgain(s *Segment, at uintptr) error {
	if err := n.mapAt(at, roundUp(s.Bytes, Page), s.partOff(n.me)); err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.sees(at, s.Bytes, s.Part(n.me))
	return nil
}

// sees notes that [at, at+bytes) of this rank shows the bytes that all ranks have at linear. Needs mu.
func (n *Node) sees(at uintptr, bytes uint64, linear uintptr) {
	var all []mapped
	if before := n.mapped.Load(); before != nil {
		all = append(all, *before...)
	}
	all = append(all, mapped{at, bytes, linear})
	n.mapped.Store(&all)
}

// Linear is where [addr, addr+bytes) of this rank's memory lies in the addresses that all ranks share, or 0 if it is private to this process. A peer
// sees it there once it has mapped the same segment.
func (n *Node) Linear(addr uintptr, bytes uint64) uintptr {
	all := n.mapped.Load()
	if all == nil {
		return 0
	}
	for _, m := range *all {
		if off := uint64(addr - m.at); off < m.bytes && bytes <= m.bytes-off {
			return m.linear + uintptr(off)
		}
	}
	return 0
}

// Discard frees the memory of this rank's part of s; it reads as zeros afterwards. No rank may use the part meanwhile.
func (n *Node) Discard(s *Segment) error { return n.DiscardPart(s, 0, s.Bytes) }

// DiscardPart is Discard for bytes of the part, from off on: whole pages.
func (n *Node) DiscardPart(s *Segment, off, bytes uint64) error {
	return unix.Fallocate(n.opts.FD, unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, int64(s.partOff(n.me)+off), int64(bytes))
}

// Reserve sets aside a range of addresses, the same in all ranks, that nothing else of the job will use. No file bytes stand behind it.
func (n *Node) Reserve(name string, bytes uint64) (uintptr, error) {
	e, err := n.entry(name, bytes, reservedTag)
	if err != nil {
		return 0, err
	}
	if e.Bytes != bytes {
		return 0, n.mismatch(name, e, bytes)
	}
	return n.Base() + uintptr(e.Off), nil
}

// reservedTag marks an entry that only reserves addresses.
const reservedTag = ^uint64(0)

// entry finds or makes the table entry called want.
func (n *Node) entry(want string, bytes, tag uint64) (SegmentEntry, error) {
	if len(want) >= MaxName {
		return SegmentEntry{}, fmt.Errorf("segment name %q is longer than %d bytes", want, MaxName-1)
	}
	b := n.block()
	if err := lock(&b.Lock, lockLimit); err != nil {
		return SegmentEntry{}, err
	}
	defer unlock(&b.Lock)
	for i := range b.Segments {
		e := &b.Segments[i]
		switch name(e.Name[:]) {
		case want:
			return *e, nil
		case "":
			ranks := uint64(n.Locals())
			if tag == reservedTag {
				ranks = 1
			}
			stride := roundUp(max(bytes, 1), segmentAlign)
			if stride < bytes || stride > (fileTop-b.Top)/ranks {
				return SegmentEntry{}, fmt.Errorf("%w: %d ranks with %d bytes each", ErrNoRoom, ranks, bytes)
			}
			*e = SegmentEntry{Bytes: bytes, Off: b.Top, Stride: stride, Tag: tag, Owner: uint32(n.me)}
			setName(e.Name[:], want)
			b.Top += ranks * stride
			return *e, nil
		}
	}
	return SegmentEntry{}, fmt.Errorf("no room for segment %q: a job has at most %d", want, MaxSegments)
}

// ErrNoRoom says that the common address range cannot hold a segment.
var ErrNoRoom = errors.New("the address range of the job is exhausted")

// MismatchError says that two ranks asked for different segments under one name.
type MismatchError struct {
	Segment     string
	Rank        int    // of the job, that made the segment
	Program     string // it runs
	Bytes, Mine uint64
}

// mismatch words that this rank asked for bytes of the segment that e describes.
func (n *Node) mismatch(name string, e SegmentEntry, bytes uint64) *MismatchError {
	owner := LocalRank(e.Owner)
	return &MismatchError{Segment: name, Rank: n.opts.Host.Rank(owner), Bytes: e.Bytes, Mine: bytes, Program: n.ProgramOf(owner)}
}

// Error names both sides.
func (e *MismatchError) Error() string {
	if e.Bytes != e.Mine {
		return fmt.Sprintf("segment %q has %d bytes here and %d at rank %d (%s)", e.Segment, e.Mine, e.Bytes, e.Rank, e.Program)
	}
	return fmt.Sprintf("segment %q differs from that of rank %d (%s)", e.Segment, e.Rank, e.Program)
}
