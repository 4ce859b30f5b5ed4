package run

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"gasnetgo/sim"
	"gasnetgo/sim/detour"
	"gasnetgo/sim/disorder"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/fault"
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
	fault *fault.Plan    // nil: there are no faults
	idle  []idle         // by rank; nil where calls take time
	now   func() sim.Time
	delay delayLog
}

// disturbed reports whether there is such a thing.
func (s *simulation) disturbed(built *machine.Built) bool {
	return s.spec.Disorder != nil || len(s.spec.Fault)+len(built.Faults) > 0
}

// detours is the network of the job: the machine's, or one around it.
func (s *simulation) detours(built *machine.Built) (fabric.Network, error) {
	if !s.disturbed(built) {
		return built.Network, nil
	}
	s.disturbance = &disturbance{}
	var guides []detour.Guide
	if len(s.spec.Fault)+len(built.Faults) > 0 {
		if err := s.breaks(built); err != nil {
			return nil, err
		}
		guides = append(guides, s.disturbance.fault)
	}
	if d := s.spec.Disorder; d != nil {
		c := disorder.Config{Seed: d.Seed, Only: d.Only, Nodes: built.Nodes, Unit: slowUnit, Now: s.kernel.Now}
		if built.Costs.Look == 0 {
			c.Unit = freeUnit
			s.disturbance.idle, s.disturbance.now = make([]idle, s.spec.Ranks), s.kernel.Now
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
	network := detour.New(s.kernel, built.Network, guides...)
	if f := s.disturbance.fault; f != nil {
		f.Room = network.Room
	}
	return network, nil
}

// resendTime is after how long LAPI sends packets again where no network loses any: as on the SP.
const resendTime = 10 * sim.Millisecond

// breaks makes the plan of faults. LAPI knows that packets may be lost.
func (s *simulation) breaks(built *machine.Built) (err error) {
	rules := built.Faults
	for _, text := range s.spec.Fault {
		r, err := fault.Parse(text)
		if err != nil {
			return err
		}
		rules = append(rules, r)
	}
	if l := built.LAPI; l != nil {
		l.Lossy, l.Timeout = true, cmp.Or(l.Timeout, resendTime)
	}
	s.disturbance.fault, err = fault.New(fault.Config{Rules: rules, Kernel: s.kernel, Nodes: built.Nodes, Fail: func(err error) {
		s.status = 1
		s.job.World.Fail(err)
	}})
	return err
}

// mostIdle is after how many calls without time a rank pauses under disorder, on a machine where calls take none: one that polls would keep those that pause from going on.
const mostIdle = 1000

// idle is a rank's calls at one time.
type idle struct {
	at    sim.Time
	calls int
}

// pause is what a rank pauses for all reasons.
func (d *disturbance) pause(rank int) (t sim.Time) {
	if d.idle != nil {
		own, now := &d.idle[rank], d.now()
		if own.at != now {
			*own = idle{at: now}
		}
		if own.calls++; own.calls%mostIdle == 0 {
			t = freeUnit
		}
	}
	if d.plan != nil {
		t += d.plan.Pause(rank)
	}
	if d.fault != nil {
		t += d.fault.Pause(rank)
	}
	return t
}

// disturb enters it in the description of the job.
func (s *simulation) disturb(c *job.Config) {
	if s.disturbance == nil {
		return
	}
	c.Detours = true
	c.Pause = s.disturbance.pause
	if plan := s.disturbance.plan; plan != nil {
		c.Refuse = plan.Refuse
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

// faults names the fault because of which a job may have ended, before what the job has ended with.
func (s *simulation) faults() string {
	if s.disturbance == nil || s.disturbance.fault == nil {
		return ""
	}
	if text := s.disturbance.fault.Sentence(); text != "" {
		return text + ": "
	}
	return ""
}

// endDisturbance says what faults have happened, and closes the log. If ranks have ended the job themselves, because of a message that the library has found damaged, say, it names the fault that matters most, too: what else
// ends a job is printed with it.
func (s *simulation) endDisturbance(end error) error {
	if s.disturbance != nil && s.disturbance.fault != nil {
		text := s.disturbance.fault.Summary()
		var exit *job.ExitError
		if byRanks := errors.As(end, &exit); byRanks && exit.Status != 0 || end == nil && s.job.Status() != 0 {
			text += "; " + s.disturbance.fault.Sentence()
		}
		if text != "" && text != "; " {
			s.edge.Print("faults: " + text)
		}
	}
	if s.disturbance == nil || s.disturbance.delay.file == nil {
		return nil
	}
	l := &s.disturbance.delay
	if err := errors.Join(l.err, l.out.Flush(), l.file.Close()); err != nil {
		return fmt.Errorf("--shuffle-log %s: %w", s.spec.Disorder.Log, err)
	}
	return nil
}
