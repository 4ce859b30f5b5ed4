package sweep

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gasnetgo/cmd/machinefile"
)

// Names of the axes that are no parameters.
const (
	machineAxis = "machine"
	ranksAxis   = "n"
)

// axis is what differs from run to run: machines, numbers of ranks, or a parameter of the machine.
type axis struct {
	name   string
	values []string
}

// grid is all combinations of values, the last axis changing fastest.
type grid []axis

// mostRuns is the largest number of runs of a sweep: more are most likely a mistake.
const mostRuns = 10000

// newGrid reads --machine, -n and --set, whose values are lists.
func newGrid(machines, ranks string, set []string) (grid, error) {
	if machines == "" {
		return nil, errors.New("no machine given; try: gasnetgo sweep --machine xt3 -n 16,64 ./program (gasnetgo machines lists them)")
	}
	g := grid{{machineAxis, split(machines)}, {ranksAxis, split(ranks)}}
	for _, n := range g[1].values {
		if v, err := strconv.Atoi(n); err != nil || v < 1 {
			return nil, fmt.Errorf("-n %s: %q is not a number of ranks, from 1 on", ranks, n)
		}
	}
	for _, s := range set {
		name, values, ok := strings.Cut(s, "=")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, fmt.Errorf("--set %s: a parameter and its values are written as in nic.interrupt=0.5us,1us", s)
		}
		if slices.ContainsFunc(g, func(a axis) bool { return a.name == name }) {
			return nil, fmt.Errorf("--set %s: %s is given twice; write all of its values behind one --set", s, name)
		}
		g = append(g, axis{name, split(values)})
	}
	for _, a := range g {
		for i, v := range a.values {
			if v == "" {
				return nil, fmt.Errorf("%s: an empty value in the list", a.flag())
			}
			if slices.Contains(a.values[:i], v) {
				return nil, fmt.Errorf("%s: %s is given twice", a.flag(), v)
			}
		}
	}
	if n := g.size(); n > mostRuns {
		return nil, fmt.Errorf("--machine, -n and --set together are %d runs; at most %d", n, mostRuns)
	}
	return g, nil
}

// flag is the axis as a command line has it.
func (a *axis) flag() string {
	text := strings.Join(a.values, ",")
	switch a.name {
	case machineAxis:
		return "--machine " + text
	case ranksAxis:
		return "-n " + text
	}
	return "--set " + a.name + "=" + text
}

// split separates a list at commas. Lists and texts of TOML, [...] and "...", stay whole.
func split(list string) (values []string) {
	depth, quoted, from := 0, false, 0
	for i, c := range list {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == ',' && depth == 0:
			values = append(values, strings.TrimSpace(list[from:i]))
			from = i + 1
		}
	}
	return append(values, strings.TrimSpace(list[from:]))
}

// size is the number of runs, or more than mostRuns.
func (g grid) size() int {
	n := 1
	for _, a := range g {
		if n *= len(a.values); n > mostRuns {
			return n
		}
	}
	return n
}

// point is one run of a grid.
type point struct {
	machine string
	ranks   int
	values  []string // by axis
	set     []string // as --set has them
	about   string   // the machine with all its parameters
}

// points are all runs. A machine that cannot be built from the parameters is an error.
func (g grid) points() ([]point, error) {
	list := make([]point, g.size())
	for i := range list {
		p := &list[i]
		p.values = make([]string, len(g))
		for k, rest := len(g)-1, i; k >= 0; k-- {
			p.values[k] = g[k].values[rest%len(g[k].values)]
			rest /= len(g[k].values)
		}
		p.machine = p.values[0]
		p.ranks, _ = strconv.Atoi(p.values[1])
		for k, v := range p.values[2:] {
			p.set = append(p.set, g[k+2].name+"="+v)
		}
		if i > 0 && p.machine == list[i-1].machine && slices.Equal(p.set, list[i-1].set) {
			p.about = list[i-1].about
			continue
		}
		m, err := machinefile.Find(p.machine, p.set)
		if err != nil {
			return nil, err
		}
		p.about = m.Describe()
	}
	return list, nil
}

// name is the run as a progress bar shows it.
func (g grid) name(p *point) string {
	var parts []string
	for i, a := range g {
		if len(a.values) > 1 {
			parts = append(parts, a.name+"="+p.values[i])
		}
	}
	return cmp.Or(strings.Join(parts, " "), p.machine)
}
