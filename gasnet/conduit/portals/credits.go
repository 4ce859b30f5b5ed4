package portals

import (
	"gasnetgo/internal/fault"
	"gasnetgo/internal/knob"
)

// A credit is the right to use so many bytes of a receiver's memory and one event of its queue.
const (
	creditBytes  = 256
	leastCredits = ChunkBytes / creditBytes // of a peer: those of the largest message
	mostCredits  = 1<<16 - 1                // of a peer
)

// creditsOf are the credits of a message of so many bytes.
func creditsOf(bytes uint64) int { return max(1, int((bytes+creditBytes-1)/creditBytes)) }

// defaults are the credits of a peer and those banked, by the size of the job; between two rows they are interpolated.
var defaultsBySize = [...]struct{ ranks, each, banked int }{
	{1, 200, 200}, {64, 170, 12800}, {128, 170, 25600}, {512, 64, 25600}, {1024, 32, 25600}, {2048, 16, 25600}, {3072, 12, 25600}, {4096, 8, 25600}, {20480, 8, 25600},
}

func defaultCredits(ranks int) (each, banked int) {
	last := defaultsBySize[len(defaultsBySize)-1]
	for i, row := range defaultsBySize[1:] {
		if ranks <= row.ranks {
			low := defaultsBySize[i]
			between := func(a, b int) int { return a + (b-a)*(ranks-low.ranks)/(row.ranks-low.ranks) }
			return between(low.each, row.each), between(low.banked, row.banked)
		}
	}
	return last.each, last.banked
}

// credits are what a rank lends to each peer at the beginning, and what it keeps to lend to those who need more. Forced credits come before the receive space,
// which comes before the defaults.
func (o *Options) credits(ranks int) (each, banked int, err error) {
	peers := ranks - 1
	if peers == 0 {
		return 0, 0, nil
	}
	each, banked = defaultCredits(ranks)
	space := int(o.ReceiveSpace / creditBytes)
	few := fault.New(knob.PortalSpace, o.ReceiveSpace, "room for %d credits of %d bytes, and %d peers need at least %d each: %d bytes",
		space, creditBytes, peers, leastCredits, peers*leastCredits*creditBytes)
	switch forced, bank, limited := o.CreditsPerPeer != Unset, o.Banked != Unset, o.ReceiveSpace > 0; {
	case forced && bank:
		each, banked = o.CreditsPerPeer, o.Banked
	case forced && limited:
		each, banked = o.CreditsPerPeer, space-o.CreditsPerPeer*peers
		if banked < 0 {
			return 0, 0, fault.New(knob.PortalSpace, o.ReceiveSpace, "room for %d credits of %d bytes, and %s=%d for %d peers needs %d bytes",
				space, creditBytes, knob.PortalCredits, o.CreditsPerPeer, peers, o.CreditsPerPeer*peers*creditBytes)
		}
	case bank && limited:
		each, banked = (space-o.Banked)/peers, o.Banked
		if each < leastCredits {
			return 0, 0, fault.New(knob.PortalSpace, o.ReceiveSpace, "room for %d credits of %d bytes, of which %s=%d leaves less than %d for each of %d peers",
				space, creditBytes, knob.PortalBanked, o.Banked, leastCredits, peers)
		}
	case limited:
		each, banked = space/peers, 0
		if each < leastCredits {
			return 0, 0, few
		}
	case forced:
		each = o.CreditsPerPeer
	case bank:
		banked = o.Banked
	}
	if !o.Dynamic {
		each, banked = each+banked/peers, 0
	}
	switch {
	case each < leastCredits:
		return 0, 0, fault.New(knob.PortalCredits, each, "not in %d..%d: the largest message needs %d", leastCredits, mostCredits, leastCredits)
	case each > mostCredits:
		return 0, 0, fault.New(knob.PortalCredits, each, "not in %d..%d", leastCredits, mostCredits)
	}
	return each, banked, nil
}
