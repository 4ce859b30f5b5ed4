package sci

import "testing"

// BenchmarkTransfer is 64 bytes by DMA on a ring of four: an operation is a transaction.
func BenchmarkTransfer(b *testing.B) {
	b.ReportAllocs()
	c := build(b, simple())
	for i := range c.memories {
		c.Adapter(i).Serve(nil)
	}
	c.Adapter(0).Transfer([]Part{{Place{}, Place{Node: 1}, uint64(b.N) * 64}}, func() {})
	for c.k.Step() {
	}
	b.ReportMetric(float64(c.k.Events())/float64(b.N), "events/op")
}
