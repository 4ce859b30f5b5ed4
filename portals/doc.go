// Package portals is the place of Portals 3.3: portal tables, match lists, memory descriptors and event queues as a pure state machine,
// to which headers come in and from which effects (deposit these bytes, send this header, log this event) go out, so that the same
// code serves live ranks and a simulated machine.
//
// There is nothing here yet: a program that needs Portals cannot be built against this library.
package portals
