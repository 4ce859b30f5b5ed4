package portals_test

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	p "gasnetgo/portals"
)

// take is what code beside the interface does with a view.
func take(v *p.QueueView, eq p.Handle, into *p.Event) bool {
	if v.Queue != eq || v.Count == 0 {
		return false
	}
	*into = unsafe.Slice(v.Ring, v.Mask+1)[v.Head&v.Mask]
	v.Head++
	v.Count--
	return true
}

// Whoever takes events by a view gets those that EQGet would have given, whatever else is done with the queue, and sees by it whether there are any.
func TestViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		views := make([]p.QueueView, 2)
		shown := p.New(p.Config{ID: here, Queues: make([]uint64, 2), Alone: true, Views: views})
		plain := p.New(p.Config{ID: here, Queues: make([]uint64, 2)})
		room := rapid.OneOf(rapid.Uint64Range(1, 9), rapid.Uint64Range(10, 70)).Draw(t, "room") // more than a ring has at first, too
		var eq, md [2]p.Handle
		both := [2]*p.NI{shown, plain}
		for i, n := range both {
			var code p.Code
			eq[i], code = n.EQAlloc(room)
			require.Equal(t, p.OK, code)
			md[i], code = n.MDBind(memory(eq[i], p.MDEventStartDisable), nil, p.Retain)
			require.Equal(t, p.OK, code)
		}
		kept := false
		for step := range rapid.IntRange(1, 60).Draw(t, "steps") {
			var e [2]p.Event
			switch rapid.SampledFrom([]string{"put", "put", "take", "take", "get", "peek", "keep"}).Draw(t, "what") {
			case "put":
				for k := range rapid.SampledFrom([]int{1, 1, 1, 20}).Draw(t, "puts") {
					for i, n := range both {
						o, code := n.Put(md[i], 0, 1, p.NoAck, p.Target{ID: there}, uint64(100*step+k))
						require.Equal(t, p.OK, code)
						n.Sent(o, p.NIOK)
						n.Free(o)
					}
				}
			case "take":
				if take(&views[eq[0].Index()], eq[0], &e[0]) {
					require.False(t, kept, "only EQGet takes events now")
					require.Equal(t, p.OK, plain.EQGet(eq[1], &e[1]))
				}
			case "get":
				require.Equal(t, plain.EQGet(eq[1], &e[1]), shown.EQGet(eq[0], &e[0]))
			case "peek":
				require.Equal(t, plain.EQPeek(eq[1], &e[1]), shown.EQPeek(eq[0], &e[0]))
			case "keep":
				if kept = rapid.IntRange(0, 9).Draw(t, "keep") == 0 || kept; kept {
					shown.EQKeep(eq[0])
				}
			}
			require.Equal(t, e[1], e[0])
			if v := &views[eq[0].Index()]; v.Queue == eq[0] { // who waits by a view, relies on it
				want := p.EQEmpty
				if v.Count > 0 {
					want = p.OK
				}
				require.Equal(t, want, shown.EQPeek(eq[0], &e[0]))
			}
		}
		require.Equal(t, p.OK, shown.EQFree(eq[0]))
		require.False(t, take(&views[eq[0].Index()], eq[0], new(p.Event)), "of a queue that is gone")
	})
}
