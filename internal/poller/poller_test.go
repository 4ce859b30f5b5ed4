package poller_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/internal/poller"
)

// TestStart: it says what is missing, and starts what then needs nothing more.
func TestStart(t *testing.T) {
	require.NoError(t, poller.Start())
	next := func() int {
		fd, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
		require.NoError(t, err)
		unix.Close(fd)
		return fd
	}
	free := next()
	require.NoError(t, poller.Start())
	require.Equal(t, free, next())

	var limit unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &limit))
	for room := range uint64(2) { // for the first of the two, for none
		less := limit
		less.Cur = uint64(free) + room
		require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &less))
		err := poller.Start()
		require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &limit))
		require.ErrorContains(t, err, "too many open files (ulimit -n is ")
		require.Equal(t, free, next())
	}
}
