package shmem

import "fmt"

// peSet is an ordered set of PEs at equal distances: member i is start + i*stride. The stride may be negative, and 0 in a set of one. It is the members of a team, an
// active set or a context in the job, and those of a team to be in its parent.
type peSet struct {
	start, stride, size int
}

// pe is member i.
func (s peSet) pe(i int) int { return s.start + i*s.stride }

// has reports whether there is a member i.
func (s peSet) has(i int32) bool { return i >= 0 && int(i) < s.size }

// index is which member a PE is; false if it is none.
func (s peSet) index(pe int) (int, bool) {
	d, stride := pe-s.start, s.stride
	if stride == 0 {
		stride = 1
	}
	if d%stride != 0 || d/stride < 0 || d/stride >= s.size {
		return 0, false
	}
	return d / stride, true
}

// String names the members.
func (s peSet) String() string { return fmt.Sprintf("%d PEs from %d by %d", s.size, s.start, s.stride) }
