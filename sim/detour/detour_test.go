package detour

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/ideal"
)

// end is an endpoint that logs what happens to it. A message's tag is its name.
type end struct {
	k       *sim.Kernel
	log     *[]string
	answers bool // it answers what it receives
	net     *Network
}

func (e *end) add(what string, tag uint32) {
	*e.log = append(*e.log, fmt.Sprintf("%v %s %d", e.k.Now(), what, tag))
}

func (e *end) Depart(m *fabric.Message) { e.net.Transmit(m) }
func (e *end) Leave(m *fabric.Message) fabric.Rest {
	return fabric.Rest{From: e, Work: m.Tag}
}
func (e *end) Left(r fabric.Rest) bool { e.add("read", r.Work.(uint32)); return true }
func (e *end) Sent(r fabric.Rest)      { e.add("sent", r.Work.(uint32)) }

func (e *end) PrefetchRest(fabric.Rest, bool) {}

func (e *end) Arrived(m *fabric.Message) (uint64, *fabric.Message) {
	e.add("arrived", m.Tag)
	return m.Bytes, nil
}

func (e *end) Received(m *fabric.Message) *fabric.Message {
	what := "received"
	if m.Damaged {
		what = "damaged"
	}
	e.add(what, m.Tag)
	if !e.answers {
		return nil
	}
	return &fabric.Message{Src: m.Dst, From: m.To, Dst: m.Src, To: m.From, Tag: m.Tag + 100}
}
func (e *end) Wake(sim.Time)                               {}
func (e *end) Describe(*fabric.Message) fabric.Description { return fabric.Description{Name: "put"} }

// packets is an endpoint of a library that numbers its packets.
type packets struct{ *end }

func (packets) AnyOrder() bool { return true }
func (packets) Repeats() bool  { return true }

// guide has a route for each tag.
type guide map[uint32]Route

func (g guide) Route(s Sent) Route { return g[s.Tag] }
func (g guide) Ready(int) bool     { return true }

// logOf sends messages 1, 2 .. n from one node to another at once, and returns what happens.
func logOf(n uint32, answers, any bool, g guide) (log []string) {
	k := &sim.Kernel{}
	net := New(k, ideal.New(k), g)
	from, to := &end{k, &log, false, net}, &end{k, &log, answers, net}
	var target fabric.Endpoint = to
	if any {
		target = packets{to}
	}
	for tag := uint32(1); tag <= n; tag++ {
		net.Transmit(&fabric.Message{Dst: 1, From: from, To: target, Bytes: 8, Tag: tag})
	}
	for k.Step() {
	}
	return log
}

const us = sim.Microsecond

// Ends come in any order, headers do not; what a sender does comes before what its target receives.
func TestOrder(t *testing.T) {
	require.Equal(t, []string{
		"0ps read 2", "0ps sent 2", "0ps arrived 1", "0ps arrived 2", "0ps received 2",
		"3us read 1", "3us sent 1", "5us received 1",
	}, logOf(2, false, false, guide{1: {Read: 3 * us, Deliver: 5 * us}}))
	require.Equal(t, []string{
		"4us read 1", "4us sent 1", "4us read 2", "4us sent 2", "4us arrived 1", "4us received 1", "4us arrived 2", "4us received 2",
	}, logOf(2, false, false, guide{1: {Hold: 4 * us}}), "the second waits behind the first")
	require.Equal(t, []string{
		"0ps read 2", "0ps sent 2", "0ps arrived 2", "0ps received 2", "4us read 1", "4us sent 1", "4us arrived 1", "4us received 1",
	}, logOf(2, false, true, guide{1: {Hold: 4 * us}}), "packets overtake each other")
	require.Equal(t, []string{
		"0ps arrived 1", "2us read 1", "2us sent 1", "2us received 1",
	}, logOf(1, false, false, guide{1: {Read: 9 * us, Deliver: 2 * us}}), "a payload is read before it arrives")
}

// Answers to a message on a detour are asked about, too.
func TestAnswers(t *testing.T) {
	log := logOf(1, true, false, guide{1: {Follow: true}, 101: {Deliver: 7 * us}})
	require.Equal(t, "7us received 101", log[len(log)-1])
}

func TestBroken(t *testing.T) {
	require.Equal(t, []string{"0ps read 1", "0ps sent 1"}, logOf(1, false, false, guide{1: {Lost: true}}))
	log := logOf(1, false, false, guide{1: {Damaged: true}})
	require.Equal(t, "0ps damaged 1", log[len(log)-1])
	require.Equal(t, logOf(1, false, false, guide{1: {Follow: true}}), logOf(1, false, false, guide{1: {Twice: true}}), "links with numbers discard the second")
	log = logOf(1, false, true, guide{1: {Twice: true}})
	require.Equal(t, []string{"0ps received 1", "0ps received 1"}, log[len(log)-2:])
}

// A message of which no guide says anything passes as it is.
func TestPlain(t *testing.T) {
	require.Equal(t, []string{"0ps read 1", "0ps sent 1", "0ps arrived 1", "0ps received 1"}, logOf(1, false, false, nil))
}
