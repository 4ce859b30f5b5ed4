package job

import (
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// meeting is how the ranks of a job meet if a launcher gives them only rank and size: rank 0 listens under a name that begins with a prefix known to all ranks
// and ends in random digits, and the others find it in the kernel's list of sockets. Another user of the host could occupy a predictable name first, and no
// rank would find rank 0. With random digits a foreign socket is only one more candidate, and is recognised by its owner.
type meeting struct {
	prefix string // of the abstract socket's name, with its @
}

// newMeeting is for a job of this name, which may be long and hold anything.
func newMeeting(job string) meeting {
	h := fnv.New64a()
	_, _ = h.Write([]byte(job))
	return meeting{prefix: fmt.Sprintf("@gasnetgo-%d-%016x-", os.Geteuid(), h.Sum64())}
}

// names lists the sockets with this prefix, of any user.
func (m meeting) names() ([]string, error) {
	table, err := os.ReadFile("/proc/net/unix")
	if err != nil {
		return nil, fmt.Errorf("cannot look for rank 0: %w", err)
	}
	var names []string
	for line := range strings.Lines(string(table)) {
		fields := strings.Fields(line) // address, references, protocol, flags, type, state, inode, name
		if len(fields) == 8 && strings.HasPrefix(fields[7], m.prefix) && !contains(names, fields[7]) {
			names = append(names, fields[7])
		}
	}
	return names, nil
}

// mustBeOnly returns an error if another process of this user listens as rank 0 of this job; own is our socket's name. If two start at once, at least one finds
// the other.
func (m meeting) mustBeOnly(own string) error {
	names, err := m.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		if name == own {
			continue
		}
		if conn, err := dialSocket(name); err == nil {
			unix.Close(conn)
			return errors.New("another process is rank 0 of this job: does one step run two programs at once?")
		}
	}
	return nil
}

// fetch gets the memory file from rank 0, which may be late: it looks until the deadline.
func (m meeting) fetch(rank, size int, deadline time.Time) (int, error) {
	pause := unix.NsecToTimespec(int64(time.Millisecond))
	for {
		names, err := m.names()
		if err != nil {
			return -1, err
		}
		err = unix.ECONNREFUSED // no listener
		for _, name := range names {
			var fd int
			if fd, err = fetchOnce(name, rank, size, deadline); err == nil {
				return fd, nil
			}
			if !errors.Is(err, unix.ECONNREFUSED) && !errors.Is(err, unix.EAGAIN) && !errors.Is(err, errOtherUser) {
				return -1, err
			}
		}
		if time.Now().After(deadline) {
			return -1, err
		}
		_ = unix.Nanosleep(&pause, nil)
		pause.Nsec = min(2*pause.Nsec, 50e6)
	}
}
