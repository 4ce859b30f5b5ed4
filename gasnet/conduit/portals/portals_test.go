package portals

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/conduittest"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/portalstest"
	"gasnetgo/portals/process"
)

// turn is a rank of a job whose ranks take turns.
type turn struct {
	pace.Free
	t    *testing.T
	w    conduittest.World
	rank int
}

func (x turn) Wait(why string, cond func() bool) { x.w.Pace(x.rank).Wait(why, cond) }
func (x turn) Idle(int)                          { x.w.Pace(x.rank).Idle(1) }
func (x turn) Fail(err error)                    { require.NoError(x.t, err) }
func (x turn) Warn(line string)                  { x.t.Log(line) }

// index is that of GASNet in the table of portalstest.
const index = 10 - process.SHMEMIndices - process.GASNetIndices

// cores makes the ranks of a job with options.
func cores(t *testing.T, o Options, threads, late bool) func(w conduittest.World, ranks int) []conduit.Core {
	return func(w conduittest.World, ranks int) (all []conduit.Core) {
		net := portalstest.New(ranks)
		var segments []Segment
		for r := range ranks {
			b := w.Segment(r)
			segments = append(segments, Segment{Base: memory.Address(b), Len: uint64(len(b))})
		}
		first := segments
		if late {
			first = make([]Segment, ranks)
		}
		for r, l := range net.Links {
			c, err := New(Config{
				Host: &l.Host, Link: l, Index: index, ID: portalstest.ID, Me: r, Segments: first, Options: o, Threads: threads, World: turn{t: t, w: w, rank: r}, Late: late,
			})
			require.NoError(t, err)
			if late {
				require.NoError(t, c.Attach(segments))
			}
			t.Cleanup(func() { settled(t, c) })
			all = append(all, c)
		}
		return all
	}
}

// settled checks that a rank that has come to rest holds nothing, and closes it.
func settled(t *testing.T, c *Core) {
	require.NoError(t, c.client.Err())
	dropped, _ := c.Host.NI.Status(ptl.SRDropCount)
	require.Zero(t, dropped)
	if c.reserved {
		c.unreserve(c.room, true)
		c.reserved = false
	}
	require.Equal(t, c.Options.Tickets, c.tickets, "tickets")
	require.Equal(t, c.Options.Temporary, c.temps, "descriptors for one transfer")
	require.Len(t, c.requests.free, c.Options.SendChunks)
	require.Len(t, c.replies.free, c.Options.ReplyChunks)
	require.Empty(t, c.longs)
	c.Close()
	created, gone := c.Host.NI.Objects()
	require.Equal(t, created, gone, "objects of Portals")
}

func TestConduit(t *testing.T) {
	small := Defaults(true, true)
	small.CreditsPerPeer, small.Banked, small.SendChunks, small.ReplyChunks, small.Tickets, small.Regions, small.RegionBytes = 8, 0, 8, 4, 12, 8, 2*page
	bare := small
	bare.Firehose, bare.Temporary, bare.PutBounce, bare.GetBounce, bare.PackedLong, bare.Dynamic = false, 4, 100, 200, false, false
	for name, o := range map[string]Options{"firehose": Defaults(true, true), "catamount": Defaults(false, false), "small": small, "bare": bare} {
		t.Run(name, func(t *testing.T) { conduittest.Run(t, cores(t, o, name == "bare", name == "catamount")) })
	}
}
