package ofi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
	"gasnetgo/ofi/request"
)

// TestDamage: both ranks report a message that no conduit sends, and memory stays as it was.
func TestDamage(t *testing.T) {
	const counted, words = ^uint32(0), 4
	var memories [2][words]uint64
	at := uint64(memory.Address(memories[1][:]))
	messages := ofitest.NoClientSends()
	for name, m := range map[string]request.Message{
		"17 arguments":               {Kind: msgRequest, Part: conduit.MostArgs + 1},
		"arguments that are missing": {Kind: msgReply, Part: 3},
		"an unknown active message":  {Kind: msgRequest, Op: 3},
		"a Short with a payload":     {Kind: msgRequest, Op: uint8(conduit.Short)},
		"a Medium that is too long":  {Kind: msgRequest, Op: uint8(conduit.Medium), Value: conduit.MaxMedium + 1},
		"a Medium that is longer":    {Kind: msgRequest, Op: uint8(conduit.Medium), Value: 7},
		"a Long elsewhere":           {Kind: msgRequest, Op: uint8(conduit.Long), At: 8, Value: 8},
		"a Long behind the segment":  {Kind: msgRequest, Op: uint8(conduit.Long), At: at + 8*words - 7, Value: 8},
		"more of nothing":            {Kind: msgMore},
		"credits that were not used": {Kind: msgCredit, Value: 1},
		"a put that is too long":     {Kind: msgPuts, ID: counted},
	} {
		messages[name] = append(m.Append(nil), "12345678"...)
	}
	put := func(dest, bytes uint64) []byte {
		b := (&request.Message{Kind: msgPuts, ID: counted}).Append(nil)
		for _, v := range []uint64{dest, bytes} {
			for range 8 {
				b, v = append(b, byte(v)), v>>8
			}
		}
		return append(b, "12345678"...)
	}
	messages["a put elsewhere"], messages["a put of more bytes"] = put(8, 8), put(at, 9)
	ofitest.Damage(t, ofi.GASNet, messages, func(_ *testing.T, ports []*ofi.Port) (failed []func() error) {
		var segments []Segment
		for r := range ports {
			segments = append(segments, Segment{Base: memory.Address(memories[r][:]), Bytes: 8 * words})
		}
		for _, port := range ports {
			w := &failing{}
			c := New(Config{Port: port, Segments: segments, World: w})
			failed = append(failed, func() error {
				c.Next(false)
				return w.failure
			})
		}
		return failed
	}, func(t *testing.T) { require.Zero(t, memories) })
}

// failing is a rank that does not wait, and notes that the network has failed.
type failing struct {
	pace.Pace
	failure error
}

func (f *failing) Fail(err error) { f.failure = err }
