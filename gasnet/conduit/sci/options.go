package sci

import "gasnetgo/internal/fault"

// Options of the conduit. All ranks have the same.
type Options struct {
	Segment uint64 // bytes that a rank's segment has at most: 1 MB without a patch of the machine's kernel
	Staging uint64 // bytes of the segment from which DMA sends: the longest Long
	Inline  uint64 // bytes of the longest Long that travels in a command segment, without DMA; 0: DMA carries all but what it cannot align
	Tries   int    // of a connection at the beginning, before the job fails
	Forced  int    // polls that find no message, after which all message ready flags are read
	Sums    bool   // messages have checksums, so their flags need not wait for them; the machine loses no store
}

// Defaults are the paper's, and where it has none those of GASNet's own conduit.
func Defaults() Options {
	return Options{Segment: 1 << 20, Staging: 512 << 10, Inline: MaxMedium, Tries: 20, Forced: 1_000_000}
}

const (
	mostAlign   = 256     // bytes: head and tail of a Long fit into a slot
	mostStaging = 1 << 31 // bytes: GASNet's limit of a Long
)

// check checks options against the machine.
func (o Options) check(align uint64) error {
	switch {
	case align == 0 || align > mostAlign || align&(align-1) != 0:
		return fault.New("alignment of DMA", align, "not a power of 2 of at most %d", mostAlign)
	case o.Segment == 0:
		return fault.New("the largest segment", o.Segment, "not at least 1 byte")
	case o.Staging < mostAlign || o.Staging >= mostStaging || o.Staging%mostAlign != 0:
		return fault.New("the DMA segment", o.Staging, "not a multiple of %d of at least %d and less than %d bytes", mostAlign, mostAlign, mostStaging)
	case o.Inline > MaxMedium:
		return fault.New("the longest Long in a command segment", o.Inline, "more than %d bytes", MaxMedium)
	case o.Tries < 1:
		return fault.New("tries of a connection", o.Tries, "not at least 1")
	case o.Forced < 1:
		return fault.New("polls before all flags are read", o.Forced, "not at least 1")
	}
	return nil
}
