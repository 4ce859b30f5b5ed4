package run

// tuner measures whether prefetching is faster: that depends on the ranks' memory, on the caches, and on other users of the caches. Only real time depends on
// its choice.
//
// A trial is intervals with and without prefetching, in turn. The beginning of each does not count: the prefetcher's own lists are not cached after an interval
// without it, so the beginning would dominate short intervals.
type tuner struct {
	fetch   func(on bool)
	seconds func() float64 // of CPU time

	on      bool       // between trials
	left    int        // windows until the next trial; 0: one is under way
	between int        // windows between this trial and the next
	next    uint64     // events at the end of this window
	window  int        // of the trial
	begin   float64    // of that window
	cost    [2]float64 // seconds of windows of the trial, as it is between trials and the other way
	counted [2]float64 // those windows
}

const (
	tunedRanks  = 128     // with fewer, nearly everything is in the caches
	aheadRanks  = 1024    // with so many, little is
	tuneWindow  = 1 << 14 // events
	tuneStretch = 4       // windows, of which the first does not count
	tuneTrial   = 4 * tuneStretch
	tuneAtFirst = 16 // windows, when the program has begun
	tuneBetween = 32
	tuneSure    = 4                // times as long, both, where little is in the caches
	tuneSeldom  = 16 * tuneBetween // when trials have found nothing new for long

	tuneMustGain = 0.02
	tuneClear    = 0.35 // when the other way is certainly slower, even if only one window shows it
)

// newTuner is for a job of so many ranks, nil if it is not worth while.
func newTuner(ranks int, fetch func(on bool), seconds func() float64) *tuner {
	if ranks < tunedRanks {
		return nil
	}
	t := &tuner{fetch: fetch, seconds: seconds, on: ranks >= aheadRanks, left: tuneAtFirst, between: tuneBetween, next: tuneWindow}
	if t.on {
		t.left, t.between = tuneSure*t.left, tuneSure*t.between
	}
	fetch(t.on)
	return t
}

// look is called now and then, with how many events there have been.
func (t *tuner) look(events uint64) {
	if events < t.next {
		return
	}
	t.next = events + tuneWindow
	if t.left > 1 {
		t.left--
		return
	}
	now := t.seconds()
	if t.left == 1 { // the first stretch is as it has been
		t.left, t.window, t.cost, t.counted = 0, 0, [2]float64{}, [2]float64{}
	} else {
		t.count(now - t.begin)
	}
	t.begin = now
}

// count is the end of a window of a trial.
func (t *tuner) count(cost float64) {
	other := t.window / tuneStretch % 2
	if t.window%tuneStretch > 0 {
		t.cost[other] += cost
		t.counted[other]++
	}
	t.window++
	ratio := t.cost[1] / t.counted[1] / (t.cost[0] / t.counted[0]) // not a number until there are both
	switch {
	case ratio > 1+tuneClear:
		t.end(t.on)
	case t.window == tuneTrial:
		t.end(t.on != (ratio < 1-tuneMustGain))
	case t.window%tuneStretch == 0:
		t.fetch(t.on == (other == 1))
	}
}

// end ends a trial.
func (t *tuner) end(on bool) {
	if on == t.on {
		t.between = min(2*t.between, tuneSeldom)
	} else {
		t.between = tuneBetween
	}
	t.on, t.left = on, t.between
	t.fetch(on)
}
