// Package ofi is GASNet's conduit over a network: an [ofi.Port] that ranks of several hosts share.
//
// An active message is one message of the port, or several in a row. A rank may have Depth requests at another: a request's credit comes back when its handler has
// returned, with the reply if there was one. So what a rank has to keep for others is bounded, and replies need no credits of their own. Puts, gets and
// payloads of large Longs are writes and reads of the other rank's segment.
package ofi
