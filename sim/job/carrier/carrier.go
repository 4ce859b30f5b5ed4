// Package carrier says what the messages of an API travel over that has a choice on simulated machines.
package carrier

import "gasnetgo/sim/job"

// Carrier is what carries messages.
type Carrier uint8

// The choices of the environment.
const (
	ByMachine Carrier = iota // see On
	Memory                   // that all ranks share: messages take no time of the machine's
	Portals
	LAPI // on machines that have packets
	SCI  // stores to memory of other nodes, on machines that have SCI adapters
)

// On is the carrier that a job takes. The machine's is LAPI where the network carries nothing else, Portals elsewhere, and memory where messages cost nothing and nothing
// happens to them.
func (c Carrier) On(j *job.Job) Carrier {
	switch {
	case c != ByMachine:
		return c
	case j.PacketsOnly:
		return LAPI
	case j.Costs.Call+j.Costs.Send > 0, j.Detours:
		return Portals
	}
	return Memory
}
