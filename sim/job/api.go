package job

// API is one of the APIs that the programs of a job can call. It holds what ranks of the job share for it.
type API interface {
	// Join creates rank r's part, which answers the calls of its program. It is called once for each rank, in order, when the job is built.
	Join(j *Job, r *Rank) any
}

// Exiter is a rank's part of an API that has something to do when its program ends with status 0.
type Exiter interface {
	// Unfinished reports whether the program has begun to use the API and has not ended that.
	Unfinished() bool

	// AtExit ends it.
	AtExit() error
}
