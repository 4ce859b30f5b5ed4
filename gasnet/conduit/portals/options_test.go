package portals

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/internal/knob"
)

// read reads options from variables.
func read(pins bool, environ ...string) (Options, error) {
	return Read(knob.Read(func(name string) (string, bool) {
		for _, v := range environ {
			if text, ok := strings.CutPrefix(v, name+"="); ok {
				return text, true
			}
		}
		return "", false
	}), pins)
}

// Of the variables about credits, those given directly come before the space for requests, which comes before the table by the size of the job.
func TestPrecedence(t *testing.T) {
	const each, banked, space = "GASNET_PORTAL_CRED_PER_NODE=", "GASNET_PORTAL_BANKED_CREDITS=", "GASNET_PORTAL_AMRECV_SPACE="
	const static = "GASNET_PORTAL_DYNAMIC_CREDITS=0"
	for _, c := range []struct {
		ranks        int
		environ      []string
		each, banked int
	}{
		{1, nil, 0, 0},
		{64, nil, 170, 12800},
		{96, nil, 170, 19200},
		{320, nil, 117, 25600},
		{100_000, nil, 8, 25600},
		{5, []string{each + "9", banked + "0", space + "1M"}, 9, 0},
		{5, []string{each + "20"}, 20, 1000},
		{5, []string{banked + "7"}, 199, 7},
		{5, []string{each + "8", space + "10K"}, 8, 8},
		{5, []string{banked + "8", space + "10K"}, 8, 8},
		{5, []string{space + "10K"}, 10, 0},
		{5, []string{each + "9", banked + "41", static}, 19, 0},
		{5, []string{each + "9", banked + "41", "GASNET_PORTAL_FLOW_CONTROL=0"}, 19, 0},
		{5, []string{each + "9", banked + "41", "GASNET_PORTAL_FLOW_CONTROL=0", "GASNET_PORTAL_DYNAMIC_CREDITS=1"}, 9, 41},
	} {
		o, err := read(true, c.environ...)
		require.NoError(t, err)
		e, b, err := o.credits(c.ranks)
		require.NoError(t, err)
		require.Equal(t, []int{c.each, c.banked}, []int{e, b}, "%d ranks, %v", c.ranks, c.environ)
	}
}

// Whatever is given, ranks have at least what the largest message needs, and no more than the space, or there is an error.
func TestCreditsFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Defaults(true, true)
		ranks := rapid.IntRange(2, 3000).Draw(t, "ranks")
		unset := func(n int, name string) int {
			return rapid.OneOf(rapid.Just(Unset), rapid.IntRange(0, n)).Draw(t, name)
		}
		o.CreditsPerPeer, o.Banked, o.Dynamic = unset(70_000, "each"), unset(1<<20, "banked"), rapid.Bool().Draw(t, "dynamic")
		o.ReceiveSpace = rapid.OneOf(rapid.Just(uint64(0)), rapid.Uint64Range(1, 1<<30)).Draw(t, "space")
		each, banked, err := o.credits(ranks)
		if err != nil {
			return
		}
		require.GreaterOrEqual(t, each, leastCredits)
		require.LessOrEqual(t, each, mostCredits)
		require.GreaterOrEqual(t, banked, 0)
		if o.ReceiveSpace > 0 && (o.CreditsPerPeer == Unset || o.Banked == Unset) {
			require.LessOrEqual(t, uint64(each*(ranks-1)+banked)*creditBytes, o.ReceiveSpace)
		}
	})
}

// What is copied through a chunk depends on what a descriptor costs.
func TestBounces(t *testing.T) {
	const limit = "GASNET_PORTAL_PUTGET_BOUNCE_LIMIT="
	for _, c := range []struct {
		pins     bool
		environ  []string
		put, get uint64
	}{
		{true, nil, 0, 0},
		{true, []string{"GASNET_USE_FIREHOSE=0"}, 2048, 2040},
		{false, nil, 1024, 1024},
		{false, []string{"GASNET_USE_FIREHOSE=1"}, 0, 0},
		{true, []string{limit + "100"}, 100, 100},
		{true, []string{limit + "100", "GASNET_PORTAL_GET_BOUNCE_LIMIT=7"}, 100, 7},
		{true, []string{limit + "1M"}, 2048, 2040},
	} {
		o, err := read(c.pins, c.environ...)
		require.NoError(t, err)
		warned := 0
		o, err = o.settle(func(line string) {
			require.Contains(t, line, "_BOUNCE_LIMIT = 1048576: more than a chunk has room for, reduced to 204")
			warned++
		})
		require.NoError(t, err)
		require.Equal(t, []uint64{c.put, c.get}, []uint64{o.PutBounce, o.GetBounce}, "%v", c.environ)
		require.Equal(t, c.put == 2048 && len(c.environ) > 0 && c.environ[0] == limit+"1M", warned == 2)
	}
}

// Impossible values are named with their bounds and, for spaces, with what is needed.
func TestRefusedOptions(t *testing.T) {
	for environ, want := range map[string]string{
		"GASNET_PORTAL_CRED_PER_NODE=7":        "not in 8..65535",
		"GASNET_PORTAL_CRED_PER_NODE=65536":    "not in 8..65535",
		"GASNET_PORTAL_MSG_LIMIT=11":           "not in 12..60000",
		"GASNET_PORTAL_SB_CHUNKS=65537":        "not in 8..65536",
		"GASNET_PORTAL_RPL_CHUNKS=0":           "not in 4..65536",
		"GASNET_PORTAL_SAFE_LIMIT=0":           "not in 1..",
		"GASNET_PORTAL_AMRECV_SPACE=6143":      "room for 23 credits of 256 bytes, and 3 peers need at least 8 each: 6144 bytes",
		"GASNET_FIREHOSE_MAXREGION_SIZE=12289": "not a multiple of 4096 of at least 8192",
	} {
		o, err := read(true, environ)
		if err == nil {
			o, err = o.settle(func(string) {})
		}
		if err == nil {
			_, _, err = o.credits(4)
		}
		require.ErrorContains(t, err, want, environ)
		name, _, _ := strings.Cut(environ, "=")
		require.ErrorContains(t, err, name)
	}
	o := Defaults(true, true)
	o.ReplyChunks = mostChunks + 1
	_, err := o.settle(func(string) {})
	require.ErrorContains(t, err, "GASNET_PORTAL_RPL_CHUNKS = 65537: not in 1..65536")
}
