package job

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func newTestFile(t *testing.T, size int) *File {
	t.Helper()
	file, err := NewFile(size)
	require.NoError(t, err)
	t.Cleanup(func() { unix.Close(file.FD) })
	return file
}

func TestFileIsSparseAndLong(t *testing.T) {
	page := newTestFile(t, 4)
	fd := page.FD
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

func TestExitWord(t *testing.T) {
	page := newTestFile(t, 1)
	_, over := page.Ended()
	assert.False(t, over)
	assert.True(t, page.End(Ending{CauseGlobalExit, 0, 256 + 99, strings.Repeat("x", 2*lineBytes)}, unreported))
	assert.EqualValues(t, 1<<31|1<<8|99, page.Exit, "C reads it like this")
	e, _ := page.Ended()
	assert.Equal(t, 99, e.Status)
	assert.Len(t, e.Line, lineBytes-1)
}

func TestSupervisorIsNotHeldUpByADeadClaimant(t *testing.T) {
	page := newTestFile(t, 2)
	page.claim = 1 // a rank died between its claim and its store
	reported := ""
	page.EndForSure(Ending{CauseSignal, 1, 137, "rank 1 died"}, func(line string) { reported = line })
	e, over := page.Ended()
	assert.True(t, over)
	assert.Equal(t, 137, e.Status)
	assert.Equal(t, "rank 1 died", reported)
}

// TestSlowEnd: a rank that takes its time between its claim and its store ends the job alone.
func TestSlowEnd(t *testing.T) {
	page := newTestFile(t, 3)
	first := make(chan bool)
	claimed := make(chan bool)
	go func() {
		first <- page.End(Ending{CauseExit, 1, 1, "rank 1 left"}, func(string) {
			close(claimed)
			time.Sleep(20 * time.Millisecond)
		})
	}()
	<-claimed
	assert.False(t, page.EndForSure(Ending{CauseSignal, 1, 137, "rank 1 died"}, func(line string) { t.Errorf("also %q", line) }))
	assert.True(t, <-first)
	e, over := page.Ended()
	assert.True(t, over)
	assert.Equal(t, "rank 1 left", e.Line)
}

func TestOpenFileNamesWhatIsWrong(t *testing.T) {
	page := newTestFile(t, 3)
	fd := page.FD
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
		_, err = NewFile(size)
		assert.ErrorContains(t, err, "a job has 1 to")
	}
}
