package sweep

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// reader reads values from the output of runs.
type reader struct {
	expressions []*regexp.Regexp
	names       []string // of all groups, in their order
}

// newReader checks the regular expressions of --value.
func newReader(texts []string) (*reader, error) {
	r := new(reader)
	for _, text := range texts {
		e, err := regexp.Compile("(?m)" + text)
		if err != nil {
			return nil, fmt.Errorf("--value %s: %w", text, err)
		}
		groups := 0
		for _, name := range e.SubexpNames() {
			if name == "" {
				continue
			}
			if slices.Contains(r.names, name) {
				return nil, fmt.Errorf("--value %s: two groups are named %s", text, name)
			}
			r.names = append(r.names, name)
			groups++
		}
		if groups == 0 {
			return nil, fmt.Errorf("--value %s: no named group; write the number as in 'time: (?P<us>[0-9.]+)'", text)
		}
		r.expressions = append(r.expressions, e)
	}
	return r, nil
}

// read finds the values in an output: where an expression matches several times its last match counts. A group that did not take part in the match has no value.
func (r *reader) read(output string) (map[string]float64, error) {
	values := map[string]float64{}
	for _, e := range r.expressions {
		all := e.FindAllStringSubmatch(output, -1)
		if all == nil {
			return values, fmt.Errorf("no match of --value %s in the output", strings.TrimPrefix(e.String(), "(?m)"))
		}
		for i, name := range e.SubexpNames() {
			text := strings.TrimSpace(all[len(all)-1][i])
			if name == "" || text == "" {
				continue
			}
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return values, fmt.Errorf("%s is %q, not a number", name, text)
			}
			values[name] = v
		}
	}
	return values, nil
}
