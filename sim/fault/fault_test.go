package fault

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
	"gasnetgo/sim/detour"
	"gasnetgo/sim/fabric"
)

const us = sim.Microsecond

// plan makes the plan of rules for four nodes.
func plan(t *testing.T, rules ...string) (p *Plan, failed *error) {
	c := Config{Kernel: &sim.Kernel{}, Nodes: []int{0, 1, 2, 3}}
	failed = new(error)
	c.Fail = func(err error) { *failed = err }
	for _, text := range rules {
		r, err := Parse(text)
		require.NoError(t, err)
		c.Rules = append(c.Rules, r)
	}
	p, err := New(c)
	require.NoError(t, err)
	return p, failed
}

func put(from, to int32) detour.Sent {
	return detour.Sent{Message: &fabric.Message{Src: from, Dst: to, Bytes: 936}, Describe: fabric.Description{Name: "put", Class: fabric.Put}}
}

func TestParse(t *testing.T) {
	r, err := Parse("lossy:from=0,to=1,p=0.5,by=5us,after=10us,for=1ms,seed=3")
	require.NoError(t, err)
	require.Equal(t, &Rule{Text: "lossy:from=0,to=1,p=0.5,by=5us,after=10us,for=1ms,seed=3", Kind: Lossy, From: 0, To: 1, Node: -1, Rank: -1, P: 0.5, By: 5 * us, After: 10 * us, For: sim.Millisecond, Seed: 3}, r)
	for text, why := range map[string]string{
		"rain":           `there is no kind "rain"`,
		"drop:rank=1":    `drop has no "rank"; it has from, to, node, kind, p, count, after, for, seed`,
		"drop:p=2":       "a probability, from 0 to 1",
		"delay:p=1":      "delay needs by=",
		"die":            "die needs node=",
		"noise:by=soon":  `by=soon`,
		"drop:count=0":   "at least 1",
		"stop:node=-1":   "at least 0",
		"slow:rate=fast": "rate=fast",
	} {
		_, err := Parse(text)
		require.ErrorContains(t, err, why, text)
	}
	for _, k := range Kinds() {
		require.Contains(t, keys, Kind(k))
	}
	require.Len(t, keys, len(Kinds()))
}

// A rule is about a time, a place, a kind of message and a number of times.
func TestPlaces(t *testing.T) {
	p, _ := plan(t, "drop:from=0,to=1,kind=put,after=10us,for=10us,count=1")
	require.False(t, p.Route(put(0, 1)).Lost, "too early")
	p.Kernel.Advance(10 * us)
	require.False(t, p.Route(put(1, 0)).Lost)
	require.False(t, p.Route(put(0, 2)).Lost)
	other := put(0, 1)
	other.Describe.Name = "get"
	require.False(t, p.Route(other).Lost)
	require.True(t, p.Route(put(0, 1)).Lost)
	require.False(t, p.Route(put(0, 1)).Lost, "once")
	require.Equal(t, "put of 936 bytes from node 0 to node 1 did not arrive, at 10us (fault drop:from=0,to=1,kind=put,after=10us,for=10us,count=1)", p.Sentence())
}

func TestKindsOfFaults(t *testing.T) {
	p, _ := plan(t, "down:node=1,for=30us")
	require.Equal(t, detour.Route{Follow: true, Hold: 30 * us}, p.Route(put(0, 1)))
	require.Equal(t, detour.Route{Follow: true}, p.Route(put(0, 2)))
	p, _ = plan(t, "slow:rate=1MB/s")
	require.Equal(t, sim.Millisecond, p.Route(put(0, 1)).Hold)
	p, _ = plan(t, "stop:node=2,for=50us", "noise:rank=3,by=7us")
	require.Equal(t, 50*us, p.Pause(2))
	require.Equal(t, 7*us, p.Pause(3))
	require.Zero(t, p.Pause(0))
	p, _ = plan(t, "exhaust:node=0,for=5us")
	opened := -1
	p.Room = func(node int) { opened = node }
	require.False(t, p.Ready(0))
	require.True(t, p.Ready(1))
	require.True(t, p.Kernel.Step())
	require.Zero(t, opened)
	require.True(t, p.Ready(0))
	p, failed := plan(t, "die:node=1,after=20us")
	require.True(t, p.Kernel.Step())
	require.EqualError(t, *failed, "the job has lost a node")
	require.Equal(t, "node 1 has died, at 20us (fault die:node=1,after=20us)", p.Sentence())
}

// A job in which something is lost, and in which nothing arrives for long, ends; one in which something does goes on.
func TestSilence(t *testing.T) {
	p, failed := plan(t, "drop:from=0,to=1")
	require.True(t, p.Route(put(0, 1)).Lost)
	later := actor(func() {})
	p.Kernel.At(10*sim.Second, later, 0) // the job polls
	p.Kernel.At(sim.Second, actor(func() { p.Route(put(1, 0)) }), 0)
	p.Kernel.At(3*sim.Second, actor(func() { p.Route(put(1, 0)) }), 0)
	for *failed == nil && p.Kernel.Step() {
	}
	require.EqualError(t, *failed, "nothing has arrived for 2s")
	require.Equal(t, 6*sim.Second, p.Kernel.Now())
}

// A job in whose barrier a message is lost ends, whatever else arrives.
func TestBarrier(t *testing.T) {
	p, failed := plan(t, "drop:kind=barrier,count=1")
	m := put(0, 1)
	m.Describe = fabric.Description{Name: "barrier", Class: fabric.Barrier}
	require.True(t, p.Route(m).Lost)
	p.Kernel.At(sim.Second, actor(func() { p.Route(put(1, 0)) }), 0)
	p.Kernel.At(10*sim.Second, actor(func() {}), 0)
	for *failed == nil && p.Kernel.Step() {
	}
	require.EqualError(t, *failed, "a barrier cannot end")
	require.Equal(t, 2*sim.Second, p.Kernel.Now())
}

type actor func()

func (a actor) Act(*sim.Kernel, uint64) { a() }

// The same seed loses the same messages.
func TestSeeds(t *testing.T) {
	lost := func(rule string) (all []bool) {
		p, _ := plan(t, rule)
		for range 64 {
			all = append(all, p.Route(put(0, 1)).Lost)
		}
		return all
	}
	require.Equal(t, lost("drop:p=0.5,seed=1"), lost("drop:p=0.5,seed=1"))
	require.NotEqual(t, lost("drop:p=0.5,seed=1"), lost("drop:p=0.5,seed=2"))
}
