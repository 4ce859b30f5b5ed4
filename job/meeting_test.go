package job

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestMeetingPastStrangers: another user who listens under a name that looks like rank 0's does not keep ranks from finding rank 0.
func TestMeetingPastStrangers(t *testing.T) {
	m := newMeeting(t.Name() + strconv.Itoa(os.Getpid()))
	if os.Geteuid() == 0 {
		stranger(t, m.prefix+"00")
		stranger(t, m.prefix+"ff")
	}
	j := &Job{Size: 2, FD: newTestFile(t, 2).FD}
	deadline := time.Now().Add(time.Minute)
	socket, err := listen(m.prefix+"77", 2)
	require.NoError(t, err)
	defer unix.Close(socket)
	require.NoError(t, m.mustBeOnly(m.prefix+"77"))
	served := make(chan error)
	go func() { served <- j.handOut(socket, 0, j.Size, limit{deadline, time.Minute}) }()
	got, err := m.fetch(1, 2, deadline)
	require.NoError(t, err)
	require.NoError(t, <-served)
	_, err = openFile(got, 2)
	assert.NoError(t, err)
	unix.Close(got)

	again, err := listen(m.prefix+"88", 2)
	require.NoError(t, err)
	defer unix.Close(again)
	assert.ErrorContains(t, m.mustBeOnly(m.prefix+"88"), "another process is rank 0 of this job")
	unix.Close(socket)
	assert.NoError(t, m.mustBeOnly(m.prefix+"88"))

	_, err = newMeeting("absent").fetch(1, 2, time.Now())
	assert.ErrorIs(t, err, unix.ECONNREFUSED)
	assert.NotEqual(t, newMeeting("a").prefix, newMeeting("b").prefix)
}

// stranger listens as another user.
func stranger(t *testing.T, name string) {
	t.Helper()
	socket := make(chan int)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with its user
		fd := -1
		if _, _, err := unix.RawSyscall(unix.SYS_SETRESUID, 65534, 65534, 65534); err == 0 {
			fd, _ = listen(name, 1)
		}
		socket <- fd
	}()
	fd := <-socket
	require.GreaterOrEqual(t, fd, 0)
	t.Cleanup(func() { unix.Close(fd) })
	_, err := dialSocket(name)
	require.ErrorIs(t, err, errOtherUser)
}

// TestMemoryFile: only its owner can open it, and it cannot be resized or sealed further; pages can be released.
func TestMemoryFile(t *testing.T) {
	fd := newTestFile(t, 2).FD
	var st unix.Stat_t
	require.NoError(t, unix.Fstat(fd, &st))
	assert.Equal(t, uint32(0o600), st.Mode&0o7777)
	assert.Equal(t, int64(FileBytes), st.Size)
	assert.ErrorIs(t, unix.Ftruncate(fd, 4096), unix.EPERM)
	assert.ErrorIs(t, unix.Ftruncate(fd, FileBytes+4096), unix.EPERM)
	_, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, unix.F_SEAL_FUTURE_WRITE)
	assert.ErrorIs(t, err, unix.EPERM)
	assert.NoError(t, unix.Fallocate(fd, unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, 1<<30, 1<<20))
}

// TestGoodbyeToNobody: an MPI library in the same process takes leave of the launcher as well, and the program closes what it does not know. Neither is
// worth a word, and nothing is written to what has the descriptor's number by then.
func TestGoodbyeToNobody(t *testing.T) {
	for _, how := range []string{"server gone", "closed", "taken"} {
		t.Run(how, func(t *testing.T) {
			pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
			require.NoError(t, err)
			one, two := &pmi1{w: newWire(pair[0], limit{})}, &pmi2{w: newWire(pair[0], limit{})}
			path := filepath.Join(t.TempDir(), "file")
			switch how {
			case "server gone":
				unix.Close(pair[1])
			case "closed":
				unix.Close(pair[0])
			case "taken":
				file, err := os.Create(path)
				require.NoError(t, err)
				defer file.Close()
				require.NoError(t, unix.Dup3(int(file.Fd()), pair[0], 0))
			}
			assert.NoError(t, one.finalize())
			assert.NoError(t, two.finalize())
			if how == "taken" {
				text, err := os.ReadFile(path)
				require.NoError(t, err)
				assert.Empty(t, text)
			}
			assert.ErrorIs(t, one.abort(1, ""), errOver)
		})
	}
}
