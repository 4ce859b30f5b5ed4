// Package lapi is ARMCI's transport over LAPI, with the protocols that Global Arrays had on the IBM SP ("Performance and Experience with LAPI", section 5.3): contiguous transfers are puts and
// gets; runs travel packed in the user headers of active messages, one after the other; from half a megabyte on each run is a put or a get of its own. A get of runs is a request, whose target
// puts them back. Accumulates, mutexes and words that LAPI does not change are requests that the target's handlers serve.
//
// LAPI does not order operations, and ARMCI does: an operation waits until those before it to the same rank are complete, except accumulates among themselves.
//
// The transport is a client of lapi/client, with a machine of its own. Its handlers are Go's, counters are numbers of functions. docs/design/armci-lapi.md describes its messages.
package lapi
