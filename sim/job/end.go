package job

import "fmt"

// ExitError means that a rank has ended the job with a status.
type ExitError struct {
	Rank, Status int
	Normal       bool // all programs end as by exit: shmem_global_exit
}

// Error names both.
func (e *ExitError) Error() string {
	return fmt.Sprintf("rank %d ended the job with status %d", e.Rank, e.Status)
}

// Fail ends the job because of the rank, on its coroutine, which is unwound: it does not return.
func (r *Rank) Fail(err error) {
	r.World().Fail(err)
	for {
		r.Wait("the end of the job", func() bool { return false })
	}
}

// Worsen says that a rank leaves a job that is over with a status: the first one that is not 0 counts.
func (j *Job) Worsen(status int) {
	if j.status == 0 {
		j.status = status
	}
}

// Status is the exit status of a completed job: 0, or the status given to Worsen.
func (j *Job) Status() int { return j.status }
