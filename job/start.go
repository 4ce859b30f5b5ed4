package job

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/knob"
)

// highFD is the descriptor under which a rank finds the memory file: high enough to stay clear of what shells and scripts use.
const highFD = 199

// rankFD is highFD, or half of what a stricter limit allows: starting a process takes some descriptors above it for a moment.
func rankFD() int { return min(highFD, fdLimit()/2) }

// fdLimit is how many descriptors this process may ever have.
func fdLimit() int {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return 2 * highFD
	}
	return int(min(limit.Max, 1<<20))
}

// start starts all ranks from the calling thread, which must be locked. On an error all that were started are killed and reaped.
func (s *Supervisor) start() error {
	files, err := inheritance(s.spec.FD)
	if err != nil {
		return err
	}
	own, bind := unix.CPUSet{}, len(s.spec.CPUs) > 0
	if bind {
		if err := unix.SchedGetaffinity(0, &own); err != nil {
			return fmt.Errorf("cannot read the cores this process may use: %w", err)
		}
		defer func() { _ = unix.SchedSetaffinity(0, &own) }()
	}
	env := rankEnv(s.spec.Env, s.spec.Size, s.spec.FD)
	if s.spec.SameAddresses && s.spec.Size > 1 {
		if before, ok := fixAddresses(); ok {
			defer restoreAddresses(before)
			// A rank goes back to it, for the sake of what it starts: capi/runtime/addresses.c.
			env = append(env[:len(env)-1], fmt.Sprintf("%s=%x:0", knob.Personality, before), "")
		}
	}
	for i := range s.spec.Count {
		rank := s.spec.First + i
		if bind { // the affinity of this thread is what a child inherits
			err = bindTo(s.spec.CPUs[i%len(s.spec.CPUs)])
		}
		if err == nil {
			env[len(env)-1] = knob.Rank + "=" + strconv.Itoa(rank)
			err = s.startOne(rank, env, files)
		}
		if err != nil {
			s.abandon()
			return err
		}
	}
	return nil
}

func (s *Supervisor) startOne(rank int, env []string, files []uintptr) error {
	in, out, errs := s.spec.Streams(rank)
	files[0], files[1], files[2] = uintptr(in), uintptr(out), uintptr(errs)
	pidfd := -1
	attr := &syscall.ProcAttr{Dir: s.spec.Dir, Env: env, Files: files,
		Sys: &syscall.SysProcAttr{Pdeathsig: unix.SIGKILL, PidFD: &pidfd}}
	pid, err := syscall.ForkExec(s.spec.Path, s.spec.Args, attr)
	if err != nil {
		return noDescriptors(err)
	}
	if pidfd < 0 {
		_ = unix.Kill(pid, unix.SIGKILL)
		_, _ = unix.Wait4(pid, nil, 0, nil)
		return errors.New("this kernel gives no pidfd for a new process; Linux 5.4 or later is needed")
	}
	s.mu.Lock()
	s.ranks = append(s.ranks, child{rank: rank, pid: pid, pidfd: pidfd, alive: true})
	s.mu.Unlock()
	return nil
}

// abandon kills and reaps the started ranks.
func (s *Supervisor) abandon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.signalLocked(unix.SIGKILL)
	for i := range s.ranks {
		var err error = unix.EINTR
		for err == unix.EINTR {
			err = unix.Waitid(unix.P_PIDFD, s.ranks[i].pidfd, nil, unix.WEXITED, nil)
		}
		unix.Close(s.ranks[i].pidfd)
		s.ranks[i].alive = false
	}
}

// inheritance is the descriptor table of a rank: 0-2 to be filled in, the memory file at rankFD, and everything else closed, be it
// ours, a C program's, or inherited from a shell.
func inheritance(memfd int) ([]uintptr, error) {
	const closed = ^uintptr(0)
	rankFD := rankFD()
	files := make([]uintptr, rankFD+1)
	for i := range files {
		files[i] = closed
	}
	files[rankFD] = uintptr(memfd)
	names, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return files, nil // no /proc: then only what lies below rankFD is closed
	}
	for _, name := range names {
		fd, err := strconv.Atoi(name.Name())
		if err != nil || fd <= rankFD || fd >= fdLimit()-rankFD/2 { // from before the limit was lowered: out of reach
			continue
		}
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err != nil || flags&unix.FD_CLOEXEC != 0 {
			continue
		}
		for len(files) <= fd {
			files = append(files, closed)
		}
	}
	return files, nil
}

// rankEnv is env without what another job left in it, and with what makes a process a rank; the last entry is for the rank's
// own number.
func rankEnv(env []string, size, memfd int) []string {
	out := make([]string, 0, len(env)+5)
	for _, e := range env {
		name, _, _ := strings.Cut(e, "=")
		if name != knob.Rank && name != knob.JobSize && name != knob.FD && name != knob.Job && name != knob.Personality {
			out = append(out, e)
		}
	}
	return append(out, knob.JobSize+"="+strconv.Itoa(size), knob.FD+"="+strconv.Itoa(rankFD()),
		knob.Job+"="+strconv.Itoa(os.Getpid())+":"+strconv.Itoa(memfd), "")
}

func bindTo(cpu int) error {
	var set unix.CPUSet
	set.Set(cpu)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return fmt.Errorf("cannot bind to core %d: %w", cpu, err)
	}
	return nil
}
