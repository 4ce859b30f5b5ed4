package machine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
	"gasnetgo/sim/library"
	"gasnetgo/sim/machine"
)

// lapiSection is section [lapi] of a built-in machine.
func lapiSection(t *testing.T, name string) string {
	m, err := machine.Builtin(name)
	require.NoError(t, err)
	_, text, ok := strings.Cut(m.Describe(), "\n[lapi]\n")
	require.True(t, ok, name)
	text, _, _ = strings.Cut(text, "\n[")
	return "[lapi]\n" + text
}

func lapiOn(t *testing.T, text string, set ...string) *library.LAPI {
	m, err := machine.Parse("mine.toml", []byte(text), set...)
	require.NoError(t, err)
	b, err := m.Build(new(sim.Kernel), 4, nil)
	require.NoError(t, err)
	return b.LAPI
}

// TestLAPISection: what LAPI costs is a section of its own, which a machine of any kind of network may have.
func TestLAPISection(t *testing.T) {
	sp := lapiOn(t, `base = "sp"`)
	require.Equal(t, &library.LAPI{
		Packet: 1024, Header: 48, Pieces: 4, User: 928, Whole: true, Copy: 1024, Window: 64, AckEvery: 16, FIFO: 64 * 4, Lossy: true, Timeout: 10 * sim.Millisecond,
		Call: 11_850 * sim.Nanosecond, Get: 3 * sim.Microsecond, Out: 4 * sim.Microsecond, In: 4 * sim.Microsecond, OutByte: 5000, InByte: 5000, Ack: 4_600 * sim.Nanosecond,
		Look: sim.Microsecond, Counter: 500 * sim.Nanosecond, Interrupt: 23_300 * sim.Nanosecond, Handler: 2 * sim.Microsecond, Completion: 5 * sim.Microsecond,
		Slice: 10 * sim.Millisecond,
	}, sp)

	free := lapiOn(t, `base = "ideal"`)
	require.Equal(t, &library.LAPI{Packet: 8 << 10, Pieces: 64, User: 1024, Copy: 8 << 10, Slice: sim.Millisecond}, free, "the host's slice")
	require.Nil(t, lapiOn(t, `base = "xt3"`))

	section := lapiSection(t, "sp")
	for _, name := range []string{"ideal", "xt3", "redstorm", "sci"} {
		l := lapiOn(t, "base = \""+name+"\"\n"+section, "lapi.call=7us")
		require.Equal(t, 7*sim.Microsecond, l.Call, name)
		require.Equal(t, []uint64{8 << 10, 48, 1024}, []uint64{l.Packet, l.Header, l.User}, name)
	}
	require.Zero(t, lapiOn(t, "base = \"xt3\"\n"+section).Interrupt, "the host's handler receives packets")
	require.Equal(t, 2*sim.Microsecond, lapiOn(t, "base = \"xt3\"\n"+section, "nic.mode=accelerated").Interrupt)

	// Some of the section is as none: texts for several machines may have it.
	require.Equal(t, free, lapiOn(t, `base = "ideal"`, "lapi.call=7us"))
	require.Nil(t, lapiOn(t, `base = "xt3"`, "lapi.call=7us"))
	require.Equal(t, sp.Call, lapiOn(t, `base = "sp"`, "network=ideal").Call)

	m, err := machine.Parse("mine.toml", []byte("base = \"xt3\"\n"+section))
	require.NoError(t, err)
	require.Regexp(t, `(?m)^window = 64 +# mine.toml:`, m.Describe())
}

// TestBadLAPISections are refused as any section is.
func TestBadLAPISections(t *testing.T) {
	section := lapiSection(t, "sp")
	for _, c := range []struct{ text, set, says string }{
		{`base = "sp"`, "lapi.window=0", "--set lapi.window=0: lapi.window is 0: at least 1"},
		{`base = "sp"`, "lapi.timeout=0s", "--set lapi.timeout=0s: lapi.timeout is 0: packets would be sent again at once"},
		{`base = "sp"`, "adapter.packet=100B", "--set adapter.packet=100B: adapter.packet is 100 bytes, of which the header takes 48: at least 112"},
		{`base = "sp"`, "lapi.windows=3", "--set lapi.windows=3: lapi.windows: no such parameter; there are lapi.ack, "},
		{"base = \"xt3\"\n" + section, "lapi.ack_every=0", "--set lapi.ack_every=0: lapi.ack_every is 0: at least 1"},
		{"base = \"xt3\"\n" + section, "lapi.header=9KiB", "--set lapi.header=9KiB: lapi.header is 9216 bytes, of packets of 8192 bytes: at most 8128"},
		{"base = \"xt3\"\nnetwork = \"sp\"", "lapi.window=3", "lapi.ack_every is missing"},
	} {
		_, err := machine.Parse("mine.toml", []byte(c.text), c.set)
		require.ErrorContains(t, err, c.says)
		require.ErrorIs(t, err, machine.ErrMachine)
	}
}
