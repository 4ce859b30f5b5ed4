package armci

// gpcLock is where the lock of a process for global procedure calls is, in its control memory: the second word of the first lock of accumulates.
const gpcLock = 4

// GpcLock is ARMCI_Gpc_lock (GpcLock), ARMCI_Gpc_trylock (GpcTry), which answers 1 if it has got the lock of a process, and ARMCI_Gpc_unlock (GpcUnlock).
func (r *Rank) GpcLock(fn string, what, proc int32) (int32, error) {
	if err := r.started(); err != nil {
		return 0, err
	}
	if err := r.process("proc", proc); err != nil {
		return 0, err
	}
	rank := r.ranks[proc]
	if l, ok := r.moves.(Locker); ok {
		return r.gpcAtOwner(l, what, heldMutex{rank, r.memory.Control(rank)})
	}
	at := r.memory.Control(rank) + gpcLock
	take := func() bool { return r.moves.Atomic(rank, at, Atomic{Kind: AtomicCompareSwap, Width: 4, Value: 1}) == 0 }
	switch what {
	case GpcTry:
		if take() {
			return 1, nil
		}
		return 0, nil
	case GpcUnlock:
		r.fenceAll()
		r.store(rank, at, 0)
		for _, waiter := range r.ranks { // nobody knows who waits
			r.moves.Ring(waiter)
		}
		return 0, nil
	}
	return 0, r.world.WaitFor(rank, take)
}

// gpcAtOwner is GpcLock by the owner's queue.
func (r *Rank) gpcAtOwner(l Locker, what int32, m heldMutex) (int32, error) {
	if what == GpcUnlock {
		r.fenceAll()
		if r.gaveUp(m) {
			l.Unlock(m.rank, m.at)
		}
		return 0, nil
	}
	got, err := r.lockAtOwner(l, m, uint32(r.me+1), what == GpcTry)
	return b2i32(got && what == GpcTry), err
}
