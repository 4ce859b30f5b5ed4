// Package nal is the network abstraction layer of live Portals: it moves headers and data between the processes of a host.
//
// A message is a record in its target's mailbox. A record contains small payloads; for larger ones it has their address, and the target, once it has matched,
// copies them in one step, from shared memory, or else through the kernel from the sender's private memory. It then notifies the sender, whose SEND_END waits
// for that. If the kernel refuses (in some containers), the target requests the data, and the sender streams it through the mailbox. Replies travel like puts.
//
// A rank of another host puts its records into messages of the network (Far), and the library of the target puts them into the target's mailbox. Longer payloads are
// streamed.
//
// A mailbox is served by a thread of the program that polls for events, or by the link's progress goroutine while the program computes (node/service.go decides
// which one is woken). A full mailbox never blocks the library: records wait in a queue of the sender, in order, and the program's own next message waits in
// its call.
package nal
