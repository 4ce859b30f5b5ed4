package process

import (
	"testing"

	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
)

// alone is the world of a job with one task.
type alone struct{ b *testing.B }

func (alone) Rank() int                      { return 0 }
func (alone) Size() int                      { return 1 }
func (alone) Open(int, uint32) (Link, error) { return &loop{}, nil }
func (alone) Warn(string)                    {}
func (w alone) Fail(status int, line string) { w.b.Fatal(line) }

// loop is a link to the task itself.
type loop struct{ in []*lapi.Packet }

func (l *loop) Limits() (payload, copied uint64) { return 1 << 20, 8 << 10 }
func (l *loop) Send(_ int, p *lapi.Packet)       { l.in = append(l.in, p) }
func (l *loop) Pending() bool                    { return false }
func (l *loop) Changed(bool)                     {}
func (l *loop) Interrupts(bool)                  {}
func (l *loop) Close()                           {}
func (l *loop) Poll(handle func(from int, p *lapi.Packet)) (bool, error) {
	if len(l.in) == 0 {
		return false, nil
	}
	p := l.in[0]
	l.in = append(l.in[:0], l.in[1:]...)
	handle(0, p)
	return true, nil
}
func (l *loop) Copy(_ int, p *lapi.Packet, into []lapi.Piece) error {
	data := p.Data
	for _, q := range into {
		data = data[copy(memory.Bytes(q.At, q.Len), data):]
	}
	return nil
}

// The memory of a benchmark: source and target, of 8 bytes each, and behind them three counters, the last one that of completion.
const (
	words      = 10 // of 4 bytes
	completion = 6
)

// BenchmarkPut: puts of a word, with all counters.
func BenchmarkPut(b *testing.B) {
	p := New(alone{b})
	_, h, life, _ := p.Init("LAPI_Init", 0, 0, false)
	c := make([]int32, words)
	at := memory.Address(c)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = p.Put("LAPI_Put", PutArgs{Handle: h, N: 8, TgtAddr: at + 8, OrgAddr: at, TgtCntr: at + 16, OrgCntr: at + 20, CmplCntr: at + 24})
		_, _, _, _ = p.Poll("LAPI_Probe", h, life, Program)
	}
	if c[completion] == 0 {
		b.Fatal("no put is complete")
	}
}

// BenchmarkSend: messages with a word of user header and one of data.
func BenchmarkSend(b *testing.B) {
	p := New(alone{b})
	_, h, life, _ := p.Init("LAPI_Init", 0, 0, false)
	c := make([]int32, words)
	at := memory.Address(c)
	header, data, jobs := make([]byte, MaxHeader), make([]byte, 8<<10), make([]Job, 1)
	j := &jobs[0]
	b.ReportAllocs()
	for b.Loop() {
		_, _ = p.Send("LAPI_Amsend", SendArgs{Handle: h, Hdr: 1000, Uhdr: at, UhdrLen: 8, Udata: at, N: 8, TgtCntr: at + 16, OrgCntr: at + 20, CmplCntr: at + 24})
		for {
			what, _, _, _ := p.Poll("LAPI_Probe", h, life, Program)
			if what == PollNone {
				break
			}
			*j = Job{Header: memory.Address(header), Data: memory.Address(data)}
			kind, _ := p.Task("LAPI_Probe", h, life, false, memory.Address(jobs))
			if kind == TaskHeader {
				j.Into, j.Bytes = at+8, 8
				_ = p.Ran("LAPI_Probe", h, memory.Address(jobs))
			}
		}
	}
	if c[completion] == 0 {
		b.Fatal("no message is complete")
	}
}
