package job

// API is one of the APIs that the programs of a job can call. It holds what ranks of the job share for it.
type API interface {
	// Join creates rank r's part, which answers the calls of its program. It is called once for each rank, in order, when the job is built.
	Join(j *Job, r *Rank) any
}

// MaxAPIs bounds the numbers of APIs.
const MaxAPIs = 8

// Exiter is a rank's part of an API that has something to do when its program ends with status 0.
type Exiter interface {
	// Unfinished reports whether the program has begun to use the API and has not ended that.
	Unfinished() bool

	// AtExit ends it.
	AtExit() error
}

// Accesser is a rank's part of an API whose programs access memory of other nodes by plain loads and stores.
type Accesser interface {
	// Access makes an access to addresses of Memory.Hide: a store of data, or a load into it. It blocks the rank for as long as the processor is busy. false: nothing has happened,
	// since this access is not possible.
	Access(at uintptr, data []byte, store bool) bool

	// Poll is called when the rank polls bytes of memory of Memory.Watch and has found what it found before. It blocks the rank until that may be different.
	Poll(at uintptr, bytes uint64)
}

// Find is the job's API of a type, for an API that uses another one; false if the job has none.
func Find[T API](j *Job) (found T, ok bool) {
	for _, a := range j.APIs {
		if found, ok = a.(T); ok {
			return found, true
		}
	}
	return found, false
}

// Part is the part of a rank, or of a thread of a library, that has a type; false if it has none.
func Part[T any](r *Rank) (found T, ok bool) {
	for _, part := range r.APIs {
		if found, ok = part.(T); ok {
			return found, true
		}
	}
	return found, false
}
