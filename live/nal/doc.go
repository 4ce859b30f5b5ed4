// Package nal is the network abstraction layer of live Portals: how headers and bytes get from one process of a host to another.
//
// A message is a record in its target's mailbox. Small payloads ride in it; for larger ones the record says where they are, and the target,
// once it has matched, copies them in one step: from memory that both see, or else through the kernel out of the sender's private
// memory, and then tells the sender, whose SEND_END waits for that. Where the kernel refuses (some containers do), the target asks for the bytes, and the
// sender streams them through the mailbox. Replies travel like puts.
//
// Whoever is at hand serves a mailbox: a thread of the program that looks for events does it itself, and the link's progress goroutine does it for a
// program that computes (node/service.go decides who is rung). A mailbox that is full never blocks anybody here: records wait in a queue of the
// sender, in order, and the program's own next message waits in its call.
package nal
