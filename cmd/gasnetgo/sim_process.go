package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/job/launcher"
)

// stopTime is the time that the process of a simulated job has to report where its ranks are.
const stopTime = 5 * time.Second

// interruptLimit is the number of interrupts that end it at once.
const interruptLimit = 3

// simProcess is the process of a simulated job. It dies with this process, which forwards signals to it.
type simProcess struct {
	cmd     *exec.Cmd
	timeout time.Duration // 0: none
	asked   bool          // it was requested to end
	late    bool          // by the timeout
}

// run starts the process and waits for its end.
func (p *simProcess) run() error {
	signals := make(chan os.Signal, 16)
	for _, sig := range []os.Signal{unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT} {
		if !signal.Ignored(sig) { // nohup, or a shell's background job: then it is ignored there as well
			signal.Notify(signals, sig)
		}
	}
	defer signal.Stop(signals)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: unix.SIGKILL}
	started, ended := make(chan error, 1), make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the kernel kills the process when the thread that has started it is gone
		err := p.cmd.Start()
		started <- err
		if err == nil {
			ended <- p.cmd.Wait()
		}
	}()
	if err := <-started; err != nil {
		return err
	}
	return p.follow(signals, ended)
}

// follow forwards signals until the process has ended. It kills the process if that has not ended stopTime after a signal.
//
// The process is in our process group, so that a rank can read from the terminal. The terminal therefore sends keyboard signals to it directly: they are
// not forwarded while our group has the terminal, so that it gets them once.
func (p *simProcess) follow(signals <-chan os.Signal, ended <-chan error) error {
	var timeout, stopTimeout <-chan time.Time
	if p.timeout > 0 {
		timeout = time.After(p.timeout)
	}
	end := func(sig os.Signal, passOn bool) {
		if passOn {
			_ = p.cmd.Process.Signal(sig)
		}
		if !p.asked {
			stopTimeout = time.After(stopTime)
		}
		p.asked = true
	}
	interrupts := 0
	for {
		select {
		case err := <-ended:
			return err
		case <-timeout:
			p.late = true
			end(unix.SIGTERM, true)
		case <-stopTimeout:
			_ = p.cmd.Process.Kill()
		case sig := <-signals:
			if sig == unix.SIGINT || sig == unix.SIGTERM {
				interrupts++
			}
			if interrupts >= interruptLimit {
				_ = p.cmd.Process.Kill()
			}
			end(sig, sig != unix.SIGINT && sig != unix.SIGQUIT || !launcher.InForeground())
		}
	}
}

// abnormalEnd describes an end of the process that neither it nor this process intended.
func (p *simProcess) abnormalEnd() error {
	w, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !w.Signaled() || p.asked {
		return nil
	}
	sig := w.Signal()
	why := ""
	if sig == unix.SIGKILL {
		why = "; the kernel does that when it runs out of memory (see dmesg): use fewer ranks, a smaller --stack or GASNETGO_SYMMETRIC_SIZE"
	}
	return fmt.Errorf("the process of all simulated ranks (simhost, pid %d) was killed by signal %d (%v)%s", p.cmd.Process.Pid, int(sig), sig, why)
}
