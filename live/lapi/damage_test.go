package lapi

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/job"
	"gasnetgo/lapi"
	"gasnetgo/lapi/process"
	"gasnetgo/live"
	"gasnetgo/live/livetest"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
)

// TestLAPIDamage: a task reports a message that no task sends.
func TestLAPIDamage(t *testing.T) {
	part := func(handle, more byte, words ...uint32) []byte {
		b := []byte{handle, more, 0, 0}
		for _, w := range words {
			b = binary.LittleEndian.AppendUint32(b, w)
		}
		return b
	}
	for name, bodies := range map[string][][]byte{
		"nothing":                  {{}},
		"less than a head":         {{0, 0}},
		"a handle too many":        {part(process.Ports, 0, 1)},
		"a record of nothing":      {part(0, 0)},
		"a record without an end":  {part(0, 1, make([]uint32, 1000)...), part(0, 1, make([]uint32, 1000)...), part(0, 1, make([]uint32, 1000)...), part(0, 1, make([]uint32, 1000)...)},
		"a record of another task": {part(0, 0, 1|otherHost, 1)},
		"a record of one host":     {part(0, 0, 1, 0, 5)},
		"no packet":                {part(0, 0, 1|otherHost, 0, 5)},
	} {
		t.Run(name, func(t *testing.T) {
			c := livetest.New(t, ofitest.InMemory()(2), 1, 1)
			w := &world{Session: &live.Session{Job: &job.Job{Rank: 1, Size: 2, LocalFirst: 1, LocalSize: 1}}, ring: 64 << 10, copy: "auto"}
			w.connect(c.Nodes[1], c.Ports[1], ofi.LAPI)
			box, err := w.box(c.Nodes[1], 0)
			require.NoError(t, err)
			link := w.link(c.Nodes[1], box, 0, 1)
			c.Ports[0].Lock()
			for _, b := range bodies {
				c.Ports[0].Send(1, ofi.LAPI, b, nil)
			}
			c.Ports[0].Unlock()
			c.Ports[1].Wait(func() bool {
				c.Ports[0].Progress()
				if err = w.hosts.failed(); err == nil && name == "no packet" {
					_, err = link.Poll(func(int, *lapi.Packet) {})
				}
				return err != nil
			})
			require.ErrorContains(t, err, "a damaged or impossible message from rank 0: ")
		})
	}
}
