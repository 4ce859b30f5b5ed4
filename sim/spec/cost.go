package spec

import "encoding/json"

// Cost is the real time and memory that a simulation took, and the work that it did.
type Cost struct {
	Ranks    int
	Loading  float64 // seconds until all ranks stood
	Running  float64 // seconds from the first rank's beginning to the last one's end
	CPU      float64 // seconds of the ranks' thread while it did that: less, where it had to share its core with others
	Virtual  float64 // seconds
	Calls    int64   // times that a rank was let run, most often to return from a call
	Events   uint64
	Messages uint64 // of the network, answers included
	Loaded   uint64 // resident bytes when all ranks stood
	Peak     uint64 // resident bytes at most
}

// Encode is the cost as text.
func (c *Cost) Encode() ([]byte, error) {
	text, err := json.Marshal(c)
	return append(text, '\n'), err
}

// DecodeCost reads what Encode has written.
func DecodeCost(text []byte) (c Cost, err error) {
	err = json.Unmarshal(text, &c)
	return c, err
}
