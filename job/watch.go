package job

import "fmt"

// watch monitors two other ranks under a foreign launcher, where none of our processes reaps the ranks. Not every launcher ends a job when a rank dies: srun
// lets the others wait forever unless it was started with -K. Every rank checks the next one of its host, in a ring, so a live rank sees each death; and the first, which
// passed it the file, since the ring may not be complete yet.
type watch struct {
	j     *Job
	peers []watched
}

// watched is a rank that another one monitors.
type watched struct {
	rank int
	life Life
	made bool // it has made the memory file
}

// newWatch monitors no rank if lives cannot be announced here.
func (j *Job) newWatch() *watch {
	w := &watch{j: j}
	if !j.holdsLife || j.LocalSize < 2 {
		return w
	}
	next := j.LocalFirst + (j.Rank-j.LocalFirst+1)%j.LocalSize
	w.add(next)
	if next != j.LocalFirst && j.Rank != j.LocalFirst {
		w.add(j.LocalFirst)
	}
	return w
}

func (w *watch) add(rank int) {
	w.peers = append(w.peers, watched{rank, w.j.control.Life(rank), rank == w.j.LocalFirst})
}

// look ends the job if one of the peers is dead. It does not block.
func (w *watch) look() {
	for _, p := range w.peers {
		if _, over := w.j.control.Ended(); !over && p.dead(w.j.control) {
			w.j.control.End(Ending{CauseExit, w.j.Rank, 1, fmt.Sprintf("%s died; ending the job", p)}, w.j.report)
		}
	}
}

// dead reports whether the process is over without having left. It reads the state on both sides of the life: a rank that joins announces its life before it is
// Attached, so that an unannounced life read before says nothing, and a rank that leaves is Gone before it is over.
func (p watched) dead(c Control) bool {
	stays := func() bool {
		s := c.State(p.rank)
		return s == Attached || s == Active || s == Absent && p.made
	}
	return stays() && p.life.Over() && stays()
}

func (p watched) String() string {
	if p.life.PID() == 0 {
		return fmt.Sprintf("rank %d", p.rank)
	}
	return fmt.Sprintf("rank %d (pid %d)", p.rank, p.life.PID())
}

func (w *watch) close() {
	for _, p := range w.peers {
		p.life.Close()
	}
}
