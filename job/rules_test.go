package job

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestDeaths: what a supervisor makes of the end of rank 1's process.
func TestDeaths(t *testing.T) {
	left := func(status int) *Ending { return &Ending{Cause: CauseLeft, Rank: 0, Status: status} }
	for _, c := range []struct {
		name         string
		states       [3]State
		before       *Ending // how the job has ended already
		code, status int
		asked        unix.Signal
		want         *Ending // nil: the job runs on, or its ending is as it was
		state        State   // of rank 1 afterwards
	}{
		{"finalized", [3]State{Idle, Idle, Idle}, nil, cldExited, 0, 0, nil, Gone},
		{"left by itself", [3]State{Active, Gone, Active}, nil, cldExited, 0, 0, nil, Gone},
		{"a status", [3]State{Active, Idle, Active}, nil, cldExited, 3, 0, &Ending{CauseExit, 1, 3, "rank 1 (pid 7) exited with status 3; ending the job"}, Gone},
		{"in the middle", [3]State{Active, Active, Active}, nil, cldExited, 0, 0,
			&Ending{CauseExit, 1, 1, "rank 1 (pid 7) exited with status 0 without finalizing; ending the job"}, Gone},
		{"never joined", [3]State{Active, Absent, Attached}, nil, cldExited, 0, 0,
			&Ending{CauseExit, 1, 1, "rank 1 (pid 7) exited without joining the others; ending the job"}, Missed},
		{"none joined", [3]State{Attached, Absent, Absent}, nil, cldExited, 0, 0, nil, Missed},
		{"killed", [3]State{Active, Active, Active}, nil, cldKilled, 9, 0, &Ending{CauseSignal, 1, 137, "rank 1 (pid 7) was killed by signal 9 (killed); ending the job"}, Gone},
		{"dumped", [3]State{Absent, Absent, Absent}, nil, cldDumped, 11, 0,
			&Ending{CauseSignal, 1, 139, "rank 1 (pid 7) was killed by signal 11 (segmentation fault, core dumped); ending the job"}, Missed},
		{"the launcher's signal", [3]State{Active, Active, Active}, nil, cldKilled, 15, unix.SIGTERM, &Ending{CauseSignal, 1, 143, "the job was ended by signal 15 (terminated)"}, Gone},
		{"a status after the end", [3]State{Gone, Active, Active}, left(0), cldExited, 4, 0, &Ending{Cause: CauseLeft, Rank: 1, Status: 4}, Gone},
		{"a status after a failure", [3]State{Gone, Active, Active}, left(2), cldExited, 4, 0, nil, Gone},
		{"a crash after the end", [3]State{Gone, Active, Active}, left(0), cldDumped, 11, 0, &Ending{Cause: CauseLeft, Rank: 1, Status: 139}, Gone},
		{"killed after the end", [3]State{Gone, Active, Active}, left(0), cldKilled, 9, 0, nil, Gone},
		{"a status after a global exit", [3]State{Gone, Active, Active}, &Ending{Cause: CauseGlobalExit}, cldExited, 4, 0, nil, Gone},
	} {
		t.Run(c.name, func(t *testing.T) {
			control := newMemoryJob(3).process()
			for r, s := range c.states {
				control.Swap(r, s, always)
			}
			if c.before != nil {
				control.End(*c.before, unreported)
			}
			var lines []string
			s := &Supervisor{spec: Spec{Size: 3, Control: control, Report: func(line string) { lines = append(lines, line) }}}
			s.ended(&child{rank: 1, pid: 7}, c.code, c.status, c.asked)
			want := c.want
			if want == nil {
				want = c.before
			}
			e, over := control.Ended()
			require.Equal(t, want != nil, over)
			if over {
				assert.Equal(t, *want, e)
			}
			if over && c.before == nil {
				assert.Equal(t, []string{e.Line}, lines)
			} else {
				assert.Empty(t, lines)
			}
			assert.Equal(t, c.state, control.State(1))
		})
	}
}

