package explore

import (
	"context"

	"gasnetgo/cmd/simjobs"
)

// Runner makes one run of a seed; only: the delays that it may have, nil: all.
type Runner func(ctx context.Context, seed uint64, only []string) (Outcome, error)

// Found is what a search has found.
type Found struct {
	Seed     uint64 // the least that fails
	Why      string
	Outcome  Outcome
	Runs     int // made, without that of the machine's order
	Failures int // of them
}

// more is how many runs a search still makes behind a failure, so that it can say how often there is one.
const more = 32

// Search runs seeds from first to first+runs-1 on so many workers, until one fails and so many more have run. Failures is 0 if none has.
func Search(ctx context.Context, run Runner, judge *Judge, first uint64, runs, workers int) (found Found, err error) {
	limit := runs
	err = simjobs.Pool(ctx, workers, func(i int) bool { return i < limit }, func(ctx context.Context, i int) func() error {
		seed := first + uint64(i)
		o, failed := run(ctx, seed, nil)
		why := ""
		if failed == nil {
			why = judge.Fails(o)
		}
		return func() error {
			found.Runs++
			if why == "" {
				return failed
			}
			if found.Failures == 0 {
				limit = min(limit, i+1+more)
			}
			if found.Failures == 0 || seed < found.Seed {
				found.Seed, found.Why, found.Outcome = seed, why, o
			}
			found.Failures++
			return nil
		}
	})
	return found, err
}
