package run

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"gasnetgo/sim"
	"gasnetgo/sim/job"
	"gasnetgo/sim/machine"
	"gasnetgo/sim/spec"
	"gasnetgo/sim/stats"
	"gasnetgo/sim/trace"
	"gasnetgo/sim/world"
)

// observers are those of a job: a trace, counts, both. A job without has none.
type observers struct {
	tracer *trace.Tracer // nil: no trace
	writer *trace.Writer
	file   *os.File
	counts *stats.Collector // nil: no counts
	built  *machine.Built
}

// observe attaches observers to the job's components, if a trace or statistics are wanted.
func (s *simulation) observe(built *machine.Built) error {
	if s.spec.Trace == "" && s.spec.Stats == "" {
		return nil
	}
	in := &observers{built: built}
	if s.spec.Trace != "" {
		file, err := os.Create(s.spec.Trace)
		if err != nil {
			return fmt.Errorf("--trace: %w", err)
		}
		in.file = file
		in.writer = trace.NewWriter(file, strings.HasSuffix(s.spec.Trace, ".gz"))
		in.tracer = trace.New(in.writer, s.job.World.Kernel(), built.Nodes, built.Device())
		s.job.Fabric.Observers = append(s.job.Fabric.Observers, in.tracer)
		s.job.World.Observe = func(r *world.Rank, why string, begin, end sim.Time) { in.tracer.Waited(r.ID(), why, begin, end) }
	}
	if s.spec.Stats != "" {
		in.counts = stats.New(built.Nodes, built.Device())
		s.job.Fabric.Observers = append(s.job.Fabric.Observers, in.counts)
	}
	s.observers = in
	return nil
}

// call has a rank make a call, and says how long it took.
func (in *observers) call(r *job.Rank, name string, call func()) {
	begin, waited := r.Now(), r.Waited()
	if in.tracer != nil {
		in.tracer.Begin(r.ID(), name)
	}
	call()
	if in.tracer != nil {
		in.tracer.End(r.ID())
	}
	if in.counts != nil {
		in.counts.Called(r.ID(), name, r.Now()-begin, r.Waited()-waited)
	}
}

// asked has a rank ask the C library for something that may take time.
func (in *observers) asked(r *job.Rank, request func()) {
	begin, waited := r.Now(), r.Waited()
	request()
	if in.counts != nil {
		in.counts.Asked(r.ID(), r.Now()-begin, r.Waited()-waited)
	}
}

// computed is the time that a rank's program has been charged between calls.
func (in *observers) computed(r *job.Rank, begin sim.Time) {
	if in.tracer != nil {
		in.tracer.Computed(r.ID(), begin, r.Now())
	}
	if in.counts != nil {
		in.counts.Computed(r.ID(), r.Now()-begin)
	}
}

// ended is the end of a rank's program.
func (in *observers) ended(r *job.Rank) {
	if in.counts != nil {
		in.counts.Ended(r.ID(), r.Now())
	}
}

// close finishes the trace and shows the counts.
func (s *simulation) close() error {
	in := s.observers
	if in == nil {
		return nil
	}
	var err1, err2 error
	if in.writer != nil {
		err1 = errors.Join(in.writer.Close(), in.file.Close())
		if err1 != nil {
			err1 = fmt.Errorf("--trace %s: %w", s.spec.Trace, err1)
		}
	}
	if in.counts != nil {
		for i, r := range s.job.Ranks {
			in.counts.Interrupted(i, r.CPU().Stolen())
		}
		k := s.job.World.Kernel()
		report := in.counts.Report(k.Now(), k.Events(), in.built.Device())
		report.Program, report.Command, report.Machine = s.spec.Program, s.args, s.spec.Machine
		for _, p := range s.settings {
			report.Parameters = append(report.Parameters, stats.Parameter(p))
		}
		err2 = s.report(report)
		if err2 != nil {
			err2 = fmt.Errorf("--stats: %w", err2)
		}
	}
	return errors.Join(err1, err2)
}

func (s *simulation) report(r *stats.Report) error {
	if s.spec.Stats == spec.Text {
		return r.Text(os.Stderr)
	}
	file, err := os.Create(s.spec.Stats)
	if err != nil {
		return err
	}
	return errors.Join(r.JSON(file), file.Close())
}
