package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// mostHogs bounds the number of busy processes against typing errors: with more of them a table takes days.
const mostHogs = 1024

// load is the load during a measurement: processes of spin_bench with one argument.
type load struct {
	mode      string // "": nothing
	processes int
}

// parseLoad reads --beside.
func parseLoad(text string) (load, error) {
	switch number, hogs := strings.CutPrefix(text, "hogs="); {
	case text == "none":
		return load{}, nil
	case text == "start":
		return load{"start", 1}, nil
	case hogs:
		if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= mostHogs {
			return load{"hog", n}, nil
		}
		return load{}, fmt.Errorf("--beside %s: the number of busy processes is 1 to %d", text, mostHogs)
	}
	return load{}, fmt.Errorf("--beside %s: want none, start (a loop that starts /bin/true) or hogs=N (N busy processes)", text)
}

func (l load) String() string {
	switch l.mode {
	case "":
		return "none"
	case "hog":
		return fmt.Sprintf("hogs=%d", l.processes)
	default:
		return l.mode
	}
}

// start starts the load and returns when all of it runs. The function that it returns ends it. The load never outlives this process: the kernel kills each
// process with its parent, and each leads its own process group, so that its children end with it.
func (l load) start(ctx context.Context) (end func(), err error) {
	if l.mode == "" {
		return func() {}, nil
	}
	program, err := benchProgram("spin")
	if err != nil {
		return nil, err
	}
	_, end, err = l.startWith(ctx, program)
	return end, err
}

func (l load) startWith(ctx context.Context, program string) (all []*exec.Cmd, end func(), err error) {
	end = func() {
		for _, c := range all {
			_ = unix.Kill(-c.Process.Pid, unix.SIGKILL)
		}
		_ = waitAll(all)
	}
	for range l.processes {
		c := exec.CommandContext(ctx, program, l.mode)
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: unix.SIGKILL}
		c.Cancel = func() error { return unix.Kill(-c.Process.Pid, unix.SIGKILL) }
		up, err := c.StdoutPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			end()
			return nil, nil, fmt.Errorf("--beside %s: %w", l, err)
		}
		all = append(all, c)
		if _, err := io.ReadFull(up, make([]byte, 1)); err != nil {
			end()
			return nil, nil, errors.Join(fmt.Errorf("--beside %s: process %d of %d ended at once", l, len(all), l.processes), ctx.Err())
		}
	}
	return all, end, nil
}
