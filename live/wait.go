package live

import (
	"time"

	"golang.org/x/sys/unix"
)

// FirstCheck is how long a rank waits before it looks for the first time whether what it waits for can still come.
const FirstCheck = 250 * time.Millisecond

const looksAtClock = 16 // evaluations of a condition between two looks at the clock

// WaitAtMost blocks, by wait, until cond holds or about bound has passed, and reports whether cond held. wait blocks until its argument holds.
func WaitAtMost(bound time.Duration, wait func(cond func() bool), cond func() bool) (came bool) {
	var end time.Time
	looks := 0
	wait(func() bool {
		if came = cond(); came {
			return true
		}
		if looks++; looks%looksAtClock != 0 {
			return false
		}
		now := time.Now()
		if end.IsZero() {
			end = now.Add(bound)
		}
		return now.After(end)
	})
	return came
}

// HostMemory is the bytes of memory of this host, or 64 GB if the system does not say.
func HostMemory() uint64 {
	var host unix.Sysinfo_t
	if err := unix.Sysinfo(&host); err != nil {
		return 1 << 36
	}
	return host.Totalram * uint64(host.Unit)
}
