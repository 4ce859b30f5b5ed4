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
func (s *Supervisor) where() string {
	c := s.spec.Control
	c.Ask()
	answers := make([]string, s.spec.Size)
	for end := time.Now().Add(askTime); ; time.Sleep(5 * time.Millisecond) {
		missing := 0
		for r := range answers {
			if answers[r] != "" {
				continue
			}
			switch state := c.State(r); {
			case state == Absent:
				answers[r] = "no call of the library yet"
			case state == Gone || state == Missed:
				answers[r] = "ended"
			default:
				answers[r], _ = c.Answered(r)
			}
			if answers[r] == "" {
				missing++
			}
		}
		if missing == 0 || time.Now().After(end) {
			return places(answers)
		}
	}
}

// places is a paragraph about each place that ranks have answered with.
func places(answers []string) string {
	var all []rankset.Place
	for r, text := range answers {
		if text == "" {
			text = "no answer: stopped, or the main thread blocks signals"
		}
		p := rankset.Place{Rank: r}
		var rest string
		p.Call, rest, _ = strings.Cut(text, "\n")
		p.Arguments, p.Trace, _ = strings.Cut(rest, "\n")
		all = append(all, p)
	}
	return rankset.Places(all, nil)
}
