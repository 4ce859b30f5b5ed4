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
	return 0, r.world.Wait(rank, take)
}
