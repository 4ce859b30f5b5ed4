package process

import "sync"

// Mutex is one or, where one thread is in everything, a note that the lock is held: locked instructions wait for all that has been stored before them.
// The zero value is a mutex of many threads.
type Mutex struct {
	mutex sync.Mutex
	alone bool
	held  bool
}

// Alone says that one thread only will ever come here.
func (l *Mutex) Alone() { l.alone = true }

// Lock takes the lock. A thread that is alone does not wait for itself: it panics.
func (l *Mutex) Lock() {
	if l.alone {
		if l.held {
			panic("process: a lock that is held is wanted by the only thread there is")
		}
		l.held = true
		return
	}
	l.mutex.Lock()
}

// TryLock takes the lock if it is free.
func (l *Mutex) TryLock() bool {
	if l.alone {
		free := !l.held
		l.held = true
		return free
	}
	return l.mutex.TryLock()
}

// Unlock gives the lock back.
func (l *Mutex) Unlock() {
	if l.alone {
		l.held = false
		return
	}
	l.mutex.Unlock()
}
