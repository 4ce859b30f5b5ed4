package crash_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/crash"
)

func here() uint64 { return uint64(reflect.ValueOf(here).Pointer()) }

// TestTrace places code of this very process, whose executable has no symbols; ctests has programs with symbols.
func TestTrace(t *testing.T) {
	maps, err := os.Open("/proc/self/maps")
	require.NoError(t, err)
	defer maps.Close()
	exe, err := os.Executable()
	require.NoError(t, err)
	m := crash.ReadMaps(maps)
	trace := m.Trace(new(crash.Symbols), exe, []uint64{here(), 8})
	require.Len(t, trace, 2)
	require.Equal(t, exe, trace[0].Object)
	require.Equal(t, here(), trace[0].PC)
	require.Equal(t, "0x8 (no code that is known)", trace[1].Name())
	file, ok := m.Code(here())
	require.True(t, ok)
	require.Equal(t, exe, file)
	_, ok = m.Code(8)
	require.False(t, ok)
}

func TestReadMaps(t *testing.T) {
	m := crash.ReadMaps(strings.NewReader("1000-2000 r--p 00000000 08:01 77 /bin/prog\n2000-3000 r-xp 00001000 08:01 77 /tmp/a b (deleted)\n" +
		"nonsense\n4000-5000 r-xp 00000000 00:00 0\n"))
	file, ok := m.Code(0x2fff)
	require.True(t, ok)
	require.Equal(t, "/tmp/a b", file)
	for _, at := range []uint64{0x1000, 0x3000, 0x4000} {
		_, ok = m.Code(at)
		require.False(t, ok, "%#x", at)
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		crash crash.Crash
		want  string
	}{
		{crash.Crash{Signal: 11, Code: 1, Address: 0x10}, "SIGSEGV: no access to address 0x10\n"},
		{crash.Crash{Signal: 11, Code: 0x80}, "SIGSEGV: an address that no memory can have\n"},
		{crash.Crash{Signal: 11, Code: 1, Overflow: true}, "SIGSEGV: the stack is full (a larger one may help)\n"},
		{crash.Crash{Signal: 11, Code: 1, Why: "a map"}, "SIGSEGV: a map\n"},
		{crash.Crash{Signal: 8, Code: -6}, "SIGFPE, sent by the program itself\n"},
		{crash.Crash{Signal: 6, Code: -6}, "SIGABRT\n"},
	} {
		require.Equal(t, c.want, c.crash.String())
	}
}
