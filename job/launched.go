package job

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/knob"
)

// attachLaunched joins the job of gasnetgo run, or of the rank 0 that started us.
func attachLaunched(o Options, f found) (*Job, error) {
	file, err := f.open()
	if err != nil {
		return nil, fmt.Errorf("%s=%d, %s=%d and %s=%d say that this is a rank of a job, but: %w; a program between launcher and rank must leave that descriptor open",
			knob.Rank, f.rank, knob.JobSize, f.size, knob.FD, f.fd, err)
	}
	if s := file.State(f.rank); s > Absent && s < Gone {
		unix.Close(file.FD)
		o.Warn(fmt.Sprintf("this program was started by rank %d of a job, and runs alone, as rank 0 of 1; unset %s to avoid this warning",
			f.rank, knob.Rank))
		return attachAlone()
	}
	// What the program starts is not this rank any more, and must not keep the job's memory alive.
	unix.CloseOnExec(file.FD)
	j := &Job{Rank: f.rank, Size: f.size, FD: file.FD, Launcher: f.name, control: file, lifeline: file.lifeline()}
	return j.join(o.Report)
}

// open finds the memory file: under the number the launcher gave it, or, when something between launcher and rank closed that (as Python's
// subprocess does), in the launcher itself.
func (f found) open() (*File, error) {
	file, err := openFile(f.fd, f.size)
	if err == nil {
		return file, nil
	}
	pid, number, ok := strings.Cut(f.keeper, ":")
	if !ok {
		return nil, err
	}
	fd, openErr := unix.Open("/proc/"+pid+"/fd/"+number, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if openErr != nil {
		return nil, err
	}
	file, againErr := openFile(fd, f.size)
	if againErr != nil {
		unix.Close(fd)
		return nil, err
	}
	return file, nil
}

// lifeline observes the launcher's process. The zero value observes none.
type lifeline struct {
	held       bool
	pid, pidfd int // while held
}

// lifeline observes the launcher when that is not our parent, as with gasnetgo run -n 2 sh -c ./prog. A child is killed by the
// kernel together with its launcher; a grandchild has to look. The zero value means no need, or no way.
func (f *File) lifeline() lifeline {
	pid := int(f.LauncherPID)
	if pid == 0 || os.Getppid() == pid {
		return lifeline{}
	}
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return lifeline{}
	}
	if f.LauncherStart == 0 || startTime(pid) != f.LauncherStart { // another process with that number, as in a container
		unix.Close(fd)
		return lifeline{}
	}
	return lifeline{true, pid, fd}
}

// over reports whether the launcher is gone.
func (l lifeline) over() bool { return l.held && pidfdOver(l.pidfd) }

func pidfdOver(pidfd int) bool {
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(pidfd), Events: unix.POLLIN}}, 0)
	return err == nil && n > 0
}

func fdIsSocket(fd int) bool {
	var st unix.Stat_t
	return unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFSOCK
}

// attachSpawning makes this process rank 0 of a new job and starts the other ranks from the same executable and arguments.
func attachSpawning(o Options, knobs *knob.Set, f found) (*Job, error) {
	same, err := knobs.Enum(knob.Addresses)
	if err != nil {
		return nil, err
	}
	exe, args, err := o.self()
	if err != nil {
		return nil, err
	}
	file, err := NewFile(f.size)
	if err != nil {
		return nil, err
	}
	null, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		unix.Close(file.FD)
		return nil, fmt.Errorf("/dev/null: %w", noDescriptors(err))
	}
	defer unix.Close(null)
	s, err := Supervise(Spec{Path: exe, Args: args, Env: o.Environ(), Size: f.size, First: 1, Count: f.size - 1, FD: file.FD, Control: file, Report: o.Report,
		SameAddresses: same == "same",
		Streams:       func(int) (int, int, int) { return null, 1, 2 }})
	if err != nil {
		unix.Close(file.FD)
		return nil, fmt.Errorf("%s=%d: cannot start peers from %s: %w", knob.NProcs, f.size, exe, err)
	}
	j := &Job{Rank: 0, Size: f.size, FD: file.FD, Launcher: f.name, control: file, peers: s, report: o.Report}
	return j.join(o.Report)
}

// self is the executable and the command line of this process.
func (o Options) self() (exe string, args []string, err error) {
	exe, args = o.Exe, o.Args
	if exe == "" {
		exe, err = os.Readlink("/proc/self/exe")
		if err != nil {
			return "", nil, fmt.Errorf("cannot find this process's executable: %w", err)
		}
		if strings.HasSuffix(exe, " (deleted)") {
			exe = "/proc/self/exe" // still good while we run it
		}
	}
	if len(args) == 0 {
		line, err := os.ReadFile("/proc/self/cmdline")
		if err != nil {
			return "", nil, fmt.Errorf("cannot read this process's command line: %w", err)
		}
		args = strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")
	}
	return exe, args, nil
}
