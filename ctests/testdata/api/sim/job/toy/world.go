// Package toy binds the toy API to the ranks of a simulated job.
package toy

import (
	"gasnetgo/sim/job"
	"gasnetgo/toy"
)

// Job is the toy API in a job.
type Job struct{}

var _ job.API = (*Job)(nil)

// Join makes a rank's *toy.Toy.
func (*Job) Join(_ *job.Job, r *job.Rank) any { return toy.New(r.ID()) }
