// Package request is what ranks ask of each other over a channel of an [ofi.Port]. SHMEM, ARMCI and GASNet are its clients.
//
// A [Layer] is one rank's endpoint. It carries three kinds of operations: messages of a stream, which the peer executes and acknowledges; requests, to which the peer replies; and
// writes and reads of the peer's memory. All messages begin with the same head ([Message]). The layer checks heads, replies and acknowledgements, and its client checks what only
// the client can know: places in memory, operations, lengths.
//
// A damaged or impossible message is reported by both ranks: the receiver's layer fails, and refuses the message, so that the layer of the sender fails as well. Then all waits of
// both return with the failure: no rank waits for a message that the peer does not execute. A peer of the same version never sends such a message.
package request