// TestJoinAfterAMissingRank: a rank whose peer has ended without joining ends the job, since that peer will never arrive.
func TestJoinAfterAMissingRank(t *testing.T) {
	control := newMemoryJob(3).process()
	control.Swap(2, Missed, always)
	reported := ""
	_, err := (&Job{Rank: 0, Size: 3, LocalSize: 3, control: control}).join(func(line string) { reported = line })
	require.NoError(t, err)
	e, over := control.Ended()
	require.True(t, over)
	assert.Equal(t, Ending{CauseExit, 2, 1, "rank 2 exited without joining the others; ending the job"}, e)
	assert.Equal(t, e.Line, reported)
}

// TestWatch: who ends the job when a rank's process is over, and when a rank has left properly.
func TestWatch(t *testing.T) {
	for _, c := range []struct {
		name  string
		dead  int
		state State
		by    int // the rank that monitors: the one after it in a ring, and rank 0
		ends  bool
	}{
		{"the next one", 1, Active, 0, true},
		{"before its first API", 1, Attached, 0, true},
		{"rank 0 before it joins", 0, Absent, 2, true},
		{"another one before it joins", 1, Absent, 0, false},
		{"has left", 1, Gone, 0, false},
		{"between APIs", 1, Idle, 0, false},
		{"not watched", 2, Active, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			job := newMemoryJob(4)
			var watcher *memoryControl
			for r := range 4 {
				p := job.process()
				p.HoldLife(r)
				p.Swap(r, Active, always)
				if r == c.by {
					watcher = p
				}
			}
			job.states[c.dead] = c.state
			reported := ""
			w := (&Job{Rank: c.by, Size: 4, LocalSize: 4, control: watcher, holdsLife: true, report: func(line string) { reported = line }}).newWatch()
			defer w.close()
			w.look()
			_, over := watcher.Ended()
			require.False(t, over, "all live")
			job.die(c.dead)
			w.look()
			_, over = watcher.Ended()
			assert.Equal(t, c.ends, over)
			assert.Equal(t, c.ends, reported != "")
		})
	}
}

// late is a rank that changes its state while a watcher looks at its life.
type late struct {
	*memoryControl
	to   State
	over bool // what the watcher has read of the life just before
}

func (l late) Life(rank int) Life { return lateLife{l, rank} }

type lateLife struct {
	late
	rank int
}

func (l lateLife) Over() bool {
	l.Swap(l.rank, l.to, always)
	return l.over
}
func (lateLife) PID() int { return 0 }
func (lateLife) Close()   {}

// TestWatchBetween: a rank that joins, or leaves, between a watcher's look at its life and one at its state is not dead.
func TestWatchBetween(t *testing.T) {
	for _, c := range []struct{ from, to State }{{Absent, Attached}, {Absent, Active}, {Active, Gone}, {Active, Idle}} {
		m := newMemoryJob(3)
		m.states[1] = c.from
		control := late{m.process(), c.to, true}
		w := (&Job{Size: 3, LocalSize: 3, control: control, holdsLife: true, report: unreported}).newWatch()
		w.look()
		w.close()
		_, over := control.Ended()
		assert.False(t, over, "%v to %v", c.from, c.to)
	}
}

// leaver is a foreign launcher that counts who takes leave.
type leaver struct {
	exchange
	finalized int
	aborted   int // status
}

func (l *leaver) finalize() error                  { l.finalized++; return nil }
func (l *leaver) abort(status int, _ string) error { l.aborted = status; return nil }

