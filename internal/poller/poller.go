// Package poller starts Go's own poller where it can start. Go does that by itself with the first timer or pipe, but where it cannot, a throw that nobody can
// catch ends the process with a dump of goroutines.
package poller

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// Start starts the poller. If it cannot, the error is a sentence for the user, and nothing in this process may take a timer or a pipe.
func Start() error {
	if err := try(); err != nil {
		return err
	}
	time.AfterFunc(time.Hour, func() {}).Stop() // starts it; a timer with a channel that nobody reads would not
	return nil
}

// try does what Go will do.
func try() error {
	poll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err == nil {
		defer unix.Close(poll)
		var event int
		if event, err = unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK); err == nil {
			defer unix.Close(event)
			err = unix.EpollCtl(poll, unix.EPOLL_CTL_ADD, event, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(event)})
		}
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EMFILE):
		var limit unix.Rlimit
		_ = unix.Getrlimit(unix.RLIMIT_NOFILE, &limit)
		return fmt.Errorf("this process may have %d files open, and needs more (ulimit -n)", limit.Cur)
	case errors.Is(err, unix.ENFILE):
		return errors.New("this host has as many files open as it may have (sysctl fs.file-max)")
	}
	return fmt.Errorf("this host does not let programs wait for files (epoll_create1, eventfd2, epoll_ctl: %w), which Go's programs must", err)
}
