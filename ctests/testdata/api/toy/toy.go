// Package toy is the meaning of a minimal API with all parts that an API has. It does not depend on the world.
package toy

import "gasnetgo/internal/again"

// Toy is one rank.
type Toy struct {
	rank, sum int32
	handler   uintptr
	value     int32
	ran       bool // whether the handler of the current call has run
}

// New makes a rank.
func New(rank int) *Toy { return &Toy{rank: int32(rank)} }

// Rank is toy_rank.
func (t *Toy) Rank() int32 { return t.rank }

// Add is toy_add.
func (t *Toy) Add(value int32) int32 {
	t.sum += value
	return t.sum
}

// Call is toy_call. The first time it requests a run of the handler.
func (t *Toy) Call(handler uintptr, value int32) int32 {
	if t.ran = !t.ran; t.ran {
		t.handler, t.value = handler, value
		return again.Handler
	}
	return value + 1
}

// Ready is the pending handler.
func (t *Toy) Ready() (handler uintptr, value int32) { return t.handler, t.value }
