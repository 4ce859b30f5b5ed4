package ofi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
)

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
