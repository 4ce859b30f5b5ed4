package portals

import (
	"fmt"
	"math"

	"gasnetgo/portals"
	"gasnetgo/portals/process"
	"gasnetgo/sim/nal"
)

// Events is the capacity of the event queues of APIs over Portals: what arrives between two polls of the library, which polls after every message.
const Events = 32

// Share is an API's part in the interface that a rank's program may use, too.
type Share struct {
	Host  *process.Host
	Link  *nal.Link
	Index uint32 // of the portal table that is the API's on all ranks

	ids []portals.ProcessID // by rank
}

// ID is what a rank goes by.
func (s *Share) ID(rank int) portals.ProcessID { return s.ids[rank] }

// Share gives an API its part, when all ranks have called it, which have chosen Portals by variable. It blocks.
func (i *Interface) Share(user process.User, variable string) (*Share, error) {
	if i.rank.PacketsOnly {
		return nil, fmt.Errorf("%s=portals: the network of this simulated machine carries LAPI only", variable)
	}
	host, link, err := i.Acquire(user)
	if err != nil {
		return nil, err
	}
	indices, ok := i.job.indices[user]
	if !ok {
		indices = math.MaxUint32
	}
	i.job.indices[user] = min(indices, uint32(host.NI.Granted().MaxPTIndex)+1)
	i.rank.Port.Barrier() // all ids and tables are known
	return &Share{Host: host, Link: link.(*nal.Link), Index: i.job.indices[user] - user.FromEnd(), ids: i.net.IDs()}, nil
}
