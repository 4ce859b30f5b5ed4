package ofi_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
)

// taker keeps the messages that have come.
type taker struct{ messages [][]byte }

func (t *taker) Receive(_ int, body []byte) {
	t.messages = append(t.messages, append([]byte(nil), body...))
}
func (t *taker) Batch() {}

// TestStream: parts and messages arrive in their order, each in the message whose number was returned, whenever acknowledgements come; and a stream knows what is on its way.
func TestStream(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		engines := ofitest.New(2, rapid.Uint64().Draw(t, "seed"))
		addresses := [][]byte{engines[0].Address(), engines[1].Address()}
		var ports [2]*ofi.Port
		for i := range ports {
			require.NoError(t, engines[i].Connect(addresses))
			ports[i] = ofi.NewPort(ofi.Config{Engine: engines[i], Rank: i, Size: 2, Token: 7})
			defer ports[i].Close()
		}
		var got taker
		ports[1].Attach(ofi.SHMEM, &got)
		ports[0].Lock()
		defer ports[0].Unlock()
		const opening = 'P'
		s := ofi.NewStream(ports[0], ofi.SHMEM, 1, []byte{opening})

		var want [][]byte // by number - 1
		carry := func(number uint64, part []byte) {
			for uint64(len(want)) < number {
				want = append(want, nil)
			}
			want[number-1] = append(want[number-1], part...)
		}
		acked := uint64(0)
		sent := func() uint64 { // messages that have left
			if s.Waiting() {
				return uint64(len(want)) - 1
			}
			return uint64(len(want))
		}
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				head, tail := []byte{byte(len(want))}, make([]byte, rapid.IntRange(0, 2000).Draw(t, "bytes"))
				before := s.Waiting()
				number := s.Add(head, tail)
				if !before || number > uint64(len(want)) {
					carry(number, []byte{opening})
				}
				carry(number, append(head, tail...))
			},
			"send": func(t *rapid.T) {
				carry(s.Send([]byte{'S'}, []byte{byte(len(want))}), []byte{'S', byte(len(want))})
			},
			"flush": func(*rapid.T) { s.Flush(); require.False(t, s.Waiting()) },
			"acknowledge": func(t *rapid.T) {
				acked = rapid.Uint64Range(acked, sent()).Draw(t, "number")
				require.NoError(t, s.Acknowledge(acked))
				require.True(t, s.Busy() || !s.Waiting(), "an acknowledgement sends what waits, unless many messages are on their way")
			},
			"acknowledge wrongly": func(t *rapid.T) {
				require.ErrorContains(t, s.Acknowledge(sent()+1), "an acknowledgement of")
				if acked > 0 {
					require.Error(t, s.Acknowledge(acked-1))
				}
			},
			"": func(t *rapid.T) {
				assert.Equal(t, acked == uint64(len(want)), s.Quiet())
				assert.Equal(t, sent()-acked >= 16, s.Busy())
				assert.True(t, s.Acknowledged(acked))
				assert.False(t, s.Acknowledged(acked+1))
				assert.True(t, s.Full() || sent()-acked < 128)
				assert.True(t, !s.Room() || !s.Full())
			},
		})
		s.Flush()
		ports[0].Unlock()
		for polls, count := 0, -1; count != len(want) && polls < 100_000; polls++ {
			ports[0].Progress()
			ports[1].Progress()
			ports[1].Lock()
			count = len(got.messages)
			ports[1].Unlock()
		}
		ports[0].Lock()
		ports[1].Lock()
		defer ports[1].Unlock()
		require.Len(t, got.messages, len(want))
		for i, m := range got.messages {
			require.Equal(t, want[i], m)
			require.LessOrEqual(t, len(m), ofi.MaxBody)
		}
	})
}

// TestRequests: a reply finds its request once.
func TestRequests(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r ofi.Requests[int]
		open := map[uint32]*int{}
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				v := new(int)
				number := r.Add(v)
				require.NotZero(t, number)
				require.NotContains(t, open, number)
				open[number] = v
			},
			"take": func(t *rapid.T) {
				number := rapid.Uint32Range(0, uint32(len(open)+2)).Draw(t, "number")
				v, err := r.Take(number)
				if want, ok := open[number]; ok {
					require.NoError(t, err)
					require.Same(t, want, v)
					delete(open, number)
				} else {
					require.EqualError(t, err, fmt.Sprintf("a reply to operation %d, which does not exist", number))
				}
			},
			"": func(t *rapid.T) { require.Equal(t, len(open), r.Len()) },
		})
	})
}
