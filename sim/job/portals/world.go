package portals

import (
	"gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/job"
	"gasnetgo/sim/nal"
)

// Job is Portals in a job.
type Job struct {
	UID     uint32                                    // of all ranks
	Dialect portals.Dialect                           // of all ranks
	Explain func(rank int, line string)               // why a call was refused; may be nil
	Show    func(rank int, views []portals.QueueView) // see nal.Config; may be nil

	nets       *nal.Job // nil before the first Join
	interfaces []*Interface
	indices    map[process.User]uint32 // of the portal table that all ranks of a user have that have computed it
}

var _ job.API = (*Job)(nil)

// Interface is a rank's Portals, which its program and other APIs share.
type Interface struct {
	*process.Process
	job  *Job
	rank *job.Rank
	net  *nal.Network
}

// Join makes a rank's *process.Process: a part is used in every call, and an Interface would be another line of a cache.
func (p *Job) Join(j *job.Job, r *job.Rank) any {
	if p.nets == nil {
		p.nets = nal.NewJob(j.Fabric, nal.Config{UID: p.UID, Dialect: p.Dialect, Explain: p.Explain, Show: p.Show})
		p.indices = map[process.User]uint32{}
	}
	net := p.nets.Network(r.Port)
	i := &Interface{Process: process.New(world{net, r, idleCost(j.Costs)}), job: p, rank: r, net: net}
	i.Alone()
	p.interfaces = append(p.interfaces, i)
	return i.Process
}

// Of is a rank's interface, in a job that has Portals.
func Of(j *job.Job, r *job.Rank) *Interface {
	p, ok := job.Find[*Job](j)
	if !ok {
		panic("portals: a job without Portals")
	}
	return p.interfaces[r.ID()]
}

// world is a rank as Portals sees it: calls wait in it.
type world struct {
	*nal.Network
	rank *job.Rank
	idle sim.Time // cost of a poll without a result, if other polls cost nothing
}

var (
	_ process.Network = world{}
	_ process.Waiter  = world{}
)

// idleCost is the cost of a poll without a result on a machine where polls cost nothing; 0 elsewhere.
func idleCost(c fabric.Costs) sim.Time {
	if c.Look > 0 {
		return 0
	}
	return c.Idle
}

// Wait blocks the rank. The poll that ends it is charged.
func (w world) Wait(why string, ms uint32, cond func() bool) bool {
	p := w.rank.Port
	p.Settle()
	if cond() {
		p.ChargeTakes(1)
		return true
	}
	if ms == portals.TimeForever {
		w.rank.WaitLooking(why, p.LookCost(), cond)
		p.ChargeTakes(1)
		p.Settle()
		return true
	}
	found := w.rank.WaitUntil(why, w.rank.Now()+sim.Time(ms)*sim.Millisecond, cond)
	p.ChargeLooks(1)
	if found {
		p.ChargeTakes(1)
	}
	p.Settle()
	return found
}

// Polled charges a poll without a result where polls cost nothing otherwise.
func (w world) Polled() {
	switch {
	case w.rank.Trying():
		w.rank.Ends(job.Polls)
	case w.idle > 0:
		w.rank.Spend(w.idle)
	}
}

// Retries notes that a call would have to wait.
func (w world) Retries(forever bool) bool {
	if !w.rank.Trying() {
		return false
	}
	if forever {
		w.rank.Ends(job.Waits)
	} else {
		w.rank.Ends(job.Blocks)
	}
	return true
}
