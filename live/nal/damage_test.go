package nal

import (
	"encoding/binary"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gasnetgo/node"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

// TestFarDamage: a rank ends the job when a message comes that no peer sends. A record is found to be one when it is handled.
func TestFarDamage(t *testing.T) {
	word := func(kind byte, value uint64) []byte {
		return binary.LittleEndian.AppendUint64([]byte{kind, 0, 0, 0}, value)
	}
	record := func(kind byte, bytes int) []byte { return append([]byte{kind, 0, 0, 0}, make([]byte, bytes)...) }
	for name, body := range map[string][]byte{
		"nothing":                       {},
		"less than a head":              {netCredit, 0},
		"a kind that there is not":      record(0x7f, 4),
		"a pull":                        record(kindPull, portals.HeaderBytes),
		"a record of a record":          record(kindFar, 8),
		"an acknowledgement of nothing": word(netCredit, 3),
		"an acknowledgement of 4 bytes": word(netCredit, 3)[:8],
		"no header":                     record(kindInline, 3),
		"a damaged header":              append(record(kindInline, 0), make([]byte, portals.HeaderBytes)...),
		"no token":                      record(kindFin, 2),
		"data without an offset":        record(kindData, tokenBytes+1),
		"half a state":                  record(kindState, stateBytes/2),
	} {
		t.Run(name, func(t *testing.T) {
			c := newCluster(t, ofitest.InMemory()(2), 1, 1)
			failed := make(chan error, 1)
			routes := NewRoutes(c.Nodes[1], nil)
			r := &rank{Host: &process.Host{}}
			r.NI = portals.New(portals.Config{ID: routes.Default(1)})
			r.link = Open(Config{Node: c.Nodes[1], Host: r.Host, Routes: routes, Epoch: 1, Todo: new(uint32), Far: c.fars[1],
				Fail: func(err error) { failed <- err }, Notice: func(line string) { panic(line) }, Closed: func() {}})
			routes.Register(routes.Default(1), 0, 0, node.EndpointOpen)
			t.Cleanup(r.close)
			c.Ports[0].Lock()
			c.Ports[0].Send(1, ofi.Portals, body, nil)
			c.Ports[0].Unlock()
			for {
				c.Ports[0].Progress()
				select {
				case err := <-failed:
					require.ErrorContains(t, err, "a damaged or impossible message from rank 0: ")
					return
				case <-time.After(time.Millisecond):
				}
			}
		})
	}
}
