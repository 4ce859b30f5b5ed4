// Package lapi is GASNet over LAPI, as GASNet's own lapi-conduit is: an active message is a message of LAPI whose header handler finds where the payload goes and whose
// completion handler, which runs inline, queues it for the program; puts and gets are those of LAPI, and their counters tell when they are complete.
//
// The conduit is a context of LAPI of its own, whose handlers are Go's, on the state machine that the program's contexts have. It is always in polling mode: packets are
// served when the rank calls GASNet. docs/design/gasnet-lapi.md describes the messages.
package lapi
