package run

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"gasnetgo/sim"
	"gasnetgo/sim/detour"
	"gasnetgo/sim/disorder"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
	"gasnetgo/sim/machine"
	"gasnetgo/sim/spec"
)

// The least delays: about what a message takes, on a machine where it takes no time, and on the others.
const (
	freeUnit = sim.Microsecond
	slowUnit = 5 * sim.Microsecond
)

// disturbance is what happens to a job besides what the machine does.
type disturbance struct {
	plan  *disorder.Plan // nil: there is no disorder
	delay delayLog
}

// disturbed reports whether there is such a thing.
func (s *simulation) disturbed() bool { return s.spec.Disorder != nil }

// detours is the network of the job: the machine's, or one around it.
func (s *simulation) detours(built *machine.Built) (fabric.Network, error) {
	if !s.disturbed() {
		return built.Network, nil
	}
	s.disturbance = &disturbance{}
	var guides []detour.Guide
	if d := s.spec.Disorder; d != nil {
		c := disorder.Config{Seed: d.Seed, Only: d.Only, Nodes: built.Nodes, Unit: slowUnit, Now: s.kernel.Now}
		if built.Costs.Look == 0 {
			c.Unit = freeUnit
		}
		if d.Log != "" {
			if err := s.disturbance.delay.open(d.Log); err != nil {
				return nil, err
			}
			c.Log = s.delayed
		}
		s.disturbance.plan = disorder.New(c)
		guides = append(guides, s.disturbance.plan)
	}
	return detour.New(s.kernel, built.Network, guides...), nil
}

// disturb enters it in the description of the job.
func (s *simulation) disturb(c *job.Config) {
	if s.disturbance == nil {
		return
	}
	c.Detours = true
	if plan := s.disturbance.plan; plan != nil {
		c.Pause, c.Refuse = plan.Pause, plan.Refuse
	}
}

// delayLog is the file of --shuffle-log.
type delayLog struct {
	file  *os.File // nil: there is none
	out   *bufio.Writer
	lines int
	err   error
}

func (l *delayLog) open(path string) (err error) {
	if l.file, err = os.Create(path); err != nil {
		return fmt.Errorf("--shuffle-log: %w", err)
	}
	l.out = bufio.NewWriter(l.file)
	return nil
}

// mostPlaces is up to how many delays the log has a line of the program for each: finding it takes longer than most calls.
const mostPlaces = 1000

// delayed writes a delay to the log.
func (s *simulation) delayed(d disorder.Delay) {
	l := &s.disturbance.delay
	line := spec.Delay{ID: d.ID, What: d.What, How: d.How, Rank: d.Rank, At: int64(d.At)}
	if l.lines++; d.Call && d.Rank < len(s.ranks) && l.lines <= mostPlaces {
		h := s.ranks[d.Rank]
		if h.Stopped() == host.Frame {
			line.Call = s.edge.Name(h)
			line.Line, _, _ = strings.Cut(lines(h.Where()), "\n")
		}
	}
	text, err := json.Marshal(line)
	if err == nil {
		_, err = l.out.Write(append(text, '\n'))
	}
	l.err = errors.Join(l.err, err)
}

// endDisturbance closes the log.
func (s *simulation) endDisturbance() error {
	if s.disturbance == nil || s.disturbance.delay.file == nil {
		return nil
	}
	l := &s.disturbance.delay
	if err := errors.Join(l.err, l.out.Flush(), l.file.Close()); err != nil {
		return fmt.Errorf("--shuffle-log %s: %w", s.spec.Disorder.Log, err)
	}
	return nil
}
