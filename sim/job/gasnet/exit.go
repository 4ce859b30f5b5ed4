package gasnet

import (
	"gasnetgo/sim"
	"gasnetgo/sim/job"
)

// longestWait is less than virtual time can count: 35 days.
const longestWait = 3e6

// Exit counts the rank. When all ranks have arrived, and over Portals know of each other, or the time limit is reached, the job ends.
func (w *world) Exit(status int) {
	g := w.shared()
	w.rank.Left = true
	w.job.Worsen(status)
	if g.over {
		g.exits++
		return
	}
	give := func(seconds float64) {
		w.rank.World().Kernel().After(sim.Time(min(seconds, longestWait)*float64(sim.Second)), giveUp{w}, 0)
	}
	give(w.wait.Seconds(w.Size(), status != 0))
	if w.over != nil && w.over.core != nil {
		if line := w.over.core.Statistics(); line != "" {
			w.Warn(line)
		}
		w.job.Worsen(int(w.over.core.Exit(uint8(status))))
	}
	if g.exits++; g.exits == w.Size() {
		give(0)
	}
}

// giveUp ends a job that a rank has left.
type giveUp struct{ w *world }

// quitTime is for handlers of SIGQUIT, as in the live world.
const quitTime = 600 * sim.Millisecond

// Act makes the ranks that have not arrived leave their calls and run their SIGQUIT handlers. Then the job ends with the first status that was not 0.
func (g giveUp) Act(k *sim.Kernel, _ uint64) {
	j, shared := g.w.job, g.w.shared()
	if shared.over || j.Quit == nil || g.w.rank.World().Alive() == 0 {
		g.w.rank.World().Fail(&job.ExitError{Rank: g.w.Rank(), Status: j.Status()})
		return
	}
	shared.over = true
	for _, r := range j.Ranks {
		if !r.Left {
			r.Quitting = true
			r.Divert(func() { j.Quit(r) })
		}
	}
	k.After(quitTime, g, 0)
}
