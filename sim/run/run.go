package run

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"gasnetgo/internal/knob"
	"gasnetgo/portals"
	"gasnetgo/sim"
	"gasnetgo/sim/count"
	"gasnetgo/sim/fabric"
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

	// Steps reports whether the call can be answered without a coroutine: it waits only where job.Rank.Try reports it, or in a barrier at its end.
	Steps(*host.Rank) bool

	// Retried is the size of the frame if programs that wait make the call until it finds something; 0: they do not.
	Retried(*host.Rank) (bytes int)

	// Pays reports whether the call charges what it costs itself: it does not go to a library behind a trap.
	Pays(*job.Rank, *host.Rank) bool

	// Repeats reports whether the call only looks once more at what its thread waits for, and the thread has done nothing else since it has looked.
	Repeats(*host.Rank) bool

	// Answer makes the call with the rank's libraries and stores the results in the frame.
	Answer(*job.Rank, *host.Rank) error

	// Name is the function that the program called.
	Name(*host.Rank) string

	// Arguments are the call's, for people; empty if it has none.
	Arguments(*host.Rank) string

	// APIs are the APIs of the job, by their numbers.
	APIs(Setup) ([]job.API, error)

	// Quit has the rank's program run its own handler of SIGQUIT, if it has one, when it is resumed: host.Rank's Call.
	Quit(*host.Rank)

	// Print writes a line to standard error, under the library's name.
	Print(line string)

	// Flush writes out what C's streams hold.
	Flush()
}

// Setup is what an API of a job is made from.
type Setup struct {
	Knobs   *knob.Set
	Refers  func(prefix string) bool                  // whether the program refers to a function with this prefix
	Machine *machine.Built                            // that the job runs on
	Explain func(rank int, line string)               // prints why a call was refused, if the user wants that
	Show    func(rank int, views []portals.QueueView) // see nal.Config; nil: the job does not read them
}

// Config describes a job to be run in this process.
type Config struct {
	Args   []string // of the program, its name first
	Env    []string // of the process; the ranks do not see the job's own variable
	Lookup func(name string) (string, bool)
	Edge   Edge
}

