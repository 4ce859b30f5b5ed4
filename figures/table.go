package figures

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

//go:embed figures.toml
var text string

// ErrTable is the error of an invalid table of figures.
var ErrTable = errors.New("figures")

// Table is all figures.
type Table struct {
	Papers []Paper `toml:"paper"`
	Runs   []Run   `toml:"run"`
	Rows   []Row   `toml:"row"`
	Plots  []Plot  `toml:"plot"`
}

// Paper is a source of figures.
type Paper struct {
	Key   string `toml:"key"`
	Title string `toml:"title"`
}

// Run is a program with arguments, run on two ranks of a row's machine.
type Run struct {
	Name    string   `toml:"name"`
	Program string   `toml:"program"`
	Args    []string `toml:"args"`
	Set     []string `toml:"set"`   // parameters of the machine that differ, as in nic.mode=accelerated
	Env     []string `toml:"env"`   // of the program, as in GASNET_USE_FIREHOSE=0
	Ranks   int      `toml:"ranks"` // 2 unless said otherwise
	Label   string   `toml:"label"` // in plots; otherwise the name

	Counted bool `toml:"counted"` // the program counts its instructions, and is charged for them
}

// Uses of a figure.
const (
	Calibrated = "cal"    // a parameter was chosen to reproduce it
	Predicted  = "pred"   // the model predicts it
	Reported   = "report" // there is no published value
)

// Row is one published figure, or a claim about one.
type Row struct {
	Machines []string `toml:"machines"`
	Figure   string   `toml:"figure"`
	Paper    string   `toml:"paper"`
	Section  string   `toml:"section"`
	Use      string   `toml:"use"`
	By       string   `toml:"by"` // calibrated: the parameter
	Unit     string   `toml:"unit"`

	// The published value with a tolerance in percent, or the published words and the bounds that stand for them.
	Value     float64  `toml:"value"`
	Tolerance float64  `toml:"tolerance"`
	Says      string   `toml:"says"`
	Least     *float64 `toml:"least"`
	Most      *float64 `toml:"most"`

	Measure Measure `toml:"measure"`
	Missing string  `toml:"missing"` // the part of the machine that the model lacks, if that is why the row is not met
	Needs   string  `toml:"needs"`   // the missing feature without which the row cannot be measured
}

// Measure is how a row's number is computed from runs. Kinds:
//
//	at      the column at a size
//	step    the column at the second size, less that at the first
//	half    the size, in KB of 1024 bytes, at which a run's rate reaches half of the largest rate of another run
//	ratio   the column of a run divided by that of another one: the largest or least over the sizes, depending on the bound
//	range   the same of the column itself
type Measure struct {
	Kind    string   `toml:"kind"`
	Run     string   `toml:"run"`
	Against string   `toml:"against"`
	Column  string   `toml:"column"`
	Bytes   []uint64 `toml:"bytes"` // one size, two for a step, the first and last of a range; or numbers of bursts, if that is the run's first column
}

// Plot is curves in one picture. Published values of its runs are marked.
type Plot struct {
	Machines []string  `toml:"machines"`
	Name     string    `toml:"name"` // of the files, behind the machine's
	Title    string    `toml:"title"`
	Column   string    `toml:"column"`
	Unit     string    `toml:"unit"`
	Bytes    [2]uint64 `toml:"bytes"`
	Runs     []string  `toml:"runs"`
}

// Load reads the table.
func Load() (*Table, error) { return Parse(text) }

// Parse reads a table and checks that the parts that it names exist.
func Parse(text string) (*Table, error) {
	t := new(Table)
	d := toml.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(t); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTable, err)
	}
	var list []error
	for i := range t.Runs {
		if t.Runs[i].Ranks == 0 {
			t.Runs[i].Ranks = 2
		}
	}
	for i := range t.Rows {
		if err := t.check(&t.Rows[i]); err != nil {
			list = append(list, fmt.Errorf("%w: %s: %w", ErrTable, t.Rows[i].Figure, err))
		}
	}
	for _, p := range t.Plots {
		for _, r := range p.Runs {
			if t.run(r) == nil {
				list = append(list, fmt.Errorf("%w: plot %s: no run %q", ErrTable, p.Name, r))
			}
		}
	}
	return t, errors.Join(list...)
}

