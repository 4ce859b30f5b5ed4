package bench

import (
	"math/rand/v2"
	"time"
)

// memoryTime is the latency of this machine's memory.
type memoryTime struct {
	Bytes int     `json:"size_bytes"` // that are gone through
	NS    float64 `json:"load_ns"`    // for a load whose address is what the load before has brought
}

// memorySizes are one that a core's own caches hold and one that they do not.
var memorySizes = [...]int{1 << 20, 64 << 20}

// memoryTimes measures the latency. Simulations of many ranks wait for memory most of the time, and on a shared machine the latency changes from minute to
// minute.
func memoryTimes() (list []memoryTime) {
	for _, bytes := range memorySizes {
		list = append(list, memoryTime{bytes, chase(bytes)})
	}
	return list
}

// chase follows a cycle through all lines, in an order that a processor cannot predict. It returns ns per step.
func chase(bytes int) float64 {
	const (
		words = 64 / 4 // of a line
		loads = 1 << 19
	)
	next := make([]uint32, bytes/4)
	order := rand.Perm(len(next) / words)
	for i, line := range order {
		next[line*words] = uint32(order[(i+1)%len(order)] * words)
	}
	at := uint32(0)
	for range order {
		at = next[at]
	}
	begin := time.Now()
	for range loads {
		at = next[at]
	}
	took := time.Since(begin)
	next[0] = at // uses the result, so that the compiler keeps the loads
	return float64(took.Nanoseconds()) / loads
}
