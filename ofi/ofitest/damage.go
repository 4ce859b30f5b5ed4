package ofitest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/ofi"
)

// NoClientSends are messages that no client of package ofi/request sends, whatever its own messages are.
func NoClientSends() map[string][]byte {
	head := func(kind, id, value byte) []byte {
		b := make([]byte, 32)
		b[0], b[4], b[16] = kind, id, value
		return b
	}
	return map[string][]byte{
		"nothing":                         {},
		"less than a head":                {1, 2, 3},
		"kind 0":                          head(0, 0, 0),
		"a kind that there is not":        head(200, 0, 0),
		"kind 1 with an unknown number":   {31: 0, 0: 1, 4: 0xfe, 5: 0xff, 6: 0xff, 7: 0xff},
		"an acknowledgement of nothing":   head(0xfd, 0, 9),
		"a reply to nothing":              head(0xfe, 5, 0),
		"a reply that is of no operation": head(0xfe, 0, 0),
	}
}

// Damage sends each message of a channel from rank 0 to rank 1, in a job of its own. attach makes the users of the channel at both ranks, and returns for each a function
// that returns what it has failed with, or nil. The test fails unless rank 1 reports a damaged or impossible message and rank 0 that it was refused. After it, check, if there is
// one, is called.
func Damage(t *testing.T, c ofi.Channel, messages map[string][]byte, attach func(t *testing.T, ports []*ofi.Port) (failed []func() error), check func(t *testing.T)) {
	t.Helper()
	for name, body := range messages {
		t.Run(name, func(t *testing.T) {
			ports := Ports(t, InMemory()(2))
			failed := attach(t, ports)
			ports[0].Lock()
			ports[0].Send(1, c, body, nil)
			ports[0].Unlock()
			ports[1].Wait(func() bool {
				ports[0].Progress()
				return failed[0]() != nil && failed[1]() != nil
			})
			require.ErrorContains(t, failed[1](), "a damaged or impossible message from rank 0: ")
			require.ErrorContains(t, failed[0](), "rank 1 has refused a message of this rank: ")
			if check != nil {
				check(t)
			}
		})
	}
}
