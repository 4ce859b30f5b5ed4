// Package client drives a machine of package lapi for its clients: the LAPI of a program (lapi/process), GASNet's conduit over LAPI and ARMCI's transport over LAPI.
// It knows no API. It has
//
//   - the [Driver]: the loop that carries out the machine's effects and the one that serves packets of a [Link];
//   - the settings that all clients share: window, acknowledgements, pieces of a packet, bytes of a user header;
//   - [Numbers]: functions behind the addresses that LAPI has for counters and completion handlers;
//   - sources of operations, which are copied if they are short ([Driver.Source]);
//   - the [Repeater]: what the timers of a link that loses packets call.
//
// # How a client uses it
//
// A client implements [Handler] and those optional powers that its operations need: a client that sends LAPI_Rmw, or is the target of one, implements [Words]. It
// calls the machine's methods on the Driver, and then [Driver.Perform]:
//
//	d := client.New(client.Config{Task: me, Tasks: n, Link: link, Handler: h})
//	d.Put(to, into, d.Source(at, bytes), lapi.Counters{Complete: numbers.New(func() { done = true })}, lapi.Callback{})
//	d.Perform()
//	some, err := d.Serve() // from time to time
//
// An effect that the driver does not know, or that needs a power which the client does not have, ends the job with an error: no effect is dropped silently.
//
// # Locking
//
// The client's lock guards the Driver. All methods need it except those of the Repeater, which lock it themselves. The Driver calls the Handler and the Link with the
// lock. No method blocks.
package client
