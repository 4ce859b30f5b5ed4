// Package again has the answers by which a call asks to be made again. No API has them as codes. C knows the same ones (capi/runtime/again.h) and acts on them
// on the program's own stack, where a handler of the program may run and a wait may take long.
package again

import "math"

// First results of operations whose line in api/x.tbl says "again".
const (
	Wait    = math.MinInt32 + iota // nothing has happened yet: make the call again a little later
	Handler                        // run the handler that the API has ready, then make the call again
)
