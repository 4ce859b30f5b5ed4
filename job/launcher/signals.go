package launcher

import (
	"os"
	"os/signal"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/job"
)

// Catch takes the signals that are ours to pass on. Those that come before there are ranks wait in the channel.
func Catch() chan os.Signal {
	signals := make(chan os.Signal, 16)
	for _, sig := range []os.Signal{unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGUSR1, unix.SIGUSR2, unix.SIGCONT, unix.SIGTSTP} {
		if !signal.Ignored(sig) { // nohup, or a shell's background job: then it is ignored by the ranks as well
			signal.Notify(signals, sig)
		}
	}
	return signals
}

// forward passes signals on to all ranks until the returned function is called. Ranks that still run limit after the first SIGTERM are killed; 0: no limit.
//
// The ranks stay in our process group, so that rank 0 can read from the terminal and a debugger can run under the launcher. Hence signals from the keyboard
// (^C, ^\, ^Z) reach them directly, and are not forwarded a second time while our group has the terminal. Three interrupts send SIGKILL.
//
// SIGINT has no limit: interactive programs, debuggers and kernels of notebooks handle it and go on.
func forward(signals chan os.Signal, s *job.Supervisor, limit time.Duration) (stop func()) {
	var over sync.WaitGroup
	done := make(chan struct{})
	over.Go(func() {
		insisted := 0
		var overdue <-chan time.Time
		for {
			select {
			case <-done:
				return
			case <-overdue:
				s.GiveUp(unix.SIGTERM, limit)
			case got := <-signals:
				sig, ok := got.(unix.Signal)
				if !ok {
					continue
				}
				if sig == unix.SIGINT || sig == unix.SIGTERM {
					if insisted++; insisted >= 3 {
						sig = unix.SIGKILL
					}
				}
				if sig == unix.SIGTERM && limit > 0 && overdue == nil {
					overdue = time.After(limit)
				}
				pass(s, sig)
			}
		}
	})
	return func() {
		close(done)
		over.Wait()
	}
}

func pass(s *job.Supervisor, sig unix.Signal) {
	keyboard := sig == unix.SIGINT || sig == unix.SIGQUIT || sig == unix.SIGTSTP
	if keyboard && InForeground() {
		s.Expect(sig)
	} else {
		s.Signal(sig)
	}
	if sig == unix.SIGTSTP {
		_ = unix.Kill(unix.Getpid(), unix.SIGSTOP) // as the shell that sent it expects
	}
}

// InForeground tells whether our process group has the controlling terminal.
func InForeground() bool {
	fd, err := unix.Open("/dev/tty", unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}
