package gasnet

import (
	"gasnetgo/gasnet/conduit/local"
	"gasnetgo/sim/job"
)

// clock is how time passes for ranks whose messages travel through memory.
type clock struct{ job *job.Job }

var _ local.World = clock{}

func (c clock) Wake(r int)                               { c.job.Fabric.Ring(r) }
func (c clock) Wait(r int, why string, cond func() bool) { c.job.Ranks[r].Wait(why, cond) }
func (c clock) Idle(r int)                               { c.job.Ranks[r].Spend(c.job.Costs.Idle) }
