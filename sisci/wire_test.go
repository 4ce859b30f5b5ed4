package sisci_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	s "gasnetgo/sisci"
)

// FuzzDecode: bytes that are no packet are refused, others are what Append makes of the packet; and no packet harms a node, however wrong.
func FuzzDecode(f *testing.F) {
	for kind := range s.PacketKind(9) {
		p := s.Packet{Kind: kind, What: s.ToDataInterrupt, ID: 1, Number: 1, Size: 1 << 40, Key: 5}
		if kind == s.KindTrigger {
			p.Data = []byte("data")
		}
		if kind == s.KindRefused {
			p.Code = s.NoSuchSegment
		}
		f.Add(p.Append(nil), uint32(4))
	}
	f.Fuzz(func(t *testing.T, b []byte, from uint32) {
		p, err := s.Decode(b)
		if err != nil {
			require.Nil(t, p)
			return
		}
		require.Equal(t, b, p.Append(nil))
		x := newFixture(t)
		from = from%3*4 + 4 // one that there is, or not
		x.Nodes[0].Arrive(from, p)
		for _, e := range x.Nodes[0].Effects() {
			if send, ok := e.(s.Send); ok {
				require.Equal(t, from, send.To)
			}
		}
		x.p.Terminate()
	})
}
