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
	rankMaps  = 2 // its memory and its stack
	hostMaps  = 512
	rankBytes = 64 << 10 // resident, from "How fast" in docs/user/simulated.md
)

// limit is a maximum number of ranks, and its reason.
type limit struct {
	ranks int
	why   string
}

// mostRanks is the number of ranks that fit on this host. A larger job would run for a long time and then fail.
func mostRanks() limit {
	most := limit{math.MaxInt32, "the simulator's own limit"}
	lower := func(ranks uint64, format string, args ...any) {
		if ranks < uint64(most.ranks) {
			most = limit{int(ranks), fmt.Sprintf(format, args...)}
		}
	}
	if maps, err := numberIn("/proc/sys/vm/max_map_count"); err == nil {
		lower((max(maps, hostMaps+rankMaps)-hostMaps)/rankMaps, "each takes %d mappings of memory, and vm.max_map_count is %d (sysctl -w vm.max_map_count=N)", rankMaps, maps)
	}
	info := meminfo()
	kib := info["MemTotal"] + info["SwapTotal"]
	where := "this host has"
	if n, err := numberIn("/sys/fs/cgroup/memory.max"); err == nil && n>>10 < kib {
		kib, where = n>>10, "this container may have"
	}
	if kib > 0 {
		lower(max(kib<<10/rankBytes, 1), "each takes %d KiB of memory or more, and %s %d MiB", rankBytes>>10, where, kib>>10)
	}
	return most
}

// numberIn is the number in a file of the kernel.
func numberIn(file string) (uint64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	return strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
}
