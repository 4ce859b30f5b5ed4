package shmem

import "gasnetgo/internal/fault"

// A lock is one zero-initialised long per PE; Fortran's is an INTEGER, whose words and bits are half as many (narrowLock), so that it counts fewer PEs. The PEs that wait for it form a queue (after Mellor-Crummey and Scott): each waits on its own
// long until the PE before it grants the lock. The long is two unsigned 32-bit words, by address, whatever the byte order:
//
//	offset 0  tail  counts on PE 0 only: rank + 1 of the last PE in the queue, 0 if the lock is free
//	offset 4  own   on each PE, about this PE:
//	                bit 31     queued: in the queue, and the lock is not granted yet
//	                bit 30     held: this PE has the lock
//	                bits 29..0 rank + 1 of the PE queued right behind, 0 if there is none yet
//
// All is zero while the lock is free. The tail of any PE but PE 0 stays 0. A PE changes its own word alone, with two
// exceptions: the PE behind adds its number (once), and the PE before grants the lock (once). Both are atomic and commute with what the
// owner does. The C data plane uses the same protocol and the same queue. Memory orders are C11's; me is this PE's rank.
//
// set:
//  1. own: compare and swap 0 -> held (acquire). Anything but 0 there is an error: held or queued already, or not a lock.
//  2. tail on PE 0: before = swap(me + 1) (acquire and release).
//  3. before is 0: done, this PE has the lock.
//  4. Else own: xor with held|queued (relaxed): now queued. The PE behind may have added itself already; xor keeps that.
//  5. own on PE before-1: or with me + 1 (release), and ring that PE.
//  6. Wait until own has held (acquire). Done.
//
// Between 1 and 4 own has held set although this PE may not have the lock yet. No other PE reads that bit, and the lock cannot be granted before 5.
//
// test:
//  1. own: load. Not 0: busy (an error if it has neither held nor queued, or both: not a lock).
//  2. tail on PE 0: load (relaxed). Not 0: busy.
//  3. tail on PE 0: compare and swap 0 -> me + 1 (acquire). Failed: busy.
//  4. own: or with held (relaxed), since the PE behind may have added itself. Done, this PE has the lock.
//
// clear:
//  1. own: load (acquire). Without held: an error, this PE does not have the lock.
//  2. Quiet on the default context: what was done under the lock is complete and visible before the lock is granted.
//  3. own names no PE behind: tail on PE 0: compare and swap me + 1 -> 0 (release). Succeeded: own = 0 (relaxed), done.
//     Failed with 0 found there: an error, the program has written over the lock.
//  4. Failed otherwise: a PE is between 2 and 5 of set. Wait until own names it (acquire).
//  5. own = 0 (relaxed). From here on this PE may queue again.
//  6. own on the PE behind: xor with held|queued (release): the lock is granted. Ring that PE.
const (
	lockTail   = 0 // offset; that of own is the width of a word
	lockTailPE = 0
)

// lockForm is how the words of a lock are laid out.
type lockForm struct {
	kind         string // of variable, in messages
	width        uint64 // bytes of a word
	typ          int32  // of a word
	queued, held uint32
}

// behind are the bits that name a PE, and so the most PEs that a job with such locks may have.
func (f lockForm) behind() uint32 { return f.held - 1 }

func wideLock() lockForm {
	return lockForm{kind: "long", width: 4, typ: TypeU32, queued: 1 << 31, held: 1 << 30}
}

func narrowLock() lockForm {
	return lockForm{kind: "INTEGER", width: 2, typ: TypeU16, queued: 1 << 15, held: 1 << 14}
}

// lock is one lock as this PE sees it during one call.
type lock struct {
	*attached
	lockForm
	at  Addr
	own uintptr // address of our own word
	me  uint32  // rank + 1
}

// Lock sets, clears or tests the lock at a symmetric variable of 8 bytes, or of 4 as Fortran has it. Only LockTest has an answer: 0 if the lock is ours now, 1 if it is taken.
// Locks are granted in the order in which they were asked for.
//
// Spec: OpenSHMEM 1.6, section 9.13
func (p *PE) Lock(_ string, op int32, addr uintptr, bytes uint64) (int32, error) {
	a, err := p.up()
	if err != nil {
		return 0, err
	}
	form := wideLock()
	if bytes == 4 {
		form = narrowLock()
	}
	at, err := p.element(a, "lock", addr, 1, 2*form.width)
	if err != nil {
		return 0, err
	}
	if p.pes > int(form.behind()) {
		return 0, fault.New("lock", fault.Addr(addr), "a lock of %d bytes serves up to %d PEs; the job has %d", bytes, form.behind(), p.pes)
	}
	l := lock{attached: a, lockForm: form, at: at, own: addr + uintptr(form.width), me: uint32(p.me) + 1}
	switch op {
	case LockSet:
		return 0, p.setLock(l, addr)
	case LockClear:
		return 0, p.clearLock(l, addr)
	case LockTest:
		p.look(a)
		if r, may := p.world.(Refuser); may && l.load() == 0 && r.Refuse("shmem_test_lock") { // as if another PE held it now
			return 1, nil
		}
		return l.test(addr)
	}
	return 0, fault.New("op", op, "not an operation on locks")
}

