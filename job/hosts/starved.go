package hosts

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// A launcher that gets no core sends no signs of life. A dead one is mostly known at once by the end of its pipe; so where this host has far more work than cores, and its peers
// perhaps as well, silence counts for less.
const (
	starvedSilence = 15 * time.Second // after which the other side counts as dead all the same
	starvedLoad    = 4                // threads that want to run, for each core
)

// starved reports whether this host has far more work than cores.
func starved() bool {
	text, err := os.ReadFile("/proc/loadavg")
	return err == nil && tooBusy(string(text), runtime.NumCPU())
}

// tooBusy reads what /proc/loadavg holds: three averages, the threads that want to run now and all, a pid.
func tooBusy(loadavg string, cores int) bool {
	words := strings.Fields(loadavg)
	if len(words) < 4 {
		return false
	}
	average, _ := strconv.ParseFloat(words[0], 64)
	running, _, _ := strings.Cut(words[3], "/")
	now, _ := strconv.ParseFloat(running, 64)
	return max(average, now) > starvedLoad*float64(cores)
}
