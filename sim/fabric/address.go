package fabric

import "gasnetgo/sim"

// Channel is what a message is for at its target: the target's rank and a channel are an address. The client that builds a job gives each library of it a number.
type Channel uint8

// Serve makes e the endpoint for messages to a channel of a rank. Call it while the job is built: afterwards, all ranks read the table.
func (f *Fabric) Serve(rank int, c Channel, e Endpoint) {
	for int(c) >= len(f.served) {
		f.served = append(f.served, make([]Endpoint, len(f.ports)))
	}
	f.served[c][rank] = e
}

// Endpoint is the endpoint for messages to a channel of a rank. A sender passes it to the network, and calls nothing of it: the target finds out by what the message
// says, when it arrives, what it is for.
func (f *Fabric) Endpoint(rank int, c Channel) Endpoint { return f.served[c][rank] }

// Hand delivers a message at the present time, after the events that are due, without the network and without cost: between ranks of a node, or what stands for something
// that is not modelled. Its target answers nothing.
func (f *Fabric) Hand(m *Message) { f.kernel.After(0, (*handed)(m), 0) }

// handed is a message that Hand delivers.
type handed Message

// Act delivers it.
func (h *handed) Act(k *sim.Kernel, _ uint64) {
	m := (*Message)(h)
	to := m.To
	to.Received(m)
	to.Wake(k.Now())
}

// Ring has a rank check again what it waits for: another one has changed memory that all ranks share. It stands for a message without cost that arrives at the present
// time, and is only for ranks between which there is no network, as on the ideal machine.
func (f *Fabric) Ring(rank int) { f.ports[rank].rank.WakeAt(f.kernel.Now()) }
