package lapi_test

import (
	"testing"

	"gasnetgo/lapi"
	"gasnetgo/lapi/twintest"
)

func TestTwin(t *testing.T) { twintest.Run(t) }

// FuzzDecode: bytes that are no packet are refused.
func FuzzDecode(f *testing.F) {
	p := &lapi.Packet{Kind: lapi.KindPut, Seq: 1, ID: 2, Total: 4, To: []lapi.Piece{{At: 16, Len: 4}}, Data: []byte{1, 2, 3, 4}}
	f.Add(p.Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := lapi.Decode(b); err == nil {
			q, err := lapi.Decode(p.Append(nil))
			if err != nil || q.Len() != p.Len() || len(q.Header) != len(p.Header) {
				t.Fatalf("%+v became %+v (%v)", p, q, err)
			}
		}
	})
}
