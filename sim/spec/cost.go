package spec

import (
	"encoding/json"
	"math"
)

// Cost is the real time and memory that a simulation took, and the work that it did.
type Cost struct {
	Ranks    int
	Loading  float64 // seconds until all ranks stood
	Running  float64 // seconds from the first rank's beginning to the last one's end
	CPU      float64 // seconds of the ranks' thread while it did that: less, where it had to share its core with others
	Virtual  int64   // picoseconds
	Calls    int64   // times that a rank was let run, most often to return from a call
	Made     int64   // of them those whose call was made: a rank that stands still makes none
	Runs     int64   // of them those in which its program ran: it does not where it is known what it would do
	Events   uint64
	Messages uint64 // of the network, answers included
	Loaded   uint64 // resident bytes when all ranks stood
	Peak     uint64 // resident bytes at most
	Tables   uint64 // bytes of page tables when the last rank had ended, which are not resident bytes of the process
}

// costText is a Cost as JSON: a key with a unit ends with it, as in the JSON of other commands.
type costText struct {
	Ranks    int    `json:"ranks"`
	Loading  int64  `json:"loading_ns"`
	Running  int64  `json:"running_ns"`
	CPU      int64  `json:"cpu_ns"`
	Virtual  int64  `json:"virtual_ps"`
	Calls    int64  `json:"calls"`
	Made     int64  `json:"made"`
	Runs     int64  `json:"runs"`
	Events   uint64 `json:"events"`
	Messages uint64 `json:"messages"`
	Loaded   uint64 `json:"loaded_bytes"`
	Peak     uint64 `json:"peak_bytes"`
	Tables   uint64 `json:"page_table_bytes"`
}

// Encode is the cost as text.
func (c *Cost) Encode() ([]byte, error) {
	ns := func(seconds float64) int64 { return int64(math.Round(seconds * 1e9)) }
	text, err := json.Marshal(costText{c.Ranks, ns(c.Loading), ns(c.Running), ns(c.CPU), c.Virtual, c.Calls, c.Made, c.Runs, c.Events, c.Messages, c.Loaded, c.Peak, c.Tables})
	return append(text, '\n'), err
}

// DecodeCost reads what Encode has written.
func DecodeCost(text []byte) (Cost, error) {
	var t costText
	err := json.Unmarshal(text, &t)
	seconds := func(ns int64) float64 { return float64(ns) / 1e9 }
	return Cost{t.Ranks, seconds(t.Loading), seconds(t.Running), seconds(t.CPU), t.Virtual, t.Calls, t.Made, t.Runs, t.Events, t.Messages, t.Loaded, t.Peak, t.Tables}, err
}
