package node

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// ErrNoKernelCopy means that the kernel, or a container's rules, keep this process from reading a peer's memory.
var ErrNoKernelCopy = errors.New("the kernel does not let this process read that rank's memory")

// OpenMemory lets the peers of this host read this process's private memory through the kernel, where a rule asks for the owner's consent, and
// publishes a cookie by which they recognise the process: a number of a process means another one in another container.
func (n *Node) OpenMemory() {
	_ = unix.Prctl(unix.PR_SET_PTRACER, ^uintptr(0), 0, 0, 0) // no such rule, no need
	n.cookie = &cookie{value: rand.Uint64() | 1}
	e := &n.Rank(n.me).Endpoint
	e.CookieAt, e.Cookie = addressOf(&n.cookie.value), n.cookie.value
}

// cookie lives as long as the node; Go does not move it.
type cookie struct{ value uint64 }

// peer states, in Node.readable.
const (
	unknown = iota
	readable
	unreadable
)

// ReadPeer copies local rank l's private memory into this process: the bytes of from, one after the other, into those of into. It fails with
// ErrNoKernelCopy when the kernel never allows it, and with another error when some address is not there. Blocks for the time of the copy.
func (n *Node) ReadPeer(l LocalRank, into []unix.Iovec, from []unix.RemoteIovec) error {
	if !n.mayRead(l) {
		return ErrNoKernelCopy
	}
	want := 0
	for _, v := range from {
		want += v.Len
	}
	got, err := unix.ProcessVMReadv(int(n.Rank(l).PID), into, from, 0)
	if err != nil {
		return fmt.Errorf("reading %d bytes of rank %d: %w", want, n.opts.Host.Rank(l), err)
	}
	if got != want {
		return fmt.Errorf("reading %d bytes of rank %d: memory ends after %d: %w", want, n.opts.Host.Rank(l), got, unix.EFAULT)
	}
	return nil
}

// Reach says what is known of a peer's memory.
type Reach int32

// Values of Reach.
const (
	ReachUnknown Reach = iota // the peer has not called OpenMemory: try again
	Reachable                 // the kernel copies from and to it
	Unreachable
)

// Reach finds out whether the kernel lets this process copy from and to local rank l's private memory.
func (n *Node) Reach(l LocalRank) Reach {
	switch {
	case atomic.LoadUint64(&n.Rank(l).Endpoint.CookieAt) == 0:
		return ReachUnknown
	case n.mayRead(l):
		return Reachable
	}
	return Unreachable
}

// mayRead finds out, once per peer, whether the kernel gives us that process's memory.
func (n *Node) mayRead(l LocalRank) bool {
	switch n.readable[l].Load() {
	case readable:
		return true
	case unreadable:
		return false
	}
	e := &n.Rank(l).Endpoint
	var seen uint64
	into := []unix.Iovec{iovecOf(&seen)}
	from := []unix.RemoteIovec{{Base: uintptr(atomic.LoadUint64(&e.CookieAt)), Len: 8}}
	_, err := unix.ProcessVMReadv(int(n.Rank(l).PID), into, from, 0)
	state := uint32(unreadable)
	if err == nil && seen != 0 && seen == e.Cookie {
		state = readable
	}
	n.readable[l].Store(state)
	return state == readable
}
