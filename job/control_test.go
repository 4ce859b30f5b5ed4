package job

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// controls are the implementations of Control: each returns two processes' views of one new job.
func controls(size int) map[string]func(t *testing.T) [2]Control {
	return map[string]func(t *testing.T) [2]Control{
		"file": func(t *testing.T) [2]Control {
			first := newTestFile(t, size)
			second, err := openFile(first.FD, size)
			require.NoError(t, err)
			return [2]Control{first, second}
		},
		"memory": func(*testing.T) [2]Control {
			j := newMemoryJob(size)
			return [2]Control{j.process(), j.process()}
		},
	}
}

// eachControl runs a test on every implementation.
func eachControl(t *testing.T, size int, test func(t *testing.T, c func() [2]Control)) {
	for name, make := range controls(size) {
		t.Run(name, func(t *testing.T) { test(t, func() [2]Control { return make(t) }) })
	}
}

func TestOnlyTheFirstEndingCounts(t *testing.T) {
	eachControl(t, 8, func(t *testing.T, job func() [2]Control) {
		both := job()
		watched := make(chan Ending)
		for _, c := range both {
			go func() { watched <- (&Job{control: c}).WaitEnd(nil) }()
		}
		var wins, reports sync.Map
		var all sync.WaitGroup
		for rank := range 8 {
			all.Go(func() {
				e := Ending{CauseAbort, rank, 10 + rank, fmt.Sprintf("rank %d\nhad enough", rank)}
				if both[1].End(e, func(line string) { reports.Store(line, true) }) {
					wins.Store(rank, true)
				}
			})
		}
		all.Wait()
		e, over := both[0].Ended()
		require.True(t, over)
		assert.Equal(t, Ending{Cause: CauseAbort, Rank: e.Rank, Status: 10 + e.Rank, Line: fmt.Sprintf("rank %d had enough", e.Rank)}, e)
		n := 0
		wins.Range(func(rank, _ any) bool { n++; return assert.Equal(t, e.Rank, rank) })
		reports.Range(func(line, _ any) bool { n++; return assert.Equal(t, e.Line, line) })
		assert.Equal(t, 2, n)
		assert.Equal(t, e, <-watched)
		assert.Equal(t, e, <-watched)
		assert.False(t, both[0].EndForSure(Ending{Cause: CauseSignal}, unreported))
	})
}

func TestWorsen(t *testing.T) {
	eachControl(t, 8, func(t *testing.T, job func() [2]Control) {
		both := job()
		page, other := both[0], both[1]
		assert.False(t, page.Worsen(1, 5), "the job runs")
		require.True(t, page.End(Ending{Cause: CauseLeft, Rank: 2}, unreported))
		assert.False(t, page.Worsen(1, 0), "that is no failure")
		assert.False(t, page.Worsen(1, 256))
		var wins atomic.Int32
		var all sync.WaitGroup
		for rank := range 8 {
			all.Go(func() {
				if other.Worsen(rank, 10+rank) {
					wins.Add(1)
				}
			})
		}
		all.Wait()
		assert.EqualValues(t, 1, wins.Load())
		e, over := page.Ended()
		require.True(t, over)
		assert.Equal(t, Ending{Cause: CauseLeft, Rank: e.Rank, Status: 10 + e.Rank}, e)
		for cause, status := range map[Cause]int{CauseGlobalExit: 0, CauseLeft: 3} { // a status that a rank asked for, and a failure
			page := job()[0]
			page.End(Ending{Cause: cause, Status: status}, unreported)
			assert.False(t, page.Worsen(1, 5))
			e, _ := page.Ended()
			assert.Equal(t, Ending{Cause: cause, Status: status}, e)
		}
	})
}

// TestStates compares states with a plain slice.
func TestStates(t *testing.T) {
	const size = MaxRanks
	for name, c := range map[string]func() Control{
		"file":   func() Control { return &File{Page: &Page{Size: size}} },
		"memory": func() Control { return newMemoryJob(size).process() },
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				page, want := c(), make([]State, size)
				for range rapid.IntRange(1, 50).Draw(t, "steps") {
					r := rapid.OneOf(rapid.IntRange(0, 9), rapid.IntRange(0, size-1)).Draw(t, "rank")
					to := State(rapid.IntRange(int(Absent), int(Missed)).Draw(t, "state"))
					was, done := page.Swap(r, to, func(s State) bool { return s != Gone })
					require.Equal(t, want[r], was)
					require.Equal(t, want[r] != Gone, done)
					if done {
						want[r] = to
					}
					for i := max(r-5, 0); i < min(r+5, size); i++ {
						require.Equal(t, want[i], page.State(i))
					}
				}
				require.Equal(t, Absent, page.State(size))
				require.Equal(t, Absent, page.State(-1))
			})
		})
	}
}

func TestOneProcessPerRank(t *testing.T) {
	eachControl(t, 2, func(t *testing.T, job func() [2]Control) {
		both := job()
		_, err := (&Job{Rank: 1, Size: 2, control: both[0]}).join(unreported)
		require.NoError(t, err)
		_, err = (&Job{Rank: 1, Size: 2, control: both[1]}).join(unreported)
		assert.ErrorContains(t, err, "rank 1 of this job was already taken")
	})
}

// TestLives: a rank's life is held by its process alone, which for a file's locks is this one.
func TestLives(t *testing.T) {
	eachControl(t, 3, func(t *testing.T, job func() [2]Control) {
		c := job()[0]
		life := c.Life(1)
		defer life.Close()
		assert.True(t, life.Over())
		require.True(t, c.HoldLife(2))
		over, err := c.OthersOver()
		require.NoError(t, err)
		assert.True(t, over, "a process does not wait for itself")
	})
}

// A detached rank whose process has ended is Departed, whether the process or the supervisor reports that, and if both do. No state before Gone ends a rank.
func TestDetached(t *testing.T) {
	f := newTestFile(t, 3)
	joined := func(was State) bool { return was != Absent }
	was, done := leaves(f, 0, joined)
	require.Equal(t, Absent, was)
	require.False(t, done)
	for rank, s := range []State{Detached, Active, Idle} {
		f.Swap(rank, s, always)
		require.Less(t, s, Gone)
		for range 2 {
			_, done = leaves(f, rank, joined)
			require.True(t, done)
			require.Equal(t, map[State]State{Detached: Departed}[s] == Departed, f.State(rank) == Departed)
			require.GreaterOrEqual(t, f.State(rank), Gone)
		}
	}
	j := &Job{Rank: 1, Size: 3, control: f}
	f.Swap(1, Active, always)
	j.Detach()
	require.Equal(t, Active, f.State(1), "another API has marked it")
	f.Swap(1, Attached, always)
	j.Detach()
	require.Equal(t, Detached, f.State(1))
}
