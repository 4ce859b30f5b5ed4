package sites

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"gasnetgo/sim"
)

// version is that of the file.
const version = 1

type fileText struct {
	Version int          `toml:"version"`
	Object  []objectText `toml:"object"`
	Between []pairText   `toml:"between"`
}

type objectText struct {
	Name string `toml:"name"`
	ID   string `toml:"id"`
}

type pairText struct {
	From  string  `toml:"from"`
	To    string  `toml:"to"`
	Count uint64  `toml:"count"`
	Mean  float64 `toml:"mean_ns"`
}

const heading = `# CPU time that a program takes between library calls, on average, by call sites (address in the file).
# gasnetgo run --compute record=FILE writes it, gasnetgo run --compute FILE charges it. Times are nanoseconds.
`

// Encode is the times as text: the same for the same times.
func (t *Times) Encode() []byte {
	var b strings.Builder
	b.WriteString(heading)
	fmt.Fprintf(&b, "version = %d\n", version)
	for _, name := range slices.Sorted(maps.Keys(t.Objects)) {
		fmt.Fprintf(&b, "\n[[object]]\nname = %s\nid = %q\n", quote(name), t.Objects[name])
	}
	order := func(a, b Pair) int {
		if c := compareSites(a.From, b.From); c != 0 {
			return c
		}
		return compareSites(a.To, b.To)
	}
	for _, p := range slices.SortedFunc(maps.Keys(t.pairs), order) {
		all := t.pairs[p]
		fmt.Fprintf(&b, "\n[[between]]\nfrom = %s\nto = %s\ncount = %d\nmean_ns = %.3f\n", quote(p.From.String()), quote(p.To.String()), all.count, all.ns/float64(all.count))
	}
	return []byte(b.String())
}

// quote is a text as TOML has it: names of files may have anything in them.
func quote(text string) string {
	b, err := toml.Marshal(map[string]string{"x": text})
	if err != nil { // not for a string
		return "''"
	}
	_, v, _ := strings.Cut(strings.TrimSuffix(string(b), "\n"), "= ")
	return v
}

// mostMean is virtual time without end, in nanoseconds: 106 days.
const mostMean = float64(math.MaxInt64) / float64(sim.Nanosecond)

// Decode reads what Encode has written. An error names the line, or the entry.
func Decode(text []byte) (*Times, error) {
	var f fileText
	d := toml.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, explain(err)
	}
	if f.Version != version {
		return nil, fmt.Errorf("version is %d, not %d: it is no file of --compute record, or one of another version of gasnetgo", f.Version, version)
	}
	t := new(Times)
	for _, o := range f.Object {
		if o.Name == "" || o.ID == "" {
			return nil, fmt.Errorf("an object without name or id")
		}
		if !t.Identify(o.Name, o.ID) {
			return nil, fmt.Errorf("object %q has two identities", o.Name)
		}
	}
	for i, p := range f.Between {
		if err := t.take(p); err != nil {
			return nil, fmt.Errorf("entry %d of between: %w", i+1, err)
		}
	}
	return t, nil
}

// take adds an entry of a file.
func (t *Times) take(e pairText) error {
	from, err := parseSite(e.From)
	if err != nil {
		return err
	}
	to, err := parseSite(e.To)
	if err != nil {
		return err
	}
	if e.Count == 0 {
		return errors.New("count is missing, or 0")
	}
	if !(e.Mean >= 0 && e.Mean < mostMean) {
		return fmt.Errorf("mean_ns is %v, not a number of nanoseconds from 0 on", e.Mean)
	}
	for _, s := range []Site{from, to} {
		if _, ok := t.Objects[s.Object]; !ok && s.Object != "" {
			return fmt.Errorf("%q is in no object of the file", s)
		}
	}
	p := Pair{from, to}
	if t.pairs[p] != nil {
		return fmt.Errorf("the pair %v, %v is there twice", from, to)
	}
	if t.pairs == nil {
		t.pairs = map[Pair]*total{}
	}
	t.pairs[p] = &total{e.Count, e.Mean * float64(e.Count)}
	return nil
}

// explain adds the line to an error of the decoder.
func explain(err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		row, _ := strict.Errors[0].Position()
		return fmt.Errorf("line %d: %s: there is no such key", row, strings.Join(strict.Errors[0].Key(), "."))
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		row, _ := decode.Position()
		return fmt.Errorf("line %d: %s", row, strings.TrimPrefix(decode.Error(), "toml: "))
	}
	return err
}
