package topo

import (
	"fmt"
	"strings"
)

// Shape is a box of nodes. Node x + X*(y + Y*z) is at (x, y, z).
type Shape struct {
	X, Y, Z int
	Wrap    [3]bool // the ends of a dimension are connected, too
}

// nodeBits is how many bits the number of a node has.
const nodeBits = 20

// Check says what is wrong with a shape.
func (s Shape) Check() error {
	const most = 1 << nodeBits
	if s.X < 1 || s.Y < 1 || s.Z < 1 || s.X > most || s.Y > most || s.Z > most || s.X*s.Y > most || s.X*s.Y*s.Z > most {
		return fmt.Errorf("%d x %d x %d is not a box of 1 to %d nodes", s.X, s.Y, s.Z, most)
	}
	return nil
}

// String is the shape, for people.
func (s Shape) String() string {
	text := fmt.Sprintf("%d x %d x %d", s.X, s.Y, s.Z)
	var rings []string
	for d, wrap := range s.Wrap {
		if wrap {
			rings = append(rings, string("xyz"[d]))
		}
	}
	if len(rings) == 0 {
		return text + " mesh"
	}
	return text + " torus in " + strings.Join(rings, ", ")
}

// Nodes is how many there are.
func (s Shape) Nodes() int { return s.X * s.Y * s.Z }

// At is where a node is.
func (s Shape) At(node int) [3]int { return [3]int{node % s.X, node / s.X % s.Y, node / (s.X * s.Y)} }

// Hops is how many links lie between two nodes.
func (s Shape) Hops(a, b int) int {
	n := 0
	from, to := s.At(a), s.At(b)
	for d, size := range [3]int{s.X, s.Y, s.Z} {
		steps, _ := s.way(d, size, from[d], to[d])
		n += steps
	}
	return n
}

// Furthest is the number of hops between the nodes that are furthest from each other.
func (s Shape) Furthest() int {
	n := 0
	for d, size := range [3]int{s.X, s.Y, s.Z} {
		if s.Wrap[d] {
			n += size / 2
		} else {
			n += size - 1
		}
	}
	return n
}

// way is how to get from one coordinate to another: steps, and whether they go up. Of two ways that are equally long, even coordinates go up and odd ones down, so
// that both directions of a ring carry the same.
func (s Shape) way(dimension, size, from, to int) (steps int, up bool) {
	steps = to - from
	if s.Wrap[dimension] {
		if steps < 0 {
			steps += size
		}
		if 2*steps < size || 2*steps == size && from%2 == 0 {
			return steps, true
		}
		return size - steps, false
	}
	if steps >= 0 {
		return steps, true
	}
	return -steps, false
}
