package capi

/*
#include <stdlib.h>
*/
import "C"

import (
	"errors"
	"unsafe"

	_ "gasnetgo/capi/job" // C
	"gasnetgo/internal/memory"
	"gasnetgo/live"
	"gasnetgo/sim/job"
	simshmem "gasnetgo/sim/job/shmem"
	"gasnetgo/sim/run"
)

// jobCalls are the operations of the job, which belong to no API.
type jobCalls interface {
	// Rank and Size are -1 if this process cannot join a job.
	Rank(fn string) (int32, error)
	Size(fn string) (int32, error)

	// Barrier waits for all ranks; -1 as above.
	Barrier(fn string) (int32, error)

	// Error is the address of a C string: gasnetgo_error of a simulated rank, valid until it asks again.
	Error(fn string) (uintptr, error)

	// Fatal ends the job because of something that C has noticed: why is the address of a C string.
	Fatal(fn string, why uintptr) error
}

var jobAPI = api{
	live:     func(r *rank) (any, error) { return liveJob{r}, nil },
	sim:      func(run.Setup) (job.API, error) { return simJobs{}, nil },
	dispatch: func(part any, op uint32, frame unsafe.Pointer) error { return dispatchJob(part.(jobCalls), op, frame) },
	fields:   fieldsJob,
}

// liveJob is the job of this process.
type liveJob struct{ *rank }

// mapped joins the job and maps its memory, which C's barrier needs; nil if that fails, which a line on stderr says.
func (j liveJob) mapped() *live.Session {
	s, err := j.join()
	if err == nil {
		err = s.Map()
	}
	if err != nil {
		live.PrintLine(err.Error())
		return nil
	}
	return s
}

func (j liveJob) Rank(string) (int32, error) {
	if s := j.mapped(); s != nil {
		return int32(s.Job.Rank), nil
	}
	return -1, nil
}

func (j liveJob) Size(string) (int32, error) {
	if s := j.mapped(); s != nil {
		return int32(s.Job.Size), nil
	}
	return -1, nil
}

// Barrier is for a process that cannot join, and for jobs on several hosts: on one host C has the barrier.
func (j liveJob) Barrier(string) (int32, error) {
	s := j.mapped()
	if s == nil || !s.Job.SpansHosts() {
		return -1, nil
	}
	return 0, s.HostsBarrier()
}

var errOfC = errors.New("in a live process C does this itself")

func (j liveJob) Error(string) (uintptr, error) { return 0, errOfC }
func (j liveJob) Fatal(string, uintptr) error   { return errOfC }

// simJobs makes the job's operations for simulated ranks.
type simJobs struct{}

func (simJobs) Join(j *job.Job, r *job.Rank) any { return &simJob{rank: r, size: len(j.Nodes)} }

type simJob struct {
	rank *job.Rank
	size int
	text *C.char // what Error has answered last
}

func (j *simJob) Rank(string) (int32, error) { return int32(j.rank.ID()), nil }
func (j *simJob) Size(string) (int32, error) { return int32(j.size), nil }

func (j *simJob) Barrier(string) (int32, error) {
	j.rank.Barrier()
	return 0, nil
}

func (j *simJob) Error(string) (uintptr, error) {
	C.free(unsafe.Pointer(j.text))
	j.text = C.CString(j.rank.APIs[apiShmem].(*simshmem.Rank).LastError())
	return uintptr(unsafe.Pointer(j.text)), nil
}

func (j *simJob) Fatal(_ string, why uintptr) error {
	return errors.New(C.GoString(memory.At[C.char](why)))
}