// amo does one atomic operation on a word of the lock.
func (l lock) amo(pe int, word uint64, op int32, value, cond uint32) (uint32, error) {
	old, err := l.t.Atomic(DefaultCtx, pe, l.at.Plus(word), AMO{Op: op, Type: l.typ, Value: uint64(value), Cond: uint64(cond)}, nil)
	return uint32(old), err
}

func (l lock) load() uint32 { return uint32(loadBits(l.own, l.width)) }

func (p *PE) setLock(l lock, addr uintptr) error {
	if own := swapElement(l.own, l.width, 0, l.held); own != 0 {
		return l.state(addr, own)
	}
	before, err := l.amo(lockTailPE, lockTail, AMOSwap, l.me, 0)
	if err != nil || before == 0 {
		return err
	}
	if int(before) > p.pes || before == l.me {
		return damaged(addr, "its tail names PE %d", int64(before)-1)
	}
	if _, err := l.amo(p.me, l.width, AMOXor, l.held|l.queued, 0); err != nil {
		return err
	}
	if _, err := l.amo(int(before-1), l.width, AMOOr, l.me, 0); err != nil {
		return err
	}
	p.awaitOwn(l, l.held)
	return nil
}

// awaitOwn waits until our own word has one of the bits, and answers it.
func (p *PE) awaitOwn(l lock, bits uint32) (own uint32) {
	p.world.Wait(awaited, func() bool {
		l.t.Progress()
		own = l.load()
		return own&bits != 0
	})
	return own
}

func (l lock) test(addr uintptr) (int32, error) {
	switch own := l.load(); own &^ l.behind() {
	case l.held, l.queued:
		return 1, nil
	default:
		if own != 0 {
			return 0, l.state(addr, own)
		}
	}
	for _, op := range [...]int32{AMOFetch, AMOCSwap} {
		tail, err := l.amo(lockTailPE, lockTail, op, l.me, 0)
		if err != nil || tail != 0 {
			return 1, err
		}
	}
	_, err := l.amo(int(l.me-1), l.width, AMOOr, l.held, 0)
	return 0, err
}

func (p *PE) clearLock(l lock, addr uintptr) error {
	own := l.load()
	if own&l.held == 0 {
		return fault.New("lock", fault.Addr(addr), "this PE does not hold it")
	}
	if err := l.t.Quiet(DefaultCtx); err != nil {
		return err
	}
	if own = l.load(); own&l.behind() == 0 {
		tail, err := l.amo(lockTailPE, lockTail, AMOCSwap, 0, l.me)
		if err != nil {
			return err
		}
		if tail == l.me {
			storeElement(l.own, l.width, 0)
			return nil
		}
		if tail == 0 || int(tail) > p.pes {
			return damaged(addr, "its tail names PE %d while this PE holds it", int64(tail)-1)
		}
		own = p.awaitOwn(l, l.behind())
	}
	behind := own & l.behind()
	if int(behind) > p.pes || behind == l.me {
		return damaged(addr, "it names PE %d as the next", int64(behind)-1)
	}
	storeElement(l.own, l.width, 0)
	_, err := l.amo(int(behind-1), l.width, AMOXor, l.held|l.queued, 0)
	return err
}

// state words what was found in our own word by a set that wanted it to be 0.
func (l lock) state(addr uintptr, own uint32) error {
	why := "not a lock: a lock is a " + l.kind + " that starts as 0"
	switch {
	case own&l.held != 0 && own&l.queued == 0:
		why = "this PE holds it already; locks are not recursive"
	case own&l.queued != 0 && own&l.held == 0:
		why = "another thread of this PE is waiting for it already"
	}
	return fault.New("lock", fault.Addr(addr), "%s", why)
}

func damaged(addr uintptr, why string, args ...any) error {
	return fault.New("lock", fault.Addr(addr), "the program has written over it: "+why, args...)
}
