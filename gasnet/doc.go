// Package gasnet is what GASNet-1 (specification 1.8) means: job control, segments, handler tables, active messages, puts and gets, barriers. It knows
// neither the live nor the simulated world; each supplies a World, and a conduit of package conduit moves the data.
//
// In the live world most calls never come here: the data plane in C does what these methods do, by the same rules (capi/gasnet/plane.h). What comes is
// set-up, all that is wrong, and everything with GASNETGO_PLANE=go or in a simulated world. docs/design/gasnet.md shows how the parts fit.
package gasnet
