package explore

import "sync"

// Runner makes one run of a seed; only: the delays that it may have, nil: all.
type Runner func(seed uint64, only []string) (Outcome, error)

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
func Search(run Runner, judge *Judge, first uint64, runs, workers int) (found Found, err error) {
	var mu sync.Mutex
	var all sync.WaitGroup
	next, limit := 0, runs
	worker := func() {
		defer all.Done()
		for {
			mu.Lock()
			i := next
			next++
			stop := i >= limit || err != nil
			mu.Unlock()
			if stop {
				return
			}
			seed := first + uint64(i)
			o, failed := run(seed, nil)
			why := ""
			if failed == nil {
				why = judge.Fails(o)
			}
			mu.Lock()
			if failed != nil && err == nil {
				err = failed
			}
			found.Runs++
			if why != "" {
				if found.Failures == 0 {
					limit = min(limit, i+1+more)
				}
				if found.Failures == 0 || seed < found.Seed {
					found.Seed, found.Why, found.Outcome = seed, why, o
				}
				found.Failures++
			}
			mu.Unlock()
		}
	}
	for range max(workers, 1) {
		all.Add(1)
		go worker()
	}
	all.Wait()
	return found, err
}
