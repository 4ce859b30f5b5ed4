package ofi

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// Who polls: a thread in Wait does, and sleeps on the provider's descriptor itself, so that what it waits for wakes no other thread first. The progress goroutine does
// while the program computes, or sleeps on something else (Doze).

const (
	nap        = time.Millisecond       // of the progress goroutine while the program polls; one that has not polled meanwhile computes
	firstNap   = 50 * time.Microsecond  // of a wait; and without descriptors, of all its naps
	lastNap    = 500 * time.Microsecond // of a wait: another thread may have made its condition true; and of the progress goroutine without descriptors
	idlePolls  = 50 * time.Microsecond  // of polls without a result before Idle yields
	idleYields = time.Millisecond       // of polls without a result before Idle sleeps
	pollGap    = 10 * time.Microsecond  // between two calls of Idle: the program does something else in between
	longSleep  = 20 * time.Millisecond  // of the progress goroutine while nothing comes
)

// Wait blocks until cond holds. It polls, and evaluates cond at least every half millisecond. It is called without the lock.
func (p *Port) Wait(cond func() bool) {
	p.wait(func() bool {
		p.mu.Lock()
		p.poll()
		p.mu.Unlock()
		return cond()
	})
}

// WaitPolling is Wait for a cond that polls itself.
func (p *Port) WaitPolling(cond func() bool) { p.wait(cond) }

// WaitLocked is Wait for a cond that is evaluated with the lock.
func (p *Port) WaitLocked(cond func() bool) { p.wait(p.Polling(cond)) }

// Polling is a condition for WaitPolling that polls, and then evaluates cond, with the lock. A caller that waits often makes it once.
func (p *Port) Polling(cond func() bool) func() bool {
	return func() bool {
		p.mu.Lock()
		p.poll()
		holds := cond()
		p.mu.Unlock()
		return holds
	}
}

func (p *Port) wait(polls func() bool) {
	p.waiters.Add(1)
	defer func() {
		p.polls.Add(1)
		p.waiters.Add(-1)
	}()
	if p.look(polls) {
		return
	}
	p.sleeps()
	for sleep := firstNap; ; sleep = min(2*sleep, lastNap) {
		p.mu.Lock()
		how := p.arm()
		p.mu.Unlock()
		look := polls // once, or a long wait would take a whole core
		if p.sleep(how, sleep, firstNap) {
			sleep, look = firstNap, func() bool { return p.look(polls) }
		}
		if look() {
			return
		}
	}
}

func (p *Port) look(cond func() bool) bool {
	if p.Look != nil {
		return p.Look(cond)
	}
	if cond() {
		return true
	}
	runtime.Gosched()
	return cond()
}

// Idle backs off a thread that polls in a loop without a result: after idlePolls it yields, and after idleYields it sleeps for firstNap. A thread that computes between two polls
// never sleeps.
func (p *Port) Idle() {
	seen, now := p.seen.Load(), time.Now().UnixNano()
	if p.idleSeen.Swap(seen) != seen || now-p.idled.Load() > pollGap.Nanoseconds() {
		p.idleSince.Store(now)
	}
	switch idle := now - p.idleSince.Load(); {
	case idle < idlePolls.Nanoseconds():
	case idle < idleYields.Nanoseconds():
		unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
	default:
		p.sleeps()
		p.mu.Lock()
		how := p.arm()
		p.mu.Unlock()
		p.sleep(how, firstNap, firstNap)
	}
	p.idled.Store(time.Now().UnixNano())
}

// rest is how a thread may sleep.
type rest struct {
	not         bool          // something is there to be polled
	descriptors []unix.PollFd // one of them has an event when something comes; nil: there is none, or messages wait for space
}

func (p *Port) sleeps() {
	if p.Sleeps != nil {
		p.Sleeps()
	}
}

// arm prepares for sleep. It needs the lock.
func (p *Port) arm() (r rest) {
	p.release()
	if len(p.backlog) == 0 {
		var armed bool
		r.descriptors, armed = p.Engine.Arm()
		r.not = !armed
	}
	return r
}

// sleep sleeps for at most the time `most`, or `blind` where there are no descriptors, and returns true if a descriptor has an event, or nothing was to sleep for. It uses the kernel's
// timers, as Go's wake an idle process at whole milliseconds.
func (p *Port) sleep(how rest, most, blind time.Duration, also ...int) bool {
	if how.not {
		return true
	}
	if len(how.descriptors) == 0 {
		most = blind
	}
	fds := how.descriptors
	for _, fd := range also {
		fds = append(fds, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
	}
	limit := unix.NsecToTimespec(most.Nanoseconds())
	n, _ := unix.Ppoll(fds, &limit, nil)
	return n > 0
}

// Doze notifies the progress goroutine that the thread, which has polled, is about to sleep on something that the network does not wake: from now on the goroutine serves peers
// without delay.
func (p *Port) Doze() {
	p.sleeps()
	p.dozes.Store(true)
	select {
	case p.kick <- struct{}{}:
	default:
	}
}

// serve is the progress goroutine.
func (p *Port) serve() {
	defer close(p.over)
	timer := time.NewTimer(nap)
	woken := false // by the network: a peer may have written memory, which is no event
	had := uint64(0)
	for !p.stopped.Load() {
		polls := p.polls.Load()
		busy := polls != had && !p.dozes.Swap(false)
		had = polls
		if p.waiters.Load() > 0 || busy {
			timer.Reset(nap)
			select {
			case <-p.kick:
			case <-timer.C:
			}
			continue
		}
		p.mu.Lock()
		if p.stopped.Load() {
			p.mu.Unlock()
			return
		}
		n := p.poll()
		how := rest{not: true}
		if n == 0 {
			how = p.arm()
		}
		p.mu.Unlock()
		if (n > 0 || woken) && p.Notify != nil {
			p.Notify()
		}
		woken = n == 0 && p.sleep(how, longSleep, lastNap, p.wake)
	}
}

// Close ends the port. No operation of this rank is in flight.
func (p *Port) Close() {
	p.mu.Lock()
	p.stopped.Store(true)
	p.mu.Unlock()
	p.Doze()
	if p.wake >= 0 {
		_, _ = unix.Write(p.wake, []byte{1, 0, 0, 0, 0, 0, 0, 0})
	}
	<-p.over
	if p.wake >= 0 {
		unix.Close(p.wake)
	}
	p.Engine.Close()
}
