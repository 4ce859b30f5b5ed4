// Package spec is what the launcher tells the process of a simulated job: one value that travels as JSON in an environment variable; and what
// that process tells in return, as JSON in a file.
package spec

import (
	"encoding/json"
	"time"
)

// Spec is a job.
type Spec struct {
	Program string   // an absolute path
	Ranks   int      // at least 1
	Machine string   // name of a built-in one, or of the file
	Text    string   `json:",omitempty"` // of the file
	Set     []string `json:",omitempty"` // parameters of the machine that are to be different
	Stack   uint64   `json:",omitempty"` // bytes of a rank's stack; 0: the usual
	Tag     bool     `json:",omitempty"` // what ranks print begins with their number
	Cost    string   `json:",omitempty"` // a file for a Cost

	Preload         []string `json:",omitempty"` // libraries of LD_PRELOAD, of which each rank has a copy
	PreloadVariable string   `json:",omitempty"` // LD_PRELOAD as the user has set it

	Trace    string        `json:",omitempty"` // file for a trace; packed if it ends in .gz
	Stats    string        `json:",omitempty"` // file for counts as JSON; Text: as tables on standard error
	Progress bool          `json:",omitempty"` // a line on standard error shows how far the job is
	Compute  float64       `json:",omitempty"` // CPU time between library calls counts so many times; 0: not at all
	Record   string        `json:",omitempty"` // a file for the CPU time between library calls, by call sites; Compute is 1
	Recorded string        `json:",omitempty"` // such a file, whose times computing takes, RecordedScale times
	Ahead    string        `json:",omitempty"` // whether memory is fetched that will be used soon: Auto, On, Off
	Carry    string        `json:",omitempty"` // whether loops that only poll memory are found: On, also the empty string; Off
	Spin     time.Duration `json:",omitempty"` // CPU time of a rank between two calls after which computing takes virtual time; 0: never

	Counted       bool    `json:",omitempty"` // computing takes what the instructions that the program counts cost on the machine
	RecordedScale float64 `json:",omitempty"`
	ComputeFree   bool    `json:",omitempty"` // the user has said that computing is free

	SpinScale float64 `json:",omitempty"` // it then takes the CPU time so many times

	Check    string `json:",omitempty"` // races are reported: Text: on standard error; a file, as JSON, too
	Suppress string `json:",omitempty"` // a file with those that are not

	Silence time.Duration `json:",omitempty"` // real time after which a rank that does not call the library is named; 0: never

	Disorder *Disorder `json:",omitempty"` // nil: everything happens when the machine does it

	Fault []string `json:",omitempty"` // rules of faults, besides the machine's

	Shuffle uint64 `json:",omitempty"` // for tests: a seed for sim.Kernel.Shuffle; 0: events run in their usual order
}

// Disorder is what gasnetgo run --shuffle asks for.
type Disorder struct {
	Seed uint64
	Only []string `json:",omitempty"` // decisions that may change something; nil: all
	Log  string   `json:",omitempty"` // a file for each that does, as a Delay in JSON on a line
}

// Delay is a decision that has changed something.
type Delay struct {
	ID   string `json:"id"`
	What string `json:"what"`
	How  string `json:"how"`
	Rank int    `json:"rank"`
	At   int64  `json:"at_ps"`
	Call string `json:"call,omitempty"` // of the program that it is part of
	Line string `json:"line,omitempty"` // where that is
}

// Text as the file for counts.
const Text = "-"

// Values of Ahead. Auto, also the empty string, is whichever is faster.
const (
	Auto = "auto"
	On   = "on"
	Off  = "off"
)

// Encode is the job as text.
func (s *Spec) Encode() (string, error) {
	text, err := json.Marshal(s)
	return string(text), err
}

// Decode reads what Encode has written.
func Decode(text string) (s Spec, err error) {
	err = json.Unmarshal([]byte(text), &s)
	return s, err
}