// simulation is a job in this process.
type simulation struct {
	spec      spec.Spec
	args      []string // of the program, its name first
	edge      Edge
	debug     bool
	job       *job.Job
	ranks     []*host.Rank
	kernel    *sim.Kernel
	observers *observers                // nil: no observers
	progress  *progress                 // nil: no progress lines
	tuner     *tuner                    // nil: there is nothing to find out
	threads   threads                   // of ranks' programs
	cores     int                       // of a node, for programs that ask
	clocks    clocks                    // the rank that does nothing but read them
	sliced    atomic.Bool               // ranks that compute for long are interrupted, and computing takes time
	tripped   atomic.Pointer[trip]      // the turn because of which they are
	arrears   arrears                   // of that turn
	computing computing                 // what ranks compute takes recorded or counted time; nil: as Compute and --spin say
	sampler   sampler                   // how much ranks compute where that is free
	stop      atomic.Pointer[StopError] // request from outside to end the job
	atWork    []world.Waiter            // ranks that were about to continue when the job ended
	hertz     uint64                    // of the time stamp counter
	settings  []machine.Setting         // the machine's parameters, for reports
	weights   *count.Weights            // of instructions that programs count; nil: the machine does not have them
	polls     []*poll                   // of ranks that wait for memory to change
	check     *checking                 // nil: races are not searched for
	standing  []*standing               // ranks that have repeated calls which find nothing; nil: the rank has not
	stores    bool                      // programs may store to memory of others without a message
	stands    bool                      // they may stand still
	stood     uint64                    // calls that have not been made
	repeated  bool                      // the latest turn has been made without the program
	carries   bool                      // ranks that repeat calls are carried forward: see Repeat of package host
	spun      string                    // about the rank that did not call the library then
	spinner   int                       // that rank, if there is something about it
	status    int
	shortest  int64  // turn of those measured, in nanoseconds of CPU time
	turns     uint64 // how often a rank has been let run
	without   uint64 // how often of those without its program
	missing   []int  // ranks that have ended with shmem_finalize missing

	disturbance *disturbance // nil: nothing happens besides what the machine does
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
	image, err := host.Load(s.spec.Program, s.spec.Preload...)
	if err != nil {
		return err
	}
	for _, line := range image.Notices {
		s.edge.Print(line)
	}
	image.Notify = s.edge.Print
	begin := time.Now()
	if s.spec.Ranks >= manyRanks {
		hugePages(uint64(s.spec.Ranks) * memoryOfRank)
	}
	if _, set := c.Lookup("GOGC"); !set && s.spec.Ranks >= thriftyRanks {
		defer debug.SetGCPercent(debug.SetGCPercent(thriftyGC))
	}
	knobs, stack := knob.Read(c.Lookup), cmp.Or(s.spec.Stack, defaultStack(s.spec.Ranks))
	s.args = c.Args
	if err := s.build(image, knobs); err != nil {
		return err
	}
	if s.computing, err = s.newComputing(image); err != nil { // it may change the text, which the layout copies
		return err
	}
	if err := s.layOut(image, stack, knobs); err != nil {
		return err
	}
	if err := s.load(image, stack, c); err != nil {
		return err
	}
	if err := s.check.begin(); err != nil {
		return err
	}
	cost := spec.Cost{Ranks: s.spec.Ranks, Loading: time.Since(begin).Seconds(), Loaded: residentBytes("VmRSS")}
	over := make(chan struct{})
	go s.watch(over)
	if s.free() {
		go s.sampler.run(over)
	}
	go s.catch(signals, over)
	if s.spec.Progress {
		s.progress = &progress{job: s.job, begin: time.Now()}
		go s.progress.run(over)
	}
	s.job.World.Between = s.between
	if s.spec.Carry != spec.Off && s.computing == nil { // what a rank has counted before it polls could not be separated from its loop's part
		_ = host.FindPolls() // where they are not found, they end with --spin
		s.carries = s.check == nil && s.disturbance == nil && s.spec.Shuffle == 0
		s.stands = s.carries && !s.stores
		s.job.World.Repeats = s.repeatedly
	}
	debug.SetPanicOnFault(true) // a bad pointer of a program is a panic here, not the end of the process
	defer debug.SetPanicOnFault(false)
	cpu := threadSeconds()
	begin = time.Now()
	err = s.job.World.Run()
	s.touchAll()
	cost.Running, cost.CPU = time.Since(begin).Seconds(), threadSeconds()-cpu
	close(over)
	host.HideLine()
	var exit *job.ExitError
	if errors.As(err, &exit) && exit.Normal {
		s.exitAll(exit)
	}
	for _, h := range s.ranks { // before the report of how the job has ended
		h.Written()
	}
	host.Home()
	s.edge.Flush()
	lost := 0 // status for what the user wanted and does not get
	found, failed := s.check.end()
	for _, err := range []error{s.close(), s.endDisturbance(err), s.writeCost(cost), s.endComputing(err), failed} {
		if err != nil {
			s.edge.Print(err.Error())
			lost = 1
		}
	}
	lost = cmp.Or(found, lost)
	var stopped *StopError
	switch {
	case exit != nil || errors.As(err, &exit):
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

// From how many ranks on garbage is collected when the heap has grown by thriftyGC percent: it is most of the process then, and how large the process gets would
// depend on when Go happens to collect. That takes no time worth naming, since a heap of a gigabyte is collected a few times in a run.
const (
	thriftyRanks = 8192
	thriftyGC    = 35
)

// build makes the machine and the ranks' libraries.
func (s *simulation) build(image *host.Image, knobs *knob.Set) error {
	s.debug, _ = knobs.Bool(knob.Debug)
	var err error
	if s.check, err = s.newChecking(); err != nil {
		return err
	}
	k := &sim.Kernel{}
	s.kernel = k
	if s.spec.Shuffle != 0 {
		k.Shuffle(s.spec.Shuffle)
	}
	built, err := s.machine(k)
	if err != nil {
		return err
	}
	network, err := s.detours(built)
	if err != nil {
		return err
	}
	if s.disturbance != nil {
		s.spec.Ahead = spec.Off // what messages on detours touch cannot be predicted
	}
	switch s.spec.Ahead {
	case spec.On:
		k.SetPrefetch(true)
	case spec.Off:
	default:
		s.tuner = newTuner(s.spec.Ranks, k.SetPrefetch, threadSeconds)
	}
	s.hertz, s.weights, s.cores = built.Frequency, built.Weights, built.Cores
	whole := s.check != nil || s.spec.Compute > 0 || s.spec.Trace != "" || s.spec.Stats != "" // what looks at calls sees them from begin to end
	s.standing = make([]*standing, s.spec.Ranks)
	_, s.stores = fabric.Beneath(built.Network).(fabric.Storer)
	setup := Setup{Knobs: knobs, Refers: image.Refers, Machine: built, Explain: s.explain}
	if !whole && !s.takesTime() && built.Costs.Look > 0 {
		setup.Show = s.show
	}
	apis, err := s.edge.APIs(setup)
	if err != nil {
		return err
	}
	c := job.Config{
		Network: network, Costs: built.Costs, Nodes: built.Nodes, PacketsOnly: built.PacketsOnly,
		Warn: s.say, Memory: s, APIs: apis, Quit: s.quit, Start: s.start, Check: s.check.of(),
	}
	s.disturb(&c)
	if whole {
		s.job = job.New(k, c, s.body)
	} else {
		s.job = job.NewSteps(k, c, func(r *job.Rank) world.Stepper { return s.newStepper(r) })
	}
	s.job.World.SetCores(built.Cores, built.Slice)
	return s.observe(built)
}

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
	s.settings = m.Settings()
	return m.Build(k, s.spec.Ranks, func(node int, why string) {
		s.status = 1
		s.job.World.Fail(fmt.Errorf("node %d, at %v: %s", node, k.Now(), why))
	})
}

// load creates a copy of the program for every rank.
func (s *simulation) load(image *host.Image, stack uint64, c Config) error {
	env := slices.DeleteFunc(slices.Clone(c.Env), func(v string) bool { return strings.HasPrefix(v, knob.Sim+"=") || strings.HasPrefix(v, "LD_PRELOAD=") })
	if s.spec.PreloadVariable != "" {
		env = append(env, "LD_PRELOAD="+s.spec.PreloadVariable)
	}
	if !slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, "GOMP_SPINCOUNT=") }) {
		env = append(env, "GOMP_SPINCOUNT=0") // a thread of OpenMP that spins would keep those from running that it waits for
	}
	defer host.HideLine()
	line := loadingLine{due: time.Now().Add(firstLine), next: betweenLines()}
	for i := range s.spec.Ranks {
		if s.spec.Progress {
			if text := line.at(time.Now(), i, s.spec.Ranks); text != "" {
				host.ShowLine(text)
			}
		}
		o := host.Options{Stack: stack, Cores: s.cores}
		if s.spec.Tag {
			o.Tag = fmt.Sprintf("%d: ", i)
		}
		r, err := image.NewRank(i, c.Args, env, o)
		if err != nil {
			return err
		}
		s.ranks = append(s.ranks, r)
	}
	host.Announce(s.ranks)
	return nil
}

// defaultStack is a process's limit on most systems. Untouched pages take no memory, but switching between many ranks is quicker when their stacks are closer
// together.
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
	who := ""
	if n := r.Self().Number(); n > 0 {
		who = fmt.Sprintf(", thread %d", n)
	}
	r.World().Fail(fmt.Errorf("rank %d of %d%s, at %v: %s", r.ID(), len(s.ranks), who, r.Now(), why))
}

func (s *simulation) say(rank int, line string) {
	s.edge.Print(fmt.Sprintf("rank %d of %d: %s", rank, len(s.ranks), line))
}

// explain prints why a call was refused, if GASNETGO_DEBUG is set.
func (s *simulation) explain(rank int, line string) {
	if s.debug {
		s.say(rank, line)
	}
}
