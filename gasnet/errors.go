package gasnet

import "gasnetgo/internal/fault"

// How a mistake is answered, here and in capi/gasnet:
//
// Where the function has a code and the specification gives that mistake one, the call answers the code: Err constants. Where a code has many causes, one line
// says which as well: refuse. Everything else ends the job with one line: an error, which is a *fault.Error.
//
// docs/design/gasnet.md says why.

// refuse answers a code whose cause the program could not find out from it, and says the cause.
func (r *Rank) refuse(fn string, code int32, cause error) int32 {
	r.world.Warn(fn + ": " + cause.Error())
	return code
}

// errDeclined is a mistake of the library's: without an engine only wrong calls come here.
var errDeclined = fault.New("", nil, "internal error: the data plane declined a valid call")
