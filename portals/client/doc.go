// Package client is what users of Portals inside the library share: an API whose operations travel over Portals, such as SHMEM's transport, is a client. The
// package knows no API. It has
//
//   - endpoints: event queues, match entries and descriptors, created together and freed together ([Setup], [Memory]);
//   - operations in flight: the initiator's record of an operation from its start to its completion ([Operation]), in one list per context;
//   - waiting for space, for an operation, for all operations of a context ([Client.Start], [Client.Await], [Client.Quiet]);
//   - the event loop: each event goes to the operation that its match bits name, or to the client's handler of arrivals ([Setup.Operations], [Setup.Arrivals]);
//   - flow control: a ring of buffers that receives messages that a target has not asked for ([Ring]);
//   - the error of an event that reports a failure ([Client.Check]).
//
// # How a client uses it
//
// A client gets the interface from [process.Process.Acquire], describes its world in a [Config], and creates its objects in the function that it passes to
// [Client.Open]. All ranks open before any rank communicates, and close after all have finished communicating. An interface has one client at a time.
//
// The initiator of an operation starts a record, issues the operation and releases the record. The record stays allocated until the operation is complete
// and has been released:
//
//	op, err := c.Start(context, peer)                  // waits for space; TryStart does not
//	op.CountComplete(&outstanding)                     // optional: for non-blocking operations that are awaited in groups
//	err = c.Put(op, from.At(addr, n), n, target, 0)    // target.MatchBits has op.ID() in its lowest IDBits
//	err = c.Await("a put", op.Complete)                // optional: a blocking operation
//	c.Release(op)
//
// Acknowledgements and replies return the match bits, so the match bits below [IDBits] belong to the package; the rest belongs to the client, as do header
// data and offsets that no descriptor uses.
//
// A target does nothing for puts and gets of a segment: an entry with a remotely managed descriptor and no events serves them. For messages that a target
// handles, an entry's descriptor names a queue, and the client's handler is called with each event. It runs wherever messages are received, with the lock
// held, and must not block. It may send a header ([Client.Post]), issue an operation for which there is space ([Client.TryStart]), attach an entry again whose
// buffer has been filled ([Client.Attach]), and complete an operation whose reply is a message of the client's own ([Client.Complete]).
//
// # Flow control
//
// Portals drops a message for which the target has no entry with space. A client that sends messages without having been asked for them has credits for each
// target, and the target a [Ring] for as many messages as there are credits for it: BuffersFor(credits * peers) buffers. The target returns a credit with its
// answer. The tests have such a client: requests and replies with payload.
//
// # Locking
//
// The host's lock guards a client. All methods need it except New, Open, Close and Progress, which lock it themselves. Methods that wait release it while they wait.
package client
