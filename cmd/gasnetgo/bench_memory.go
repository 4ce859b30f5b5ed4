package main

import (
	"math/rand/v2"
	"time"
)

// memoryTime is how long this machine's memory takes to answer.
type memoryTime struct {
	Bytes int     `json:"bytes"` // that are gone through
	NS    float64 `json:"ns"`    // for a load whose address is what the load before has brought
}

// memorySizes are one that a core's own caches hold and one that they do not.
var memorySizes = [...]int{1 << 20, 64 << 20}

// memoryTimes measures. Simulations of many ranks wait for memory most of the time, and how long that takes on a shared machine is not the same from one minute to the next.
func memoryTimes() (list []memoryTime) {
	for _, bytes := range memorySizes {
		list = append(list, memoryTime{bytes, chase(bytes)})
	}
	return list
}

// chase goes from line to line in one circle through all of them, in no order that a processor could guess. It answers ns for a step.
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
	next[0] = at // so that the loads are wanted
	return float64(took.Nanoseconds()) / loads
}
