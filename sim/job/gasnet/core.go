package gasnet

import (
	"gasnetgo/gasnet/conduit/local"
	"gasnetgo/internal/pace"
	"gasnetgo/sim"
	"gasnetgo/sim/job"
)

// ranks are those of a job whose messages travel through memory.
type ranks struct{ job *job.Job }

var _ local.World = ranks{}

func (r ranks) Wake(rank int)             { r.job.Fabric.Ring(rank) }
func (r ranks) Pace(rank int) pace.Waiter { return memoryPace{r.job, rank} }

// memoryPace is how time passes for one of them.
type memoryPace struct {
	job  *job.Job
	rank int
}

func (p memoryPace) Wait(why string, cond func() bool) { p.job.Ranks[p.rank].Wait(why, cond) }
func (p memoryPace) Idle(polls int)                    { p.job.Ranks[p.rank].Spend(sim.Time(polls) * p.job.Costs.Idle) }
