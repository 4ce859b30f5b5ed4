package check

import (
	"bufio"
	"fmt"
	"path"
	"strings"
)

// Suppressions are races that are known and not to be reported. Each line of their file has one or two patterns, which a race has to match: "put_data", "heat.c:42", "shmem_*_put heat.c:*". A pattern is
// for the function, the file, the file with the line, or the call of one of the accesses, two patterns are for both. Empty lines and what follows a # are ignored. nil suppresses nothing.
type Suppressions struct{ all [][]string }

// ReadSuppressions reads the text of such a file.
func ReadSuppressions(text string) (*Suppressions, error) {
	s := new(Suppressions)
	number := 0
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		number++
		line, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(line)
		if len(words) > 2 {
			return nil, fmt.Errorf("line %d: %d patterns; a race has two accesses", number, len(words))
		}
		for _, w := range words {
			if _, err := path.Match(w, ""); err != nil {
				return nil, fmt.Errorf("line %d: %s: %w", number, w, err)
			}
		}
		if len(words) > 0 {
			s.all = append(s.all, words)
		}
	}
	return s, nil
}

// Hides reports whether a race is one of them.
func (s *Suppressions) Hides(r *Report) bool {
	if s == nil {
		return false
	}
	for _, words := range s.all {
		first, second := words[0], words[len(words)-1]
		if len(words) == 1 && (r.First.matches(first) || r.Second.matches(first)) {
			return true
		}
		if len(words) == 2 && (r.First.matches(first) && r.Second.matches(second) || r.First.matches(second) && r.Second.matches(first)) {
			return true
		}
	}
	return false
}

func (p *Place) matches(pattern string) bool {
	file, _, _ := strings.Cut(p.Source, ":")
	for _, text := range []string{p.Function, p.Source, file, p.What} {
		if ok, _ := path.Match(pattern, text); ok && text != "" {
			return true
		}
	}
	return false
}
