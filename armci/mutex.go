package armci

import (
	"encoding/binary"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// Words of a mutex: tickets that have been taken, the ticket that has its turn, and the process that has it, plus one. Behind them is a word for each process of the
// group: the one with a ticket, modulo their number.
const (
	mutexNext = 4 * iota
	mutexTurn
	mutexHolder
	mutexWaiter = 16
)

// MutexPlace is the mutexes of one process.
type MutexPlace struct {
	At    uintptr
	Count uint64
}

// MutexSet is the mutexes of the members of a group.
type MutexSet struct {
	group  *Group
	places []MutexPlace
}

// MutexBytes is how far apart mutexes are whose group has a number of members.
func MutexBytes(members int) uint64 { return roundUp(mutexWaiter+4*uint64(members), line) }

// mutexes makes num of them here. Collective in g.
func (r *Rank) mutexes(g *Group, num int32) (*MutexSet, error) {
	if num < 0 {
		return nil, fault.New("num", num, "negative")
	}
	at, err := r.own(int64(uint64(num) * MutexBytes(len(g.Members))))
	if err != nil {
		return nil, err
	}
	memory.Fill(at, 0, uint64(num)*MutexBytes(len(g.Members)))
	mine := binary.NativeEndian.AppendUint64(nil, uint64(at))
	all, err := r.gather(g, binary.NativeEndian.AppendUint64(mine, uint64(num)))
	if err != nil {
		return nil, err
	}
	s := &MutexSet{group: g}
	for _, b := range all {
		s.places = append(s.places, MutexPlace{uintptr(binary.NativeEndian.Uint64(b)), binary.NativeEndian.Uint64(b[8:])})
	}
	return s, nil
}

// CreateMutexes is ARMCI_Create_mutexes.
func (r *Rank) CreateMutexes(fn string, num int32) (int32, error) {
	if err := r.started(); err != nil {
		return 0, err
	}
	if r.locks != nil {
		return 0, fault.New("num", num, "there are mutexes already: ARMCI_Destroy_mutexes comes first")
	}
	s, err := r.mutexes(r.groups.world(), num)
	if err != nil {
		return 0, err
	}
	r.locks = s
	r.world.Mutexes(s.places)
	return 0, nil
}

// DestroyMutexes is ARMCI_Destroy_mutexes.
func (r *Rank) DestroyMutexes(fn string) (int32, error) {
	if err := r.started(); err != nil {
		return 0, err
	}
	if r.locks == nil {
		return 0, fault.New("", nil, "there are no mutexes")
	}
	r.world.Mutexes(nil)
	err := r.destroy(r.locks)
	r.locks = nil
	return 0, err
}

// destroy frees the mutexes of this process, once nobody uses them.
func (r *Rank) destroy(s *MutexSet) error {
	r.fenceAll()
	if err := r.barrier(s.group); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if at := s.places[s.group.Me].At; at != 0 {
		r.release(at)
	}
	return nil
}

// set finds a set of mutexes: by a handle, or the one of ARMCI_Create_mutexes (0).
func (r *Rank) set(handle uintptr) (*MutexSet, error) {
	if err := r.started(); err != nil {
		return nil, err
	}
	if handle == 0 {
		if r.locks == nil {
			return nil, fault.New("", nil, "there are no mutexes: ARMCI_Create_mutexes comes first")
		}
		return r.locks, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.sets[handle]; s != nil {
		return s, nil
	}
	return nil, fault.New("hdl", fault.Addr(handle), "no such mutexes")
}

// mutex is where a mutex of a member is, and that member's rank.
func (s *MutexSet) mutex(mutex, proc int32) (rank int, at uintptr, err error) {
	if proc < 0 || int(proc) >= len(s.places) {
		return 0, 0, fault.New("proc", proc, "not in 0..%d", len(s.places)-1)
	}
	p := s.places[proc]
	if mutex < 0 || uint64(mutex) >= p.Count {
		return 0, 0, fault.New("mutex", mutex, "process %d has %d mutexes", proc, p.Count)
	}
	return s.group.Ranks[proc], p.At + uintptr(uint64(mutex)*MutexBytes(len(s.places))), nil
}

// Lock is ARMCI_Lock, and with try ARMCIX_Trylock_hdl: 1 if it has not got the mutex.
func (r *Rank) Lock(fn string, handle uintptr, mutex, proc int32, try bool) (int32, error) {
	s, err := r.set(handle)
	if err != nil {
		return 0, err
	}
	rank, at, err := s.mutex(mutex, proc)
	if err != nil {
		return 0, err
	}
	if l, ok := r.moves.(Locker); ok {
		got, err := r.lockAtOwner(l, heldMutex{rank, at}, uint32(s.group.Me+1), try)
		return b2i32(!got && err == nil), err
	}
	ticket := uint64(0)
	if try {
		r.world.Idle(1)
		ticket = r.fetch(rank, at+mutexTurn)
		if r.moves.Atomic(rank, at+mutexNext, Atomic{Kind: AtomicCompareSwap, Width: 4, Cond: ticket, Value: uint64(uint32(ticket) + 1)}) != ticket {
			return 1, nil
		}
	} else {
		ticket = r.moves.Atomic(rank, at+mutexNext, Atomic{Kind: AtomicAdd, Width: 4, Value: 1})
		r.store(rank, at+mutexWaiter+uintptr(4*(ticket%uint64(len(s.places)))), uint64(s.group.Me+1))
		err = r.world.WaitFor(rank, func() bool { return r.fetch(rank, at+mutexTurn) == ticket })
	}
	r.store(rank, at+mutexHolder, uint64(s.group.Me+1))
	return 0, err
}

// Unlock is ARMCI_Unlock.
func (r *Rank) Unlock(fn string, handle uintptr, mutex, proc int32) error {
	s, err := r.set(handle)
	if err != nil {
		return err
	}
	rank, at, err := s.mutex(mutex, proc)
	if err != nil {
		return err
	}
	l, queues := r.moves.(Locker)
	if !queues || !r.gaveUp(heldMutex{rank, at}) {
		h := r.fetch(rank, at+mutexHolder)
		switch {
		case h == 0:
			return fault.New("mutex", mutex, "nobody has locked this mutex of process %d", proc)
		case queues || h != uint64(s.group.Me+1):
			return fault.New("mutex", mutex, "process %d has locked this mutex of process %d, not the caller", s.group.Members[h-1], proc)
		}
	}
	r.fenceAll()
	if queues {
		l.Unlock(rank, at)
		return nil
	}
	r.store(rank, at+mutexHolder, 0)
	turn := uint32(r.moves.Atomic(rank, at+mutexTurn, Atomic{Kind: AtomicAdd, Width: 4, Value: 1})) + 1
	if uint64(turn) != r.fetch(rank, at+mutexNext) {
		if next := r.fetch(rank, at+mutexWaiter+uintptr(4*(turn%uint32(len(s.places))))); next > 0 {
			r.moves.Ring(s.group.Ranks[next-1])
		}
	}
	return nil
}

// heldMutex is a mutex of a rank, which this process has.
type heldMutex struct {
	rank int
	at   uintptr
}

// lockAtOwner waits for a mutex in the queue of its owner, or tries to get it.
func (r *Rank) lockAtOwner(l Locker, m heldMutex, who uint32, try bool) (got bool, err error) {
	if try {
		r.world.Idle(1)
		got = l.TryLock(m.rank, m.at, who)
	} else {
		op := l.Lock(m.rank, m.at, who)
		err = r.world.WaitFor(m.rank, func() bool { return r.moves.Done(op) })
		got = err == nil
	}
	if got {
		r.mu.Lock()
		r.held[m] = true
		r.mu.Unlock()
	}
	return got, err
}

// gaveUp notes that this process does not have a mutex any more, and reports whether it had it.
func (r *Rank) gaveUp(m heldMutex) (had bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	had = r.held[m]
	delete(r.held, m)
	return had
}

// fetch and store are of aligned 32-bit words.
func (r *Rank) fetch(rank int, at uintptr) uint64 {
	return r.moves.Atomic(rank, at, Atomic{Kind: AtomicFetch, Width: 4})
}

func (r *Rank) store(rank int, at uintptr, v uint64) {
	r.moves.Atomic(rank, at, Atomic{Kind: AtomicSwap, Width: 4, Value: v})
}

// CreateSet is ARMCIX_Create_mutexes_hdl: collective in a group. It answers a handle, which is an address that the mutexes' memory does not need.
func (r *Rank) CreateSet(fn string, num, group int32) (uintptr, error) {
	g, err := r.member(group)
	if err != nil {
		return 0, err
	}
	s, err := r.mutexes(g, num)
	if err != nil {
		return 0, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	handle := uintptr(1)
	for r.sets[handle] != nil {
		handle++
	}
	r.sets[handle] = s
	return handle, nil
}

// DestroySet is ARMCIX_Destroy_mutexes_hdl.
func (r *Rank) DestroySet(fn string, handle uintptr) (int32, error) {
	s, err := r.set(handle)
	if err != nil {
		return 0, err
	}
	r.mu.Lock()
	delete(r.sets, handle)
	r.mu.Unlock()
	return 0, r.destroy(s)
}

// Notify is armci_notify: how many notifications the process has got from this one.
func (r *Rank) Notify(fn string, proc int32) (int32, error) {
	if err := r.started(); err != nil {
		return 0, err
	}
	if err := r.process("proc", proc); err != nil {
		return 0, err
	}
	rank := r.ranks[proc]
	r.moves.Fence(rank)
	at := r.memory.Control(rank) + uintptr(r.layout.Notified(r.world.Rank()))
	sent := r.moves.Atomic(rank, at, Atomic{Kind: AtomicAdd, Width: 8, Value: 1}) + 1
	r.moves.Ring(rank)
	return int32(sent), nil
}

// NotifyWait is armci_notify_wait: how many have arrived, and how many of them have been waited for.
func (r *Rank) NotifyWait(fn string, proc int32) (arrived, waited int32, err error) {
	if err := r.started(); err != nil {
		return 0, 0, err
	}
	if err := r.process("proc", proc); err != nil {
		return 0, 0, err
	}
	at := r.layout.Notified(r.ranks[proc])
	r.mu.Lock()
	r.heard[proc]++
	wanted := r.heard[proc]
	r.mu.Unlock()
	err = r.world.WaitFor(r.ranks[proc], func() bool { return r.word(at) >= wanted })
	return int32(r.word(at)), int32(wanted), err
}
