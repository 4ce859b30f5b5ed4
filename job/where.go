package job

import (
	"encoding/binary"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/rankset"
)

// The answers of the ranks to Ask, before the locks at the end of the memory file: the length of a text, and the text.
const (
	answerBytes = 4096
	answersAt   = livesAt - MaxRanks*answerBytes
)

// Answer is Control's.
func (f *File) Answer(rank int, text string) error {
	at := answersAt + int64(rank)*answerBytes
	text = text[:min(len(text), answerBytes-4)]
	if _, err := unix.Pwrite(f.FD, []byte(text), at+4); err != nil {
		return err
	}
	var length [4]byte
	binary.LittleEndian.PutUint32(length[:], uint32(len(text)))
	_, err := unix.Pwrite(f.FD, length[:], at) // last: a reader that sees it sees the text
	return err
}

// Answered is Control's.
func (f *File) Answered(rank int) (string, bool) {
	var buffer [answerBytes]byte
	n, err := unix.Pread(f.FD, buffer[:], answersAt+int64(rank)*answerBytes)
	if err != nil || n < 4 {
		return "", false
	}
	length := int(binary.LittleEndian.Uint32(buffer[:]))
	if length == 0 || length > n-4 {
		return "", false
	}
	return string(buffer[4 : 4+length]), true
}

// askTime is the time that ranks have to answer where they are.
const askTime = 2 * time.Second

// where asks the ranks where they are, and returns a paragraph for each place.
func (s *Supervisor) where() string { return Places(0, s.Where()) }

// Where asks the ranks that were started here where they are, and returns their answers; see Control.Answer. It blocks for at most two seconds.
func (s *Supervisor) Where() []string {
	c := s.spec.Control
	c.Ask()
	answers := make([]string, s.spec.Count)
	for end := time.Now().Add(askTime); ; time.Sleep(5 * time.Millisecond) {
		missing := 0
		for i := range answers {
			if answers[i] != "" {
				continue
			}
			switch state := c.State(s.spec.First + i); {
			case state == Absent:
				answers[i] = "no call of the library yet"
			case state >= Gone:
				answers[i] = "ended"
			default:
				answers[i], _ = c.Answered(s.spec.First + i)
			}
			if answers[i] == "" {
				missing++
			}
		}
		if missing == 0 || time.Now().After(end) {
			return answers
		}
	}
}

// Places is a paragraph about each place that ranks, from first on, have answered with.
func Places(first int, answers []string) string {
	var all []rankset.Place
	for i, text := range answers {
		if text == "" {
			text = "no answer: stopped, or the main thread blocks signals"
		}
		p := rankset.Place{Rank: first + i}
		var rest string
		p.Call, rest, _ = strings.Cut(text, "\n")
		p.Arguments, p.Trace, _ = strings.Cut(rest, "\n")
		all = append(all, p)
	}
	return rankset.Places(all, nil)
}
