package progressbar_test

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/internal/progressbar"
)

func steps(bar *progressbar.Bar) {
	for _, s := range []string{"first", "second"} {
		bar.Begin(s)
		bar.Done()
	}
	bar.End()
}

func TestFileGetsNothing(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	require.NoError(t, err)
	defer f.Close()
	steps(progressbar.New(f, 3))
	at, err := f.Stat()
	require.NoError(t, err)
	require.Zero(t, at.Size())
}

// TestTerminal reads what a terminal shows: the name of the step and the count, and an empty line in the end.
func TestTerminal(t *testing.T) {
	main, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer main.Close()
	number, err := unix.IoctlGetInt(int(main.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetPointerInt(int(main.Fd()), unix.TIOCSPTLCK, 0))
	terminal, err := os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	steps(progressbar.New(terminal, 3))
	_, err = terminal.WriteString("end\n")
	require.NoError(t, err)
	text := make([]byte, 0, 4096)
	for !strings.Contains(string(text), "end") {
		part := make([]byte, 4096)
		n, err := main.Read(part)
		require.True(t, err == nil || err == io.EOF, err)
		text = append(text, part[:n]...)
	}
	terminal.Close()
	require.Contains(t, string(text), "first")
	require.Contains(t, string(text), "/3")
	lines := strings.Split(string(text), "\r")
	require.Contains(t, lines[len(lines)-2]+lines[len(lines)-1], "end")
	require.NotContains(t, lines[len(lines)-2], "second", "the line is removed: %q", text)
}
