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

// stopTime is how long the process of a simulated job may take to say where its ranks are.
const stopTime = 5 * time.Second

// insistence is how many interrupts end it at once.
const insistence = 3

// simProcess is the process of a simulated job, which dies with this one, and gets the signals that this one gets.
type simProcess struct {
	cmd     *exec.Cmd
	timeout time.Duration // 0: none
	asked   bool          // it has been told to end
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

// follow passes signals on until the process has ended. One that it gets and does not heed within stopTime kills it.
//
// It is in our process group, so that a rank can read from the terminal. Hence what the keyboard sends reaches it by itself, and once: as long as our group
// has the terminal, it is not passed on.
func (p *simProcess) follow(signals <-chan os.Signal, ended <-chan error) error {
	var timeout, patience <-chan time.Time
	if p.timeout > 0 {
		timeout = time.After(p.timeout)
	}
	end := func(sig os.Signal, passOn bool) {
		if passOn {
			_ = p.cmd.Process.Signal(sig)
		}
		if !p.asked {
			patience = time.After(stopTime)
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
		case <-patience:
			_ = p.cmd.Process.Kill()
		case sig := <-signals:
			if sig == unix.SIGINT || sig == unix.SIGTERM {
				interrupts++
			}
			if interrupts >= insistence {
				_ = p.cmd.Process.Kill()
			}
			end(sig, sig != unix.SIGINT && sig != unix.SIGQUIT || !launcher.InForeground())
		}
	}
}

// mishap is how the process has ended if neither it nor we wanted that.
func (p *simProcess) mishap() error {
	w, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !w.Signaled() || p.asked {
		return nil
	}
	sig := w.Signal()
	why := ""
	if sig == unix.SIGKILL {
		why = "; if nobody did that, the kernel had no memory left (dmesg says so): fewer ranks, a smaller --stack or GASNETGO_SYMMETRIC_SIZE take less"
	}
	return fmt.Errorf("the process of all simulated ranks (simhost, pid %d) was killed by signal %d (%v)%s", p.cmd.Process.Pid, int(sig), sig, why)
}
