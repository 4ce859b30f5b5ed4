package run

import (
	"bytes"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"

	"gasnetgo/sim/spec"
)

// writeCost leaves what the run has taken, which c knows the times of, where the launcher wants it.
func (s *simulation) writeCost(c spec.Cost) error {
	if s.spec.Cost == "" {
		return nil
	}
	k := s.job.World.Kernel()
	c.Virtual = int64(k.Now())
	c.Calls, c.Made, c.Runs, c.Events, c.Messages = int64(s.turns), int64(s.turns-s.stood), int64(s.turns-s.without), k.Events(), s.job.Fabric.Messages()
	c.Peak, c.Tables = residentBytes("VmHWM"), residentBytes("VmPTE")
	text, err := c.Encode()
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.spec.Cost, text, 0o644); err != nil {
		return fmt.Errorf("--cost: %w", err)
	}
	return nil
}

// threadSeconds is the CPU time of the calling thread.
func threadSeconds() float64 {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return float64(t.Nano()) / 1e9
}

// residentBytes is a line of what the system says of this process's memory; 0 if it does not.
func residentBytes(name string) uint64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(text) {
		if f := bytes.Fields(line); len(f) == 3 && string(f[0]) == name+":" {
			kb, _ := strconv.ParseUint(string(f[1]), 10, 64)
			return kb << 10
		}
	}
	return 0
}
