package conduit

// The rules of barriers, which capi/gasnet/consensus.h keeps to as well:
//
// A phase's ranks notify by name, or anonymously, or with a mismatch. If any says mismatch, or two names differ, the phase is mismatched, and every wait
// says so. Otherwise it has the one name that was given, or none. A rank that waits by a name in a phase that has another gets a mismatch of its own; one that waits
// anonymously, or by any name in a phase without, is content. Flags of notify and wait may differ.

// Consensus is what the ranks of a barrier say together. The zero value is that of ranks that do not name it.
type Consensus struct {
	Kind ConsensusKind
	ID   int32 // of Named
}

// ConsensusKind says how far they agree.
type ConsensusKind uint8

// The kinds. capi/gasnet/consensus.h has the same.
const (
	Anonymous ConsensusKind = iota
	Named
	Mismatched
)

// Say is what one rank says. mismatch goes before anonymous.
func Say(id int32, anonymous, mismatch bool) Consensus {
	switch {
	case mismatch:
		return Consensus{Kind: Mismatched}
	case anonymous:
		return Consensus{}
	}
	return Consensus{Kind: Named, ID: id}
}

// Accepts reports whether a rank that waits as other is content with a phase that is over.
func (c Consensus) Accepts(other Consensus) bool {
	return c.Kind != Mismatched && other.Kind != Mismatched && (c.Kind != Named || other.Kind != Named || c.ID == other.ID)
}

// Merge is what two groups of ranks say together. The order does not matter, nor does it matter if a rank is counted twice: a conduit may combine as it
// likes.
func (c Consensus) Merge(other Consensus) Consensus {
	switch {
	case c.Kind == Mismatched || other.Kind == Mismatched:
		return Consensus{Kind: Mismatched}
	case other.Kind == Anonymous:
		return c
	case c.Kind == Anonymous:
		return other
	case c.ID != other.ID:
		return Consensus{Kind: Mismatched}
	}
	return c
}
