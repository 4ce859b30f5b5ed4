package main

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// The minimum cost of a simulated rank, and the reserve for everything else.
const (
	rankMaps  = 1 // in the compact layout: see sim/run
	hostMaps  = 512
	rankBytes = 64 << 10 // resident, from "How fast" in docs/user/simulated.md
)

// limit is a resource of this host that bounds the number of simulated ranks.
type limit struct {
	have    uint64
	reserve uint64 // of have, for everything else
	each    uint64 // for a rank
	what    string // %d is a number of ranks' need
	has     string // %d is have
	remedy  string // %d is what would be enough
}

// limits are the bounds of this host. One that cannot be read is left out.
func limits() (list []limit) {
	if maps, err := numberIn("/proc/sys/vm/max_map_count"); err == nil {
		list = append(list, limit{maps, hostMaps, rankMaps, "%d mappings of memory", "the kernel allows a process %d", "sysctl -w vm.max_map_count=%d allows enough"})
	}
	info := meminfo()
	kib := info["MemTotal"] + info["SwapTotal"]
	has := "this host has %d KiB with its swap space"
	if n, err := numberIn("/sys/fs/cgroup/memory.max"); err == nil && n>>10 < kib {
		kib, has = n>>10, "this container may have %d KiB"
	}
	if kib > 0 {
		list = append(list, limit{kib, 0, rankBytes >> 10, "%d KiB of memory or more", has, "memory or swap space of %d KiB is needed"})
	}
	return list
}

// need is what a job takes.
func (l limit) need(ranks int) uint64 { return l.reserve + uint64(ranks)*l.each }

// most is the number of ranks that fit, at least 1: one is always tried.
func (l limit) most() int {
	return int(min((max(l.have, l.reserve+l.each)-l.reserve)/l.each, math.MaxInt32))
}

// fits returns an error if a job exceeds a limit: it would run for a long time and then fail. The error is about the limit that allows the fewest ranks.
func fits(ranks int, limits []limit) error {
	var tight *limit
	for i := range limits {
		if l := &limits[i]; ranks > l.most() && (tight == nil || l.most() < tight.most()) {
			tight = l
		}
	}
	switch {
	case tight != nil:
		return fmt.Errorf("-n %d: that many simulated ranks need "+tight.what+", and "+tight.has+", enough for %d ranks; "+tight.remedy,
			ranks, tight.need(ranks), tight.have, tight.most(), tight.need(ranks))
	case ranks > math.MaxInt32:
		return fmt.Errorf("-n %d: a simulated job has at most %d ranks", ranks, math.MaxInt32)
	}
	return nil
}

// numberIn is the number in a file of the kernel.
func numberIn(file string) (uint64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	return strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
}
