package client

import "gasnetgo/lapi"

// Handler is what each client does with effects. The driver calls it with the client's lock. Its methods do not block, and may call the machine's, but not Perform.
type Handler interface {
	// Bump adds one to a counter.
	Bump(e lapi.Bump)

	// RunHeader runs a header handler, or has a thread run it later. Machine.Headed reports it.
	RunHeader(e lapi.RunHeader)

	// RunCompletion runs a completion handler, or has a thread run it later. Machine.Completed reports it.
	RunCompletion(e lapi.RunCompletion)

	// Performed is called at the end of each Perform.
	Performed()

	// Fail ends the job. If it returns, the driver goes on with the next effect.
	Fail(err error)
}

// Words is a Handler whose words are changed by read-modify-writes of other tasks, and which gets the results of its own.
type Words interface {
	// Change carries out a read-modify-write, and returns its result.
	Change(e lapi.Rmw) (result uint64)

	// Store stores the result of a read-modify-write of this task.
	Store(e lapi.Store)
}

// Sender is a Handler whose operations have callbacks (lapi.Callback).
type Sender interface {
	// RunSent runs a callback, or has a thread run it later.
	RunSent(e lapi.RunSent)
}

// Gatherer is a Handler that begins collective operations.
type Gatherer interface {
	// Gathered notes that one is complete.
	Gathered(e lapi.Gathered)
}

// Finisher is a Handler whose header handlers return a Heading with Finish.
type Finisher interface {
	// Finish deals with a message's data. Machine.Finished reports it.
	Finish(e lapi.Finish)
}

// Ender is a Handler that wants to know when operations are complete. Others need not: counters tell it.
type Ender interface {
	Ended(e lapi.Ended)
}

// Explainer is a Handler that words panics.
type Explainer interface {
	// Explain ends the job, or panics again. e is the effect that was being carried out.
	Explain(e lapi.Effect, panicked any)
}
