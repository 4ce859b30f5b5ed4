package job

// Lock is a lock between the threads of a rank's program, which wait for it in virtual time.
type Lock struct {
	rank    *Rank
	held    bool
	waiting int
}

// NewLock makes one.
func NewLock(r *Rank) *Lock { return &Lock{rank: r} }

// Lock implements sync.Locker.
func (l *Lock) Lock() {
	for l.held {
		l.waiting++
		l.rank.Wait("a call of another thread", func() bool { return !l.held })
		l.waiting--
	}
	l.held = true
}

// Unlock implements sync.Locker.
func (l *Lock) Unlock() {
	l.held = false
	if l.waiting > 0 {
		l.rank.Wake()
	}
}
