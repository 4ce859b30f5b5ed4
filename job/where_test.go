package job

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestAnswers: what ranks answer reaches the launcher, cut to fit.
func TestAnswers(t *testing.T) {
	f, err := NewFile(3)
	require.NoError(t, err)
	defer unix.Close(f.FD)
	require.False(t, f.Asked())
	f.Ask()
	require.True(t, f.Asked())
	_, ok := f.Answered(1)
	require.False(t, ok)
	require.NoError(t, f.Answer(1, "shmem_barrier_all\n\nmain+0x1 (a.c:3)"))
	text, ok := f.Answered(1)
	require.True(t, ok)
	require.Equal(t, "shmem_barrier_all\n\nmain+0x1 (a.c:3)", text)
	require.NoError(t, f.Answer(MaxRanks-1, strings.Repeat("x", 2*answerBytes)))
	text, ok = f.Answered(MaxRanks - 1)
	require.True(t, ok)
	require.Len(t, text, answerBytes-4)
	require.True(t, f.HoldLife(0), "the locks lie behind the answers")
}

func TestPlaces(t *testing.T) {
	assert.Equal(t, `
  2 ranks, 0, 2: shmem_long_wait_until (rank 0: a)
      main+0x1 (a.c:3)
  rank 1: in the program
      f+0x2 (a.c:9)
      main+0x3 (a.c:4)
  rank 3: no call of the library yet
  rank 4: no answer: stopped, or the main thread blocks signals
  rank 5: shmem_long_wait_until (a)
      main+0x9 (a.c:5)`, Places(0, []string{"shmem_long_wait_until\na\nmain+0x1 (a.c:3)", "in the program\n\nf+0x2 (a.c:9)\nmain+0x3 (a.c:4)",
		"shmem_long_wait_until\nb\nmain+0x1 (a.c:3)", "no call of the library yet", "", "shmem_long_wait_until\na\nmain+0x9 (a.c:5)"}))
}
