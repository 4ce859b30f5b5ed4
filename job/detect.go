package job

import (
	"fmt"
	"strconv"
	"strings"

	"gasnetgo/internal/knob"
)

// how is the way in which a rank learns its rank and size.
type how uint8

const (
	aloneByItself how = iota
	byLauncher        // gasnetgo run, or a rank 0 that started its peers: rank, size and descriptor are in the environment
	bySpawn           // GASNETGO_NPROCS: start the others
	byPMI             // a PMI-1 or PMI-2 server on a descriptor or a port
	byPMIx            // libpmix
	byVariables       // rank and size from variables, no exchange: the ranks meet under a name made from the job's
)

// found is what the environment says.
type found struct {
	how        how
	name       string // of the launcher, for people
	rank, size int    // byLauncher, byVariables
	fd         int    // byLauncher
	keeper     string // byLauncher: pid:descriptor of the launcher's own
	pmi        pmiAddress
	meeting    string // byVariables: unique to the job on this host
	hosts      string // byVariables: why the ranks are known to be on several hosts, else empty
	fallback   *found // byPMIx: what to do without libpmix; nil if there is nothing
	warning    string // one sentence, empty if all is well
}

// isOneTask recognises a step of one task, such as an interactive shell, whose programs may start peers.
func (f found) isOneTask() bool { return f.how == byVariables && f.name == bySrun && f.size == 1 }

// env reads numbers and texts from one process's variables.
type env func(name string) (string, bool)

func (e env) has(names ...string) bool {
	for _, name := range names {
		if text, ok := e(name); !ok || text == "" {
			return false
		}
	}
	return true
}

// number is the value of the first variable that holds a number that is not negative.
func (e env) number(names ...string) (int, bool) {
	for _, name := range names {
		if text, ok := e(name); ok {
			if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil && n >= 0 {
				return n, true
			}
		}
	}
	return 0, false
}

func (e env) text(names ...string) string {
	for _, name := range names {
		if text, ok := e(name); ok && text != "" {
			return text
		}
	}
	return ""
}

// detect is pure but for isSocket, which tells whether a descriptor named by the environment is really there.
func detect(lookup func(string) (string, bool), knobs *knob.Set, isSocket func(int) bool) (found, error) {
	e := env(lookup)
	wanted, err := knobs.Enum(knob.Launcher)
	if err != nil {
		return found{}, err
	}
	nprocs, err := knobs.Int(knob.NProcs)
	if err != nil {
		return found{}, err
	}
	if wanted == "auto" {
		if f, ok, err := detectOwn(e, knobs); ok || err != nil {
			return f, err
		}
	}
	for _, try := range []struct {
		name string
		find func(env, func(int) bool) (found, bool)
	}{{"pmi1", detectPMI(1)}, {"pmi2", detectPMI(2)}, {"pmix", detectPMIx}, {"slurm", detectSlurm}, {"flux", detectFlux}} {
		if wanted != "auto" && wanted != try.name {
			continue
		}
		f, ok := try.find(e, isSocket)
		if ok && nprocs > 1 && f.isOneTask() && wanted == "auto" {
			continue
		}
		if ok {
			if nprocs > 1 {
				f.warning = fmt.Sprintf("%s=%d is ignored, because %s started this program", knob.NProcs, nprocs, f.name)
			}
			return f, nil
		}
		if wanted == try.name {
			return found{}, fmt.Errorf("%s=%s, but the environment holds nothing of such a launcher", knob.Launcher, wanted)
		}
	}
	if nprocs > 1 {
		return found{how: bySpawn, name: "itself (" + knob.NProcs + ")", size: int(nprocs)}, nil
	}
	f := found{how: aloneByItself}
	if wanted == "auto" {
		f.warning = unusable(e)
	}
	return f, nil
}

// detectOwn looks for what a launcher of ours sets.
func detectOwn(e env, knobs *knob.Set) (found, bool, error) {
	if !knobs.IsSet(knob.Rank) || !knobs.IsSet(knob.JobSize) || !knobs.IsSet(knob.FD) {
		return found{}, false, nil
	}
	f := found{how: byLauncher, name: "gasnetgo run"}
	for _, v := range []struct {
		name string
		to   *int
	}{{knob.Rank, &f.rank}, {knob.JobSize, &f.size}, {knob.FD, &f.fd}} {
		n, err := knobs.Int(v.name)
		if err != nil {
			return f, false, err
		}
		*v.to = int(n)
	}
	if f.rank >= f.size {
		return f, false, fmt.Errorf("%s = %d is not in 0..%d (%s)", knob.Rank, f.rank, f.size-1, knob.JobSize)
	}
	f.keeper = e.text(knob.Job)
	if e.has(knob.NProcs) {
		f.name = "gasnetgo run or " + knob.NProcs
	}
	return f, true, nil
}

// unusable is the warning if a launcher's variables are set but cannot be used. Every process prints it, unless it knows that it is the only one: each runs
// alone. The variables are printed with their values, since they may belong to another launcher further up.
func unusable(e env) string {
	for _, mark := range foreignMarks() {
		if !e.has(mark.seen...) {
			continue
		}
		if size, ok := e.number(mark.size...); ok && size <= 1 {
			return ""
		}
		var seen []string
		for _, name := range append(append(append([]string(nil), mark.seen...), mark.rank...), mark.size...) {
			if word := name + "=" + e.text(name); e.has(name) && !contains(seen, word) {
				seen = append(seen, word)
			}
		}
		return fmt.Sprintf("this looks like a rank started by %s (from %s), but %s; it runs alone, as rank 0 of 1; start it with gasnetgo run -n N, or set %s=alone to avoid this warning",
			mark.launcher, strings.Join(seen, ", "), mark.why, knob.Launcher)
	}
	return ""
}
