package nodes

import (
	"fmt"
	"strconv"
	"strings"
)

// FileName is the file that GASNet's own conduit reads, in the current directory.
const FileName = "gasnet_nodes.sci"

// mostDigits is how many characters GASNet's own conduit reads of the first line.
const mostDigits = 5

// Parse reads the text of such a file: the number of ranks, alone on the first line, and then for each rank the decimal SCI id of its node and one character that separates it from
// the next one, with any white space around both. The last separator may be absent.
func Parse(text string) (ids []uint32, err error) {
	first, rest, _ := strings.Cut(text, "\n")
	first = strings.TrimSpace(first)
	ranks, err := strconv.ParseUint(first, 10, 31)
	switch {
	case err != nil || len(first) > mostDigits:
		return nil, fmt.Errorf("line 1: %q is not a number of ranks with at most %d digits", first, mostDigits)
	case ranks == 0:
		return nil, fmt.Errorf("line 1: 0 ranks, but a job has at least 1")
	}
	s := scanner{text: rest, line: 2}
	lines := map[uint32]int{}
	for rank := range int(ranks) {
		line, id, err := s.id()
		if err != nil {
			return nil, err
		}
		if id == nil {
			return nil, fmt.Errorf("line %d: the file ends after %s, but line 1 says %d", line, count(rank, "SCI id"), ranks)
		}
		if before, ok := lines[*id]; ok {
			return nil, fmt.Errorf("line %d: rank %d has the SCI id %d, which line %d gives to another rank", line, rank, *id, before)
		}
		lines[*id] = line
		ids = append(ids, *id)
	}
	if word := s.word(); word != "" {
		return nil, fmt.Errorf("line %d: %q follows, but line 1 says %d", s.line, word, ranks)
	}
	return ids, nil
}

// scanner reads ids with their separators.
type scanner struct {
	text string
	line int
	last bool // an id had no separator, so that no other one may follow
}

// space skips white space.
func (s *scanner) space() {
	rest := strings.TrimLeft(s.text, " \t\r\n\v\f")
	s.line += strings.Count(s.text[:len(s.text)-len(rest)], "\n")
	s.text = rest
}

// id is the next id, with its line, or nil at the end.
func (s *scanner) id() (line int, id *uint32, err error) {
	s.space()
	line = s.line
	if s.text == "" {
		return line, nil, nil
	}
	word := s.text[:len(s.text)-len(strings.TrimLeft(s.text, "0123456789"))]
	v, err := strconv.ParseUint(word, 10, 31)
	switch {
	case word == "":
		return line, nil, fmt.Errorf("line %d: %q is no SCI id, which is a decimal number", line, s.word())
	case s.last:
		return line, nil, fmt.Errorf("line %d: no character, such as a semicolon, separates the SCI id %s from the one before", line, word)
	case err != nil:
		return line, nil, fmt.Errorf("line %d: the SCI id %s is more than %d", line, word, 1<<31-1)
	}
	s.text = s.text[len(word):]
	s.separator()
	id = new(uint32)
	*id = uint32(v)
	return line, id, nil
}

// separator skips the character behind an id. A digit is none.
func (s *scanner) separator() {
	s.space()
	if s.last = s.text == "" || s.text[0] >= '0' && s.text[0] <= '9'; !s.last {
		s.text = s.text[1:]
	}
}

// word is what comes next, up to white space; nothing at the end.
func (s *scanner) word() string {
	s.space()
	word, _, _ := strings.Cut(s.text, "\n")
	if fields := strings.Fields(word); len(fields) > 0 {
		return fields[0]
	}
	return ""
}

// Format is the text of a file.
func Format(ids []uint32) string {
	b := fmt.Appendf(nil, "%d\n", len(ids))
	for i, id := range ids {
		if i > 0 {
			b = append(b, ' ')
		}
		b = fmt.Appendf(b, "%d;", id)
	}
	return string(append(b, '\n'))
}
