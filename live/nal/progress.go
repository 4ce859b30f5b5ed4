package nal

import (
	"runtime/debug"
	"time"

	"gasnetgo/node"
	"gasnetgo/portals"
)

const (
	idleSleep   = time.Second            // the program does not poll: senders ring
	asleepSleep = 10 * time.Millisecond  // the program sleeps and is rung itself; a signal handler may have taken it out of there
	pollSleep   = 2 * time.Millisecond   // the program polls: how late a message may be that comes just as it stops
	mailSleep   = 200 * time.Microsecond // there is mail, and a thread that has been rung should take it
	todoSleep   = 50 * time.Microsecond  // something waits for room in a mailbox
	holdSleep   = 10 * time.Millisecond  // payloads are out: their takers may have left
)

// progress serves the mailbox for a program that computes. It ends when the link is closed.
func (l *Link) progress() {
	debug.SetPanicOnFault(true)
	overdue := ^uint64(0) // head of a mailbox with mail in it, when we last left that to the program
	for {
		if l.Far != nil {
			if err := l.Far.failure(); err != nil {
				l.Fail(err)
				return
			}
		}
		polls, _ := l.Node.ProgramPolls()
		l.Host.Lock()
		if l.closed.Load() {
			l.Host.Unlock()
			return
		}
		todo := l.queued > 0 || len(l.streams) > 0
		if polls == node.PollsNot || todo || l.Node.HasMail() && l.Node.MailHead() == overdue {
			for l.Serve() {
			}
			todo = l.queued > 0 || len(l.streams) > 0
		}
		mail := l.Node.HasMail()
		overdue = ^uint64(0)
		var limit time.Duration
		switch {
		case todo:
			limit = todoSleep
		case polls == node.PollsNow:
			limit = pollSleep
			if mail {
				overdue = l.Node.MailHead()
			}
		case mail:
			limit, overdue = mailSleep, l.Node.MailHead()
		case l.sends.live > 0:
			limit = holdSleep
			l.abandon()
		case polls == node.PollsAsleep:
			limit = asleepSleep
		default:
			limit = idleSleep
		}
		l.Host.Unlock()
		l.Node.SleepService(limit, polls != node.PollsNot, func() bool {
			return l.closed.Load() || polls == node.PollsNot && l.Node.HasMail()
		})
	}
}

// abandon drops payloads whose receiver has left.
func (l *Link) abandon() {
	for i := range l.sends.slots {
		o := &l.sends.slots[i]
		if o.op != nil && l.Routes.gone(o.to) {
			l.taken(token(l.sends.epoch)<<48|token(o.gen)<<32|token(i), portals.NIFailed)
		}
	}
}
