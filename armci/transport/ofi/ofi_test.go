package ofi

import (
	"encoding/binary"
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/armci"
	"gasnetgo/armci/armcitest"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
)

// network is what the ranks of a job have before they have transports.
type network struct {
	engines []*ofitest.Engine
	parts   []Part
	made    sync.WaitGroup
}

func TestTransport(t *testing.T) {
	var mu sync.Mutex
	networks := map[*armcitest.Job]*network{}
	var ports []*ofi.Port
	seed, sizes := uint64(0), []int{3}
	if os.Getenv("GASNETGO_HOSTS") != "" {
		sizes = nil
	}
	armcitest.Run(t, func(r *armcitest.Rank) armci.Transport {
		mu.Lock()
		n := networks[r.Job]
		if n == nil {
			seed++
			n = &network{engines: ofitest.New(r.Size(), seed), parts: make([]Part, r.Size())}
			n.made.Add(r.Size())
			networks[r.Job] = n
			for _, p := range ports { // of the job before
				p.Close()
			}
			ports = nil
		}
		mu.Unlock()
		e, addresses := n.engines[r.Rank()], [][]byte(nil)
		for i := range r.Size() {
			addresses = append(addresses, binary.LittleEndian.AppendUint32(nil, uint32(i)))
		}
		require.NoError(t, e.Connect(addresses))
		region, err := e.Expose(r.Arena(r.Rank()), r.ArenaBytes(), uint64(100+r.Rank()))
		require.NoError(t, err)
		n.parts[r.Rank()] = Part{Control: r.Control(r.Rank()), Arena: r.Arena(r.Rank()), Region: region}
		n.made.Done()
		n.made.Wait()
		port := ofi.NewPort(ofi.Config{Engine: e, Rank: r.Rank(), Size: r.Size(), Token: 7, Notify: r.Poke})
		mu.Lock()
		ports = append(ports, port)
		mu.Unlock()
		return New(Config{Port: port, Parts: n.parts, Control: armci.ControlOf(r.Size()).Bytes(), Pages: r.Pages(), Yield: runtime.Gosched, Fail: func(err error) { r.Fail(1, err.Error()) }})
	}, sizes...)
}

// TestMessages: what no transport sends ends the job of the rank that gets it, and changes nothing.
func TestMessages(t *testing.T) {
	for name, m := range map[string]message{
		"put elsewhere":  {kind: msgPut, at: 8},
		"get elsewhere":  {kind: msgGet, at: 8, value: 8, id: 1},
		"atomic of 3":    {kind: msgAtomic, at: 0x1000, width: 3},
		"reply":          {kind: msgReply, id: 3},
		"no request":     {kind: msgRequest},
		"unaligned word": {kind: msgAtomic, at: 0x1001, width: 4},
	} {
		t.Run(name, func(t *testing.T) {
			port := ofi.NewPort(ofi.Config{Engine: ofitest.New(1, 1)[0], Size: 1})
			defer port.Close()
			x := New(Config{Port: port, Parts: []Part{{Control: 0x1000, Arena: 0x2000}}, Control: 0x1000})
			port.Lock()
			defer port.Unlock()
			user{x}.Receive(0, append(m.bytes(nil), "12345678"...))
			require.Error(t, x.failure)
		})
	}
}

func FuzzParse(f *testing.F) {
	m := message{kind: msgText, at: 1, value: 2, more: true}
	f.Add(m.bytes(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, payload, ok := parse(b)
		if !ok {
			return
		}
		again, rest, ok := parse(append(m.bytes(nil), payload...))
		require.True(t, ok)
		require.Equal(t, m, again)
		require.Equal(t, payload, rest)
	})
}
