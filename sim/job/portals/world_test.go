package portals

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/ideal"
	"gasnetgo/sim/job"
)

// program is what the tests' ranks share of a Portals program: an interface, a queue, an entry that takes puts, a descriptor to send from. Its fields are
// on the heap, where addresses stay.
type program struct {
	*job.Rank
	Portals        *process.Process
	max            int32
	ni, eq, me, md uint32
	src            uint32
	memory         [64]byte
	event          portals.Event
	which          int32
}

func (p *program) start(t *testing.T) {
	zero := func(rc int32) { require.Zero(t, rc) }
	p.Call(func() { zero(p.Portals.Init(addr(&p.max))) })
	p.Call(func() { zero(p.Portals.NIInit(0, portals.PIDAny, 0, 0, addr(&p.ni))) })
	p.Call(func() { zero(p.Portals.EQAlloc(p.ni, 64, 0, addr(&p.eq))) })
	p.Call(func() {
		zero(p.Portals.MEAttach(p.ni, 4, portals.NIDAny, portals.PIDAny, 1, 0, 0, 1, addr(&p.me)))
	})
	d := &portals.MD{Start: addr(&p.memory), Length: 64, Threshold: -1, Options: portals.MDOpPut | portals.MDManageRemote | portals.MDEventStartDisable, EQ: portals.Handle(p.eq)}
	p.Call(func() { zero(p.Portals.MDAttach(p.me, addr(d), 0, addr(&p.md))) })
	s := &portals.MD{Start: addr(&p.memory), Length: 64, Threshold: -1, EQ: portals.EQNone}
	p.Call(func() { zero(p.Portals.MDBind(p.ni, addr(s), 0, addr(&p.src))) })
	p.Barrier()
}

func (p *program) put(t *testing.T, to int, data uint64) {
	p.Call(func() {
		require.Zero(t, p.Portals.Put(p.src, 0, 8, false, int32(portals.NoAck), 1+uint32(to), 1, 4, 0, 1, 8, data))
	})
}

func (p *program) wait(ms uint32) (rc int32) {
	p.Look(func() { rc, _ = p.Portals.EQPoll(addr(&p.eq), 1, ms, addr(&p.event), addr(&p.which)) })
	return rc
}

func (p *program) poll() (rc int32) {
	p.Look(func() { rc, _ = p.Portals.EQGet(p.eq, addr(&p.event), false) })
	return rc
}

func run(t *testing.T, ranks int, costs fabric.Costs, body func(*program)) (*job.Job, error) {
	k := &sim.Kernel{}
	nodes := make([]int, ranks)
	for i := range nodes {
		nodes[i] = i
	}
	j := job.New(k, job.Config{Network: ideal.New(k), Costs: costs, Nodes: nodes, APIs: []job.API{&Job{}}}, func(r *job.Rank) {
		p := &program{Rank: r, Portals: r.APIs[0].(*process.Process)}
		p.start(t)
		body(p)
	})
	return j, j.World.Run()
}

// TestPingPong: two programs that wait, and two that poll, on a machine without costs and on one with some.
func TestPingPong(t *testing.T) {
	for name, costs := range map[string]fabric.Costs{"free": {Idle: sim.Nanosecond}, "costs": {Call: 100 * sim.Nanosecond, Look: 30 * sim.Nanosecond, Send: 50 * sim.Nanosecond}} {
		for _, polls := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				const rounds = 100
				j, err := run(t, 2, costs, func(p *program) {
					other := 1 - p.ID()
					for i := range uint64(rounds) {
						if p.ID() == 0 {
							p.put(t, other, i)
						}
						if polls {
							for p.poll() != 0 {
							}
						} else {
							require.Zero(t, p.wait(portals.TimeForever))
						}
						require.Equal(t, i, p.event.HdrData)
						if p.ID() == 1 {
							p.put(t, other, i)
						}
					}
				})
				require.NoError(t, err)
				require.Zero(t, j.Fabric.Live(), "messages under way")
			})
		}
	}
}

func TestTimeouts(t *testing.T) {
	_, err := run(t, 2, fabric.Costs{Idle: sim.Nanosecond}, func(p *program) {
		if p.ID() == 1 {
			p.Spend(5 * sim.Millisecond)
			p.put(t, 0, 7)
			return
		}
		begin := p.Now()
		require.Equal(t, int32(portals.EQEmpty), p.wait(2))
		require.Equal(t, 2*sim.Millisecond, p.Now()-begin)
		require.Zero(t, p.wait(100))
		require.Equal(t, uint64(7), p.event.HdrData)
		require.Equal(t, 5*sim.Millisecond, p.Now())
	})
	require.NoError(t, err)
}

func TestDeadlock(t *testing.T) {
	_, err := run(t, 2, fabric.Costs{Idle: sim.Nanosecond}, func(p *program) { p.wait(portals.TimeForever) })
	require.ErrorContains(t, err, "rank 1: PtlEQWait")
}

// BenchmarkPut is an 8-byte put from rank to rank and back, with everything above the network.
func BenchmarkPut(b *testing.B) {
	t := &testing.T{}
	_, err := run(t, 2, fabric.Costs{Call: 100 * sim.Nanosecond, Look: 30 * sim.Nanosecond, Send: 50 * sim.Nanosecond}, func(p *program) {
		for i := range b.N {
			if p.ID() == 0 {
				p.put(t, 1, uint64(i))
			}
			p.wait(portals.TimeForever)
			if p.ID() == 1 {
				p.put(t, 0, uint64(i))
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
}
