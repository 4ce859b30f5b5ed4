package ofi

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/ofi/request"
)

// FuzzParse: what parse accepts, head writes again.
func FuzzParse(f *testing.F) {
	f.Add(head(nil, msgRequest, &conduit.Message{Kind: conduit.Medium, Handler: 200, Args: []int32{1, -2}, Bytes: 3}, false))
	f.Add(head(nil, msgReply, &conduit.Message{Kind: conduit.Long, Handler: 128, Bytes: 1 << 20, Dest: 1 << 32}, true))
	f.Fuzz(func(t *testing.T, b []byte) {
		var a conduit.Arrival
		m, rest, ok := request.Parse(b)
		if !ok || m.Kind != msgRequest && m.Kind != msgReply || m.ID != 0 {
			return
		}
		payload, err := parse(m, rest, &a)
		if err != nil {
			return
		}
		require.LessOrEqual(t, a.NArgs, conduit.MostArgs)
		require.Len(t, payload, len(rest)-4*a.NArgs)
		again := head(nil, m.Kind, &conduit.Message{Kind: a.Kind, Handler: a.Handler, Args: a.Args[:a.NArgs], Bytes: a.Bytes, Dest: a.Buffer}, m.Cond == inPlace)
		require.Equal(t, b[:len(again)], again)
	})
}

// FuzzParsePut: a put is inside the message, and with what follows it is all of the message.
func FuzzParsePut(f *testing.F) {
	f.Add(append(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, 1<<32), 3), "abcd"...))
	f.Add([]byte{1, 2})
	f.Fuzz(func(t *testing.T, b []byte) {
		dest, payload, rest, ok := parsePut(b)
		if !ok {
			return
		}
		require.Equal(t, uint64(dest), binary.LittleEndian.Uint64(b))
		require.Equal(t, uint64(len(payload)), binary.LittleEndian.Uint64(b[8:]))
		require.Equal(t, string(b[putHead:]), string(payload)+string(rest))
	})
}
