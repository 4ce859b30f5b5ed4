package run

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"gasnetgo/gasnet"
	"gasnetgo/internal/knob"
	"gasnetgo/portals"
	"gasnetgo/shmem"
	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
	"gasnetgo/sim/machine"
	"gasnetgo/sim/spec"
	"gasnetgo/sim/world"
)

// Edge is what only the C side of the process knows. A rank that it is asked about waits with a frame.
type Edge interface {
	// Looks reports whether the call does no more than look at event queues.
	Looks(*host.Rank) bool

	// Steps reports whether the call waits nowhere but where a job's rank that tries it is told so, and in a barrier at its end.
	Steps(*host.Rank) bool

	// Answer makes the call with the rank's libraries and stores the results in the frame.
	Answer(*job.Rank, *host.Rank) error

	// Name is the function that the program called.
	Name(*host.Rank) string

	// Arguments are the call's, for people; empty if it has none.
	Arguments(*host.Rank) string

	// Combine is shmem.Options.Combine.
	Combine(op, num int32, out, a, b uintptr, n uint64)

	// Quit has the rank's program run its own handler of SIGQUIT, if it has one, when it is resumed: host.Rank's Call.
	Quit(*host.Rank)

	// Print writes a line to standard error, under the library's name.
	Print(line string)

	// Flush writes out what C's streams hold.
	Flush()
}

// Config is a process that is to become a job.
type Config struct {
	Args   []string // of the program, its name first
	Env    []string // of the process; the ranks do not see the job's own variable
	Lookup func(name string) (string, bool)
	Edge   Edge
}

// simulation is a job in this process.
type simulation struct {
	spec     spec.Spec
	edge     Edge
	debug    bool
	job      *job.Job
	ranks    []*host.Rank
	kernel   *sim.Kernel
	inside   *inside                   // nil: nobody looks
	progress *progress                 // nil: nobody looks
	tuner    *tuner                    // nil: there is nothing to find out
	stop     atomic.Pointer[StopError] // somebody outside wants the job to end
	atWork   []world.Waiter            // who was about to go on when the job ended
	spun     string                    // about the rank that did not call the library then
	spinner  int                       // that rank, if there is something about it
	status   int
	turns    uint64 // how often a rank has been let run
	missing  []int  // ranks that have ended with shmem_finalize missing
}

// Main runs the job that the environment describes and answers its status. Call it once in a process, on the thread that is to run the ranks.
func Main(c Config) int {
	s := &simulation{edge: c.Edge}
	if err := s.run(c); err != nil {
		s.edge.Print(s.words(err))
		return max(s.status, 1)
	}
	return s.status
}

func (s *simulation) run(c Config) (err error) {
	text, _ := c.Lookup(knob.Sim)
	if s.spec, err = spec.Decode(text); err != nil {
		return fmt.Errorf("this program is started by gasnetgo run --machine; %s: %w", knob.Sim, err)
	}
	signals := enders() // one that comes now ends the job when it has been loaded
	image, err := host.Load(s.spec.Program)
	if err != nil {
		return err
	}
	begin := time.Now()
	if s.spec.Ranks >= manyRanks {
		hugePages(uint64(s.spec.Ranks) * memoryOfRank)
	}
	if err := s.build(image, knob.Read(c.Lookup)); err != nil {
		return err
	}
	if err := s.load(image, c); err != nil {
		return err
	}
	cost := spec.Cost{Ranks: s.spec.Ranks, Loading: time.Since(begin).Seconds(), Loaded: residentBytes("VmRSS")}
	over := make(chan struct{})
	go s.watch(over)
	go s.catch(signals, over)
	if s.spec.Progress {
		s.progress = &progress{job: s.job, begin: time.Now()}
		go s.progress.run(over)
	}
	s.job.World.Between = s.between
	debug.SetPanicOnFault(true) // a bad pointer of a program is a panic here, not the end of the process
	defer debug.SetPanicOnFault(false)
	cpu := threadSeconds()
	begin = time.Now()
	err = s.job.World.Run()
	cost.Running, cost.CPU = time.Since(begin).Seconds(), threadSeconds()-cpu
	close(over)
	host.HideLine()
	s.edge.Flush()
	lost := 0 // status for what the user wanted and does not get
	for _, err := range []error{s.close(), s.writeCost(cost)} {
		if err != nil {
			s.edge.Print(err.Error())
			lost = 1
		}
	}
	var exit *job.ExitError
	var stopped *StopError
	switch {
	case errors.As(err, &exit):
		s.status = cmp.Or(exit.Status, lost)
		return nil
	case errors.As(err, &stopped):
		s.status = 128 + int(stopped.Signal)
	case err == nil:
		s.status = cmp.Or(s.job.Status(), lost)
	}
	return err
}

// From how many ranks on large pages are worth while, and what a rank takes of Go's heap, about.
const (
	manyRanks    = 32
	memoryOfRank = 80 << 10
)

