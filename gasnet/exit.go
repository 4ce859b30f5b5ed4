package gasnet

import (
	"errors"

	"gasnetgo/internal/knob"
)

// ExitWait says how long ranks that have called gasnet_exit wait for the others before the job ends without them.
type ExitWait struct {
	Given, Max, Min, PerRank float64 // seconds
	IsGiven                  bool
}

// failedWait is the default time for running ranks after another one has failed.
const failedWait = 1

// ReadExitWait reads GASNET_EXITTIMEOUT and its parts.
func ReadExitWait(k *knob.Set) (w ExitWait, err error) {
	var errs [4]error
	w.IsGiven = k.IsSet(knob.GASNetExit)
	w.Given, errs[0] = k.Real(knob.GASNetExit)
	w.Max, errs[1] = k.Real(knob.GASNetExitMax)
	w.Min, errs[2] = k.Real(knob.GASNetExitMin)
	w.PerRank, errs[3] = k.Real(knob.GASNetExitFactor)
	return w, errors.Join(errs[:]...)
}

// forEver is about as many seconds as clocks count in nanoseconds.
const forEver = 9e9

// Seconds is the time limit in a job of that many ranks; failed: one of the ranks that have arrived has a non-zero status. At most 285 years.
func (w ExitWait) Seconds(ranks int, failed bool) float64 {
	if w.IsGiven && failed { // without a limit for success there must still be one after a failure
		return min(w.Given, max(w.Max, failedWait), forEver)
	}
	if w.IsGiven {
		return min(w.Given, forEver)
	}
	all := min(w.Max, w.Min+float64(ranks)*w.PerRank, forEver)
	if failed {
		return min(all, failedWait)
	}
	return all
}
