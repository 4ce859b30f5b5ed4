package job

import (
	"fmt"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// watch monitors two other ranks under a foreign launcher, where none of our processes reaps the ranks. Not every launcher ends a job when a rank dies: srun
// lets the others wait forever unless it was started with -K. Every rank checks the next one, in a ring, so a live rank sees each death; and rank 0, which
// passed it the file, since the ring may not be complete yet.
type watch struct {
	j     *Job
	peers []watched
}

// watched is a rank that another one looks at.
type watched struct {
	rank, pid int
	pidfd     int // -1 while unknown
}

// newWatch monitors no rank if locks on lives do not work here.
func (j *Job) newWatch() *watch {
	w := &watch{j: j}
	if !j.holdsLife || j.Size < 2 {
		return w
	}
	next := (j.Rank + 1) % j.Size
	w.peers = append(w.peers, watched{rank: next, pidfd: -1})
	if next != 0 && j.Rank != 0 {
		w.peers = append(w.peers, watched{rank: 0, pidfd: -1})
	}
	return w
}

// look ends the job if one of the peers is dead. It does not block.
func (w *watch) look() {
	for i := range w.peers {
		if p := &w.peers[i]; atomic.LoadUint32(&w.j.Page.Exit) == 0 && p.dead(w.j) {
			line := fmt.Sprintf("%s died; ending the job", p)
			w.j.Page.end(CauseExit, w.j.Rank, 1, line, w.j.report)
		}
	}
}

// dead reports whether the process is over without having left. It looks at the state after the lock, since a rank that leaves is Gone before it
// is over. A lock that is free while the process is there was lost to a program that closes descriptors it does not know.
func (p *watched) dead(j *Job) bool {
	holder, free := j.lifeOf(p.rank)
	if !free {
		if p.pidfd < 0 && holder > 0 {
			if fd, err := unix.PidfdOpen(holder, 0); err == nil {
				p.pid, p.pidfd = holder, fd
			}
		}
		return false
	}
	switch s := j.Page.State(p.rank); {
	case s == Attached, s == Active, s == Absent && p.rank == 0:
		return p.pidfd < 0 || pidfdOver(p.pidfd)
	}
	return false
}

func (p *watched) String() string {
	if p.pid == 0 {
		return fmt.Sprintf("rank %d", p.rank)
	}
	return fmt.Sprintf("rank %d (pid %d)", p.rank, p.pid)
}

func (w *watch) close() {
	for _, p := range w.peers {
		if p.pidfd >= 0 {
			unix.Close(p.pidfd)
		}
	}
}

// Every rank of a foreign launcher holds a record lock on its own byte far behind everything, for as long as its process lives: the kernel lets
// go of it when the process has its status and not before, and no pid has to mean the same in every container.
const livesAt = FileBytes - MaxRanks

func (j *Job) holdLife() {
	lock := unix.Flock_t{Type: unix.F_WRLCK, Start: livesAt + int64(j.Rank), Len: 1}
	j.holdsLife = unix.FcntlFlock(uintptr(j.FD), unix.F_SETLK, &lock) == nil
}

// lifeOf reports whether another rank's byte is unlocked, and otherwise its holder; 0 is a process that has no pid here.
func (j *Job) lifeOf(rank int) (holder int, free bool) {
	lock := unix.Flock_t{Type: unix.F_WRLCK, Start: livesAt + int64(rank), Len: 1}
	if unix.FcntlFlock(uintptr(j.FD), unix.F_GETLK, &lock) != nil {
		return 0, false
	}
	return int(lock.Pid), lock.Type == unix.F_UNLCK
}
