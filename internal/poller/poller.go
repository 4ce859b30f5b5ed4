// Package poller starts Go's network poller where possible. Go starts it with the first timer or pipe, but if it cannot, a throw that no code can catch ends
// the process with a dump of goroutines. capi/limits makes the same check before Go starts in a rank.
package poller

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// Start starts the poller. If it cannot, the error is a sentence for the user, and nothing in this process may take a timer or a pipe.
func Start() error {
	if err := try(); err != nil {
		return err
	}
	time.AfterFunc(time.Hour, func() {}).Stop() // starts the poller; a timer with an unread channel would not
	return nil
}

// try does what Go will do.
func try() error {
	poll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return sentence("epoll_create1", err)
	}
	defer unix.Close(poll)
	event, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return sentence("eventfd", err)
	}
	defer unix.Close(event)
	if err := unix.EpollCtl(poll, unix.EPOLL_CTL_ADD, event, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(event)}); err != nil {
		return sentence("epoll_ctl", err)
	}
	return nil
}

func sentence(call string, err error) error {
	why := "a filter of system calls, perhaps a container's, stands in the way"
	switch err {
	case unix.EMFILE:
		var limit unix.Rlimit
		_ = unix.Getrlimit(unix.RLIMIT_NOFILE, &limit)
		why = fmt.Sprintf("ulimit -n is %d", limit.Cur)
	case unix.ENFILE, unix.ENOMEM:
		why = "the host has no more"
	}
	return fmt.Errorf("cannot wait for events: %s: %w (%s)", call, err, why)
}