// build makes the machine and the ranks' libraries.
func (s *simulation) build(image *host.Image, knobs *knob.Set) error {
	heap, err1 := knobs.Size(knob.SymmetricSize)
	events, err2 := knobs.Enum(knob.PortalsEvents)
	segment, err3 := knobs.Size(knob.GASNetMaxSegment)
	if !knobs.IsSet(knob.GASNetMaxSegment) {
		segment = 0 // then the program may have its own
	}
	tuning, err4 := shmem.ReadTuning(knobs)
	wait, err5 := gasnet.ReadExitWait(knobs)
	_, err6 := knobs.Enum(knob.GASNetBarrier)
	teams, err7 := shmem.ReadTeams(knobs)
	window, err8 := knobs.Size(knob.GASNetCollWindow)
	if err := errors.Join(err1, err2, err3, err4, err5, err6, err7, err8); err != nil {
		return err
	}
	s.debug, _ = knobs.Bool(knob.Debug)
	dialect := portals.Cray
	if events == "reference" {
		dialect = portals.Reference
	}
	k := &sim.Kernel{}
	s.kernel = k
	switch s.spec.Ahead {
	case spec.On:
		k.FetchAhead(true)
	case spec.Off:
	default:
		s.tuner = newTuner(s.spec.Ranks, k.FetchAhead, threadSeconds)
	}
	built, err := s.machine(k)
	if err != nil {
		return err
	}
	c := job.Config{
		Fabric: built.Fabric, Costs: built.Costs, Nodes: built.Nodes, UID: uint32(os.Getuid()), Dialect: dialect,
		Explain: s.explain, Warn: s.say, Memory: s, SHMEM: shmem.Options{HeapBytes: heap, Collectives: tuning, Teams: teams, Combine: s.edge.Combine},
		Count:  image.Refers(countersOfArrivals),
		GASNet: gasnet.Options{MaxSegment: segment, CollWindow: window, ExitWait: wait, Checks: s.debug}, Quit: s.quit,
	}
	if s.spec.Compute > 0 || s.spec.Trace != "" || s.spec.Stats != "" { // what looks at calls sees them from begin to end
		s.job = job.New(k, c, s.body)
	} else {
		if built.Costs.Look > 0 {
			c.Show = s.show
		}
		s.job = job.NewSteps(k, c, func(r *job.Rank) world.Stepper { return s.newStepper(r) })
	}
	return s.look(built)
}

// countersOfArrivals are Sandia's functions that tell counts.
const countersOfArrivals = "shmemx_pcntr_"

// machine builds what the job runs on.
func (s *simulation) machine(k *sim.Kernel) (*machine.Built, error) {
	var m *machine.Machine
	var err error
	if s.spec.Text != "" {
		m, err = machine.Parse(s.spec.Machine, []byte(s.spec.Text), s.spec.Set...)
	} else {
		m, err = machine.Builtin(s.spec.Machine, s.spec.Set...)
	}
	if err != nil {
		return nil, err
	}
	return m.Build(k, s.spec.Ranks, func(node int, why string) {
		s.status = 1
		s.job.World.Fail(fmt.Errorf("node %d, at %v: panic: %s", node, k.Now(), why))
	})
}

// load makes a copy of the program for every rank.
func (s *simulation) load(image *host.Image, c Config) error {
	env := slices.DeleteFunc(slices.Clone(c.Env), func(v string) bool { return strings.HasPrefix(v, knob.Sim+"=") })
	for i := range s.spec.Ranks {
		o := host.Options{Stack: cmp.Or(s.spec.Stack, defaultStack(s.spec.Ranks))}
		if s.spec.Tag {
			o.Tag = fmt.Sprintf("%d: ", i)
		}
		r, err := image.NewRank(i, c.Args, env, o)
		if err != nil {
			return err
		}
		s.ranks = append(s.ranks, r)
	}
	return nil
}

// defaultStack is what a process has on most systems. Pages that nobody touches cost nothing, but switching between many ranks is quicker when their stacks
// lie closer together.
func defaultStack(ranks int) uint64 {
	if ranks > 1000 {
		return 1 << 20
	}
	return 8 << 20
}

// end ends the job because of a rank.
func (s *simulation) end(r *job.Rank, status int, why string) {
	if s.status == 0 {
		s.status = status
	}
	r.World().Fail(fmt.Errorf("rank %d of %d, at %v: %s", r.ID(), len(s.ranks), r.Now(), why))
}

func (s *simulation) say(rank int, line string) {
	s.edge.Print(fmt.Sprintf("rank %d of %d: %s", rank, len(s.ranks), line))
}

// explain tells why a call was refused, to those who want to know.
func (s *simulation) explain(rank int, line string) {
	if s.debug {
		s.say(rank, line)
	}
}