// sizes is the minimum number of sizes of a kind of measure.
var sizes = map[string]int{"at": 1, "step": 2, "half": 0, "ratio": 2, "range": 2}

func (t *Table) check(r *Row) error {
	m := &r.Measure
	if m.Column == "" {
		m.Column = "us"
	}
	want, known := sizes[m.Kind]
	switch {
	case len(r.Machines) == 0:
		return errors.New("of which machine?")
	case t.paper(r.Paper) == nil:
		return fmt.Errorf("no paper %q", r.Paper)
	case r.Use != Calibrated && r.Use != Predicted && r.Use != Reported:
		return fmt.Errorf("use is cal, pred or report, not %q", r.Use)
	case r.Needs != "":
		return nil
	case !known:
		return fmt.Errorf("no measure is called %q", m.Kind)
	case len(m.Bytes) < want:
		return fmt.Errorf("%s wants %d sizes", m.Kind, want)
	case t.run(m.Run) == nil || (m.Against != "" || m.Kind == "ratio") && t.run(m.Against) == nil:
		return fmt.Errorf("no run %q or %q", m.Run, m.Against)
	case r.Use == Reported:
		return nil
	case r.Value != 0 && r.Tolerance <= 0:
		return errors.New("a value needs a tolerance")
	case r.Value == 0 && (r.Says == "" || r.Least == nil && r.Most == nil):
		return errors.New("neither a value nor words with a bound")
	}
	return nil
}

// Machines are those that have figures.
func (t *Table) Machines() (names []string) {
	for _, r := range t.Rows {
		for _, m := range r.Machines {
			if !slices.Contains(names, m) {
				names = append(names, m)
			}
		}
	}
	return names
}

// Of is the part of the table about one machine, with the runs that it needs.
func (t *Table) Of(machine string) *Table {
	part := &Table{Papers: t.Papers}
	var needed []string
	for _, r := range t.Rows {
		if slices.Contains(r.Machines, machine) {
			part.Rows = append(part.Rows, r)
			if r.Needs == "" {
				needed = append(needed, r.Measure.Run, r.Measure.Against)
			}
		}
	}
	for _, p := range t.Plots {
		if slices.Contains(p.Machines, machine) {
			part.Plots = append(part.Plots, p)
			needed = append(needed, p.Runs...)
		}
	}
	for _, r := range t.Runs {
		if slices.Contains(needed, r.Name) {
			part.Runs = append(part.Runs, r)
		}
	}
	return part
}

// Only is the table with some of its rows, and with the plots for which no further runs are needed.
func (t *Table) Only(keep func(r *Row) bool) *Table {
	part := &Table{Papers: t.Papers, Runs: t.Runs}
	needed := Curves{}
	for _, r := range t.Rows {
		if keep(&r) {
			part.Rows = append(part.Rows, r)
			needed[r.Measure.Run], needed[r.Measure.Against] = &Curve{}, &Curve{}
		}
	}
	part.Plots = (&Table{Plots: t.Plots}).Measured(needed).Plots
	return part
}

// Measured is the part of the table that the given curves are sufficient for, with all its runs.
func (t *Table) Measured(curves Curves) *Table {
	has := func(run string) bool { return run == "" || curves[run] != nil }
	part := &Table{Papers: t.Papers, Runs: t.Runs}
	for _, r := range t.Rows {
		if r.Needs != "" || has(r.Measure.Run) && has(r.Measure.Against) {
			part.Rows = append(part.Rows, r)
		}
	}
	for _, p := range t.Plots {
		if !slices.ContainsFunc(p.Runs, func(run string) bool { return !has(run) }) {
			part.Plots = append(part.Plots, p)
		}
	}
	return part
}

func (t *Table) run(name string) *Run {
	if i := slices.IndexFunc(t.Runs, func(r Run) bool { return r.Name == name }); i >= 0 {
		return &t.Runs[i]
	}
	return nil
}

func (t *Table) paper(key string) *Paper {
	if i := slices.IndexFunc(t.Papers, func(p Paper) bool { return p.Key == key }); i >= 0 {
		return &t.Papers[i]
	}
	return nil
}
