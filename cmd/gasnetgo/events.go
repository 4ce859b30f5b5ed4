package main

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// haveEvents takes what the Go runtime waits for events with while there still are descriptors, or says why that cannot be had: the runtime
// itself takes it when it first needs it, and has nothing but a dump of its stacks to say.
func haveEvents() error {
	epoll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return noEvents("epoll_create1", err)
	}
	event, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
	unix.Close(epoll)
	if err != nil {
		return noEvents("eventfd", err)
	}
	unix.Close(event)
	time.AfterFunc(time.Hour, func() {}).Stop()
	return nil
}

func noEvents(call string, err error) error {
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
