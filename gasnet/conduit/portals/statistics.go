package portals

import "fmt"

// counts are what a rank has done, besides the flow control's counts and the firehose's.
type counts struct {
	temporary uint64 // descriptors made for one transfer
	bounced   uint64 // transfers that were copied
}

// Statistics is a line about what the rank has sent, how often it has waited, and how its credits have moved. "" if the environment does not ask for it, or a thread
// is in the middle of a call.
func (c *Core) Statistics() string {
	if !c.Options.Stats || !c.Host.TryLock() {
		return ""
	}
	defer c.Host.Unlock()
	f := &c.flow
	line := fmt.Sprintf("GASNet over Portals: %d requests, %d waited for credits; credits: gained %d, gave back %d; lent %d more, got back %d, %d of %d in the bank",
		f.requests, f.stalls, f.gained, f.gave, f.lent, f.back, f.bank, f.total)
	if c.Options.Firehose {
		return line + fmt.Sprintf("; firehose: %d descriptors made, %d found", c.firehose.made, c.firehose.hits)
	}
	return line + fmt.Sprintf("; %d descriptors for one transfer, %d transfers copied", c.counts.temporary, c.counts.bounced)
}
