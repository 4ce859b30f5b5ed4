// Package toy binds the toy API to a session of the live world.
package toy

import (
	"gasnetgo/live"
	"gasnetgo/toy"
)

// New makes this process's rank.
func New(s *live.Session) *toy.Toy { return toy.New(s.Job.Rank) }
