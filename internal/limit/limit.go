// Package limit ends what a test has started when it does not get on. A limit is no time on the wall: a loaded machine makes jobs slower, and must not make tests fail.
package limit

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// After a limit it counts whether the processes get on.
const (
	Still      = 10 * time.Second // what has taken hardly any CPU time for so long stands still
	stillShare = 100              // hardly any: less than one part in so many
	cores      = 2                // a limit is meant for so many: this CPU time is more than the processes need
	atMost     = 10               // limits, for what neither stands still nor gets on
)

// Enforce calls cancel, perhaps several times, when a process and its descendants have exceeded a limit: that time has passed, and either they have stood still for Still, or they have used the CPU time of two
// cores for that long, or ten times the limit has passed. Processes that want to run, and wait for a core, do not stand still. Enforce returns when the context ends.
func Enforce(ctx context.Context, cancel func(), pid int, limit time.Duration) {
	begin := time.Now()
	mark, marked := time.Duration(0), begin // CPU time, and when it was that
	for tick := time.NewTicker(time.Second / 2); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case now := <-tick.C:
			if now.Sub(begin) < limit-Still {
				continue
			}
			used, wants := cpuTime(pid)
			if wants || used < mark || used-mark > now.Sub(marked)/stillShare+Still/stillShare { // less: processes have ended
				mark, marked = used, now
			}
			if over(now.Sub(begin), now.Sub(marked), used, limit) {
				cancel()
			}
		}
	}
}

// over decides about processes that have run for a time, have stood still for another, and have used so much CPU time.
func over(ran, still, used, limit time.Duration) bool {
	return ran >= limit && (still >= min(Still, limit) || used >= cores*limit || ran >= atMost*limit)
}

// cpuTime is what a process, those of its group and its descendants have used, those that have ended excepted, and whether one of them runs or wants to.
func cpuTime(root int) (sum time.Duration, wants bool) {
	const perSecond = 100 // of the kernel's clock, as /proc shows it
	type process struct {
		parent, group int
		used          time.Duration
		wants         bool
	}
	all := map[int]process{}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, _ := os.ReadFile(file)
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		const state, ppid, pgrp, utime, stime = 0, 1, 2, 11, 12
		if len(fields) <= stime {
			continue
		}
		number := func(s string) int { n, _ := strconv.Atoi(s); return n }
		all[number(filepath.Base(filepath.Dir(file)))] = process{number(fields[ppid]), number(fields[pgrp]), time.Duration(number(fields[utime])+number(fields[stime])) * time.Second / perSecond, fields[state] == "R"}
	}
	for pid, p := range all {
		for depth, at := 0, pid; at > 1 && depth < len(all); depth, at = depth+1, all[at].parent {
			if at == root || all[at].group == root {
				sum += p.used
				wants = wants || p.wants
				break
			}
		}
	}
	return sum, wants
}
