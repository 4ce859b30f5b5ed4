package sites

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gasnetgo/sim"
)

// Site is where a program leaves its own code for the library or the C library: the address behind the call, in a file. Object is empty for the sites below.
type Site struct {
	Object string // base name of the program, or of a library that it brings along
	Offset uint64 // from its address 0
}

// Sites that are no calls.
var (
	Start     = Site{Offset: 0} // the program begins
	End       = Site{Offset: 1} // the program has ended
	Elsewhere = Site{Offset: 2} // a call from a library that all ranks share, with nothing of the program above it
)

// special are their names in a file.
func special() []string { return []string{"start", "end", "elsewhere"} }

// String is the site as the file has it.
func (s Site) String() string {
	if s.Object == "" {
		return special()[s.Offset]
	}
	return fmt.Sprintf("%s+%#x", s.Object, s.Offset)
}

func parseSite(text string) (Site, error) {
	if i := slices.Index(special(), text); i >= 0 {
		return Site{Offset: uint64(i)}, nil
	}
	at := strings.LastIndex(text, "+0x")
	if at > 0 {
		if n, err := strconv.ParseUint(text[at+3:], 16, 64); err == nil {
			return Site{text[:at], n}, nil
		}
	}
	return Site{}, fmt.Errorf("%q is no call site; one is written as program+0x12ab, start, end or elsewhere", text)
}

func compareSites(a, b Site) int {
	return cmp.Or(strings.Compare(a.Object, b.Object), cmp.Compare(a.Offset, b.Offset))
}

// Pair is the code between two call sites that follow each other.
type Pair struct{ From, To Site }

// Times are what a program computes. The zero value is empty.
type Times struct {
	Objects map[string]string // identities, by the names that sites have
	pairs   map[Pair]*total
}

type total struct {
	count uint64
	ns    float64 // of all
}

// Add records that a rank has computed for so many nanoseconds of CPU time between two sites.
func (t *Times) Add(p Pair, ns int64) {
	all := t.pairs[p]
	if all == nil {
		if t.pairs == nil {
			t.pairs = map[Pair]*total{}
		}
		all = new(total)
		t.pairs[p] = all
	}
	all.count++
	all.ns += float64(ns)
}

// Identify records which file an object is. It returns false if another one is recorded under the name.
func (t *Times) Identify(name, identity string) bool {
	if had, ok := t.Objects[name]; ok {
		return had == identity
	}
	if t.Objects == nil {
		t.Objects = map[string]string{}
	}
	t.Objects[name] = identity
	return true
}

// Mean is how long the program computes between two sites, on average, to the picosecond; false if that is not recorded.
func (t *Times) Mean(p Pair) (sim.Time, bool) {
	all := t.pairs[p]
	if all == nil {
		return 0, false
	}
	return sim.Time(all.mean() * float64(sim.Nanosecond)), true
}

// mean is in nanoseconds, in whole picoseconds: what the file says.
func (a *total) mean() float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(a.ns/float64(a.count), 'f', 3, 64), 64)
	return v
}
