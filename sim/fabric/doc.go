// Package fabric is the interface between a simulated network and the libraries that use it. It knows no API: Portals is one client of it, in sim/nal.
//
//	message.go   a message, from the endpoint that sends it to the one that receives it
//	endpoint.go  an endpoint of messages, and what it is besides: the source of payloads, the owner of match lists; the events that observers see
//	address.go   who receives what is sent to a channel of a rank, and messages that take no time
//	network.go   a model of a network; the parts, counters and links of a device that can be observed
//	kind.go      a kind of network: its sections of a machine file, and how to build it
//	fabric.go    a network with the ranks of a job on it
//	ledger.go    the charges of a rank's calls, and the messages that it sends when it has spent them
//	barrier.go   the barrier of the job
//
// A message passes through these calls, all on the kernel's thread:
//
//	library       Post: the message is queued in the ledger of its rank, which spends the time that making it takes
//	Depart        (From) the time has been spent: the library finds the target and hands the message to the network
//	Transmit      the network takes it
//	Leave         (From) the message is about to be the target's
//	Left          (From, a Source) the payload has been read: the endpoint copies it out of the sender's memory
//	Sent          (From, a Source) the sender's host has been notified
//	Arrived       (To) the header has arrived
//	Received      (To) the payload has arrived: the endpoint copies it into the target's memory
//	Wake          (both) the rank can observe the effects
package fabric
