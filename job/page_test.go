package job

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"
)

func newTestFile(t *testing.T, size int) (int, *Page) {
	t.Helper()
	fd, page, err := NewFile(size)
	require.NoError(t, err)
	t.Cleanup(func() { unix.Close(fd) })
	return fd, page
}

func TestFileIsSparseAndLong(t *testing.T) {
	fd, page := newTestFile(t, 4)
	var st unix.Stat_t
	require.NoError(t, unix.Fstat(fd, &st))
	assert.EqualValues(t, FileBytes, st.Size)
	assert.LessOrEqual(t, st.Blocks*512, int64(pageBytes))
	assert.EqualValues(t, 4, page.Size)
	assert.NotZero(t, page.LauncherStart)
	assert.NotEqual(t, [16]byte{}, page.ID)
	var head [8]byte
	_, err := unix.Pread(fd, head[:], 0)
	require.NoError(t, err)
	assert.Equal(t, "GASNETGO", string(head[:]))
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	require.NoError(t, err)
	assert.Equal(t, unix.FD_CLOEXEC, flags)
}

func TestOnlyTheFirstEndingCounts(t *testing.T) {
	fd, first := newTestFile(t, 8)
	second, err := openFile(fd, 8) // another process's view
	require.NoError(t, err)
	watched := make(chan Ending)
	for _, page := range []*Page{first, second} {
		go func() { watched <- (&Job{Page: page, lifeline: -1}).WaitEnd() }()
	}
	var wins sync.Map
	var all sync.WaitGroup
	for rank := range 8 {
		all.Go(func() {
			if second.End(CauseAbort, rank, 10+rank, fmt.Sprintf("rank %d\nhad enough", rank)) {
				wins.Store(rank, true)
			}
		})
	}
	all.Wait()
	e, over := first.Ended()
	require.True(t, over)
	assert.Equal(t, Ending{Cause: CauseAbort, Rank: e.Rank, Status: 10 + e.Rank, Line: fmt.Sprintf("rank %d had enough", e.Rank)}, e)
	n := 0
	wins.Range(func(rank, _ any) bool { n++; return assert.Equal(t, e.Rank, rank) })
	assert.Equal(t, 1, n)
	assert.Equal(t, e, <-watched)
	assert.Equal(t, e, <-watched)
}

func TestWorsen(t *testing.T) {
	fd, page := newTestFile(t, 8)
	other, err := openFile(fd, 8) // another process's view
	require.NoError(t, err)
	assert.False(t, page.Worsen(1, 5), "the job runs")
	require.True(t, page.End(CauseLeft, 2, 0, ""))
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
	for cause, status := range map[Cause]int{CauseGlobalExit: 0, CauseLeft: 3} { // a status that is what somebody asked for, and a failure
		_, page := newTestFile(t, 2)
		page.End(cause, 0, status, "")
		assert.False(t, page.Worsen(1, 5))
		e, _ := page.Ended()
		assert.Equal(t, Ending{Cause: cause, Status: status}, e)
	}
}

func TestExitWord(t *testing.T) {
	_, page := newTestFile(t, 1)
	_, over := page.Ended()
	assert.False(t, over)
	assert.True(t, page.End(CauseGlobalExit, 0, 256+99, strings.Repeat("x", 2*lineBytes)))
	assert.EqualValues(t, 1<<31|1<<8|99, page.Exit, "C reads it like this")
	e, _ := page.Ended()
	assert.Equal(t, 99, e.Status)
	assert.Len(t, e.Line, lineBytes-1)
}

func TestSupervisorIsNotHeldUpByADeadClaimant(t *testing.T) {
	_, page := newTestFile(t, 2)
	page.claim = 1 // a rank died between its claim and its store
	said := ""
	page.endForSure(CauseSignal, 1, 137, "rank 1 died", func(line string) { said = line })
	e, over := page.Ended()
	assert.True(t, over)
	assert.Equal(t, 137, e.Status)
	assert.Equal(t, "rank 1 died", said)
}

func TestOpenFileNamesWhatIsWrong(t *testing.T) {
	fd, page := newTestFile(t, 3)
	_, err := openFile(fd, 4)
	assert.ErrorContains(t, err, "made for 3 ranks, not 4")
	page.Version++
	_, err = openFile(fd, 3)
	assert.ErrorContains(t, err, "different versions")
	_, err = openFile(-1, 3)
	assert.ErrorContains(t, err, "descriptor -1 is not the job's memory file")
	null, err := unix.Open("/dev/null", unix.O_RDWR, 0)
	require.NoError(t, err)
	defer unix.Close(null)
	_, err = openFile(null, 3)
	assert.ErrorContains(t, err, "is not the job's memory file")
	for _, size := range []int{0, -1, MaxRanks + 1} {
		_, _, err = NewFile(size)
		assert.ErrorContains(t, err, "a job has 1 to")
	}
}

// TestStates compares the packed states with a plain slice.
func TestStates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		page, want := &Page{}, make([]State, MaxRanks)
		for range rapid.IntRange(1, 50).Draw(t, "steps") {
			r := rapid.OneOf(rapid.IntRange(0, 9), rapid.IntRange(0, MaxRanks-1)).Draw(t, "rank")
			to := State(rapid.IntRange(int(Absent), int(Missed)).Draw(t, "state"))
			was, done := page.swapState(r, to, func(s State) bool { return s != Gone })
			require.Equal(t, want[r], was)
			require.Equal(t, want[r] != Gone, done)
			if done {
				want[r] = to
			}
			for i := max(r-5, 0); i < min(r+5, MaxRanks); i++ {
				require.Equal(t, want[i], page.State(i))
			}
		}
		require.Equal(t, Absent, page.State(MaxRanks))
		require.Equal(t, Absent, page.State(-1))
	})
}

func TestOneProcessPerRank(t *testing.T) {
	fd, page := newTestFile(t, 2)
	_, err := (&Job{Rank: 1, Size: 2, FD: fd, Page: page}).join(nil)
	require.NoError(t, err)
	_, err = (&Job{Rank: 1, Size: 2, FD: fd, Page: page}).join(nil)
	assert.ErrorContains(t, err, "rank 1 of this job was already taken")
}
