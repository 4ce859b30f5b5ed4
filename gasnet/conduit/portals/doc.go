// Package portals is GASNet over Portals 3.3: the protocol of "Porting GASNet to Portals: Partitioned Global Address Space (PGAS) Language Support for the Cray
// XT". Puts and gets are those of Portals. An active message is a put into memory that its receiver has set aside, as are its answer and a Long's payload.
// docs/design/gasnet-portals.md describes objects, bits on the wire and flow control, and where this differs from the paper.
//
// A conduit takes events only when its rank polls: what messages cost is paid by the program that handles them. It waits in the middle of a call only for events
// of its own operations and for replies, never for requests.
package portals
