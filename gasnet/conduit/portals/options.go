package portals

import (
	"gasnetgo/internal/fault"
	"gasnetgo/internal/knob"
)

// Options are the environment's: those of GASNet's own conduit, with the same names, meaning and defaults.
type Options struct {
	PutBounce, GetBounce uint64 // longest transfer outside of the segment that is copied through a chunk, in bytes
	SendChunks           int    // for requests, and for transfers that are copied
	ReplyChunks          int
	Temporary            int // descriptors that exist for one transfer, at a time
	Tickets              int // operations that this rank has begun and that have not left it, or for puts and gets are not complete
	PackedLong           bool
	Stats                bool // print a line at Exit
	FlowControl, Dynamic bool
	Epoch                int // requests that a rank receives in an epoch of its loans
	MostOfPeer           int // credits that one peer can have
	SafeLimit, AMLimit   int // events of a queue in one poll
	SystemLimit          int // 0: any
	CreditsPerPeer       int // Unset: as many as a job of that size has
	Banked               int // Unset: the same
	ReceiveSpace         uint64
	Firehose             bool
	Regions              int    // of the firehose
	RegionBytes          uint64 // largest
	VictimBytes          uint64 // of regions that nothing uses
}

// Tickets: enough for the replies that are set aside and the largest messages, and as many as package client has records.
const (
	leastTickets = 12
	mostTickets  = 60000
)

// Unset is a number that the environment does not give.
const Unset = -1

// Defaults are the options of an empty environment, with firehose or with a descriptor for each transfer. pins: a descriptor is dear, since its memory must be
// pinned.
func Defaults(pins, firehose bool) Options {
	o := Options{
		SendChunks: 2048, ReplyChunks: 256, Temporary: 1024, Tickets: 250, PackedLong: true, FlowControl: true, Dynamic: true, Epoch: 1024, MostOfPeer: 400,
		SafeLimit: 12, AMLimit: 8, CreditsPerPeer: Unset, Banked: Unset, Firehose: firehose, Regions: 1024, RegionBytes: 128 << 10, VictimBytes: 128 << 20,
	}
	switch {
	case firehose:
	case pins:
		o.PutBounce, o.GetBounce = ChunkBytes, ChunkBytes
	default:
		o.PutBounce, o.GetBounce = ChunkBytes/2, ChunkBytes/2
	}
	return o
}

// Read is the environment's options. pins is whether memory under a descriptor must be pinned; if so, firehose is used unless the environment says otherwise.
func Read(knobs *knob.Set, pins bool) (o Options, err error) {
	keep := func(e error) {
		if err == nil {
			err = e
		}
	}
	number := func(name string, into *int) {
		if !knobs.IsSet(name) {
			return
		}
		v, e := knobs.Int(name)
		keep(e)
		*into = int(v)
	}
	size := func(name string, into *uint64) {
		if !knobs.IsSet(name) {
			return
		}
		v, e := knobs.Size(name)
		keep(e)
		*into = v
	}
	flag := func(name string, into *bool) {
		if !knobs.IsSet(name) {
			return
		}
		v, e := knobs.Bool(name)
		keep(e)
		*into = v
	}
	firehose := pins
	flag(knob.PortalFirehose, &firehose)
	o = Defaults(pins, firehose)
	flag(knob.PortalStats, &o.Stats)
	size(knob.PortalBounce, &o.PutBounce)
	if knobs.IsSet(knob.PortalBounce) {
		o.GetBounce = o.PutBounce
	}
	size(knob.PortalPutBounce, &o.PutBounce)
	size(knob.PortalGetBounce, &o.GetBounce)
	number(knob.PortalSendChunks, &o.SendChunks)
	number(knob.PortalReplyChunks, &o.ReplyChunks)
	number(knob.PortalTemporary, &o.Temporary)
	number(knob.PortalTickets, &o.Tickets)
	flag(knob.PortalPacked, &o.PackedLong)
	number(knob.PortalEpoch, &o.Epoch)
	flag(knob.PortalFlow, &o.FlowControl)
	o.Dynamic = o.FlowControl
	flag(knob.PortalDynamic, &o.Dynamic)
	if knobs.IsSet(knob.PortalDynamic) && o.Dynamic {
		o.FlowControl = true
	}
	number(knob.PortalMostOfPeer, &o.MostOfPeer)
	number(knob.PortalSafeLimit, &o.SafeLimit)
	number(knob.PortalAMLimit, &o.AMLimit)
	number(knob.PortalSystemLimit, &o.SystemLimit)
	number(knob.PortalCredits, &o.CreditsPerPeer)
	number(knob.PortalBanked, &o.Banked)
	size(knob.PortalSpace, &o.ReceiveSpace)
	size(knob.FirehoseRegion, &o.RegionBytes)
	size(knob.FirehoseVictimBytes, &o.VictimBytes)
	number(knob.FirehoseVictims, &o.Regions)
	return o, err
}

// settle checks the options and returns them with what bounds them applied. warn gets a line about what is reduced.
func (o Options) settle(warn func(line string)) (Options, error) {
	if o.Firehose && (o.RegionBytes < 2*page || o.RegionBytes%page != 0) {
		return o, fault.New(knob.FirehoseRegion, o.RegionBytes, "not a multiple of %d of at least %d", page, 2*page)
	}
	for _, n := range []struct {
		name        string
		value       int
		least, most int
	}{
		{knob.PortalSendChunks, o.SendChunks, 1, mostChunks}, {knob.PortalReplyChunks, o.ReplyChunks, 1, mostChunks},
		{knob.PortalTickets, o.Tickets, leastTickets, mostTickets},
	} {
		if n.value < n.least || n.value > n.most {
			return o, fault.New(n.name, n.value, "not in %d..%d", n.least, n.most)
		}
	}
	for _, b := range []struct {
		name  string
		bytes *uint64
		most  uint64
	}{{knob.PortalPutBounce, &o.PutBounce, ChunkBytes}, {knob.PortalGetBounce, &o.GetBounce, ChunkBytes - 8}} {
		if *b.bytes > b.most {
			if *b.bytes > ChunkBytes {
				warn(fault.New(b.name, *b.bytes, "more than a chunk has room for, reduced to %d", b.most).Error())
			}
			*b.bytes = b.most
		}
	}
	return o, nil
}
