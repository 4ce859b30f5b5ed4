package pace

import "sync"

// Locker is a world whose threads wait for each other in virtual time: one that blocked in a mutex would block them all.
type Locker interface {
	NewLock() sync.Locker
}

// LockOf makes a lock that a call may hold while it waits, for an API in a world.
func LockOf(world any) sync.Locker {
	if w, ok := world.(Locker); ok {
		return w.NewLock()
	}
	return &sync.Mutex{}
}