// TestLeaveForeign: under a foreign launcher only the rank that has ended the job leaves with its status, after all others.
func TestLeaveForeign(t *testing.T) {
	at := func(rank int, ending Ending) (*Job, *memoryJob, *leaver) {
		m := newMemoryJob(3)
		for r := range 3 {
			m.process().HoldLife(r)
		}
		control := m.process()
		control.HoldLife(rank)
		control.End(ending, unreported)
		l := &leaver{}
		return &Job{Rank: rank, Size: 3, LocalSize: 3, control: control, foreign: l, outside: true}, m, l
	}
	failed := Ending{Cause: CauseAbort, Rank: 1, Status: 5}

	j, _, l := at(0, failed)
	assert.Equal(t, 0, j.Leave(), "another rank has failed")
	assert.Equal(t, 1, l.finalized)

	j, m, l := at(1, failed)
	time.AfterFunc(10*time.Millisecond, func() { m.die(0); m.die(2) })
	assert.Equal(t, 5, j.Leave())
	assert.Equal(t, 1, l.finalized)
	over, _ := j.control.OthersOver()
	assert.True(t, over, "it has waited for them")

	j, _, l = at(1, failed) // others that stay
	assert.Equal(t, 5, j.Leave())
	assert.Equal(t, 5, l.aborted)
	assert.Equal(t, 0, l.finalized)

	j, _, _ = at(1, Ending{Cause: CauseGlobalExit, Rank: 1})
	assert.Equal(t, 0, j.Leave())
	j, _, _ = at(1, Ending{Cause: CauseExit, Rank: 1})
	assert.Equal(t, 1, j.Leave(), "an end before its time is a failure")

	blind := &Job{Rank: 1, Size: 3, LocalSize: 3, control: noLives{newMemoryJob(3).process()}, outside: true}
	assert.False(t, blind.othersOver(time.Now().Add(time.Hour)), "it does not wait for what cannot be known")
}

// otherHosts are hosts that answer or not.
type otherHosts struct{ answer, asked, told, over bool }

func (o *otherHosts) End(Ending, time.Duration) bool { o.told = true; return o.answer }
func (o *otherHosts) Asked() bool                    { return o.asked }
func (o *otherHosts) Over()                          { o.over = true }

// TestLeaveHosts: where a foreign launcher has started a job on several hosts, the rank that has ended it tells the other hosts, and leaves last; the launcher kills only
// those that do not answer.
func TestLeaveHosts(t *testing.T) {
	at := func(rank int, o *otherHosts, ending Ending) (*Job, *leaver) {
		control := newMemoryJob(4).process()
		control.HoldLife(rank)
		control.End(ending, unreported)
		l := &leaver{}
		j := &Job{Rank: rank, Size: 4, LocalFirst: 2, LocalSize: 2, control: control, foreign: l, outside: true}
		if o != nil {
			j.Reach(o)
		}
		return j, l
	}
	failed := Ending{Cause: CauseAbort, Rank: 3, Status: 5}
	late := Ending{Cause: CauseLeft, Rank: 3, Status: 5}

	o := &otherHosts{answer: true}
	j, l := at(3, o, failed)
	assert.Equal(t, 5, j.Leave())
	assert.Equal(t, leaver{finalized: 1}, *l)
	assert.True(t, o.told)

	j, l = at(3, &otherHosts{}, failed)
	assert.Equal(t, 5, j.Leave(), "no answer")
	assert.Equal(t, leaver{aborted: 5}, *l)

	j, l = at(3, nil, failed)
	assert.Equal(t, 5, j.Leave(), "no network yet")
	assert.Equal(t, leaver{aborted: 5}, *l)

	j, l = at(3, &otherHosts{}, late)
	assert.Equal(t, 5, j.Leave(), "ranks that are late with gasnet_exit are not killed")
	assert.Equal(t, leaver{finalized: 1}, *l)

	o = &otherHosts{asked: true}
	j, l = at(2, o, Ending{Cause: CauseAbort, Rank: 0, Status: 5})
	assert.Equal(t, 0, j.Leave(), "a rank of another host has ended the job")
	assert.Equal(t, leaver{finalized: 1}, *l)
	assert.Equal(t, otherHosts{asked: true, over: true}, *o)

	o = &otherHosts{answer: true}
	j, l = at(2, o, Ending{Cause: CauseLeft, Rank: 3})
	assert.True(t, j.Worsen(7))
	assert.Equal(t, 7, j.Leave(), "it has the status, but rank 3 has told the other hosts")
	assert.Equal(t, leaver{finalized: 1}, *l)
	assert.False(t, o.told)
}

// noLives is where locks do not work.
type noLives struct{ *memoryControl }

func (noLives) OthersOver() (bool, error) { return false, errors.New("no locks here") }
