package run

// tuner finds out by trying whether it is quicker to fetch memory ahead of time: that depends on how much memory the ranks use, on the caches, and on who else uses
// those. Nothing but real time depends on what it finds.
type tuner struct {
	fetch   func(on bool)
	seconds func() float64 // of CPU time

	on    bool       // between trials
	left  int        // windows until the next trial; negative: one is under way
	next  uint64     // events at the end of this window
	begin float64    // of this window of a trial
	cost  [2]float64 // seconds of windows of a trial without and with
}

const (
	tunedRanks   = 128     // with fewer, nearly everything is in the caches
	aheadRanks   = 1024    // with so many, little is
	tuneWindow   = 1 << 14 // events: less than all ranks together do in a turn, so that windows meet all parts of it
	tuneWindows  = 16      // of a trial, every other one with
	tuneBetween  = 20 * tuneWindows
	tuneAtFirst  = tuneWindows // when the program has begun
	tuneMustGain = 0.02
)

// newTuner is for a job of so many ranks, nil if it is not worth while.
func newTuner(ranks int, fetch func(on bool), seconds func() float64) *tuner {
	if ranks < tunedRanks {
		return nil
	}
	t := &tuner{fetch: fetch, seconds: seconds, on: ranks >= aheadRanks, left: tuneAtFirst, next: tuneWindow}
	fetch(t.on)
	return t
}

// look is called now and then, with how many events there have been.
func (t *tuner) look(events uint64) {
	if events < t.next {
		return
	}
	t.next = events + tuneWindow
	if t.left > 0 {
		t.left--
		return
	}
	now := t.seconds()
	if t.left < 0 {
		t.cost[-t.left%2] += now - t.begin
	}
	t.begin = now
	t.left--
	if t.left >= -tuneWindows {
		t.fetch(t.left%2 != 0)
		return
	}
	gain := tuneMustGain
	if t.on {
		gain = -gain
	}
	t.on = t.cost[1] < t.cost[0]*(1-gain)
	t.fetch(t.on)
	t.cost, t.left = [2]float64{}, tuneBetween
}
