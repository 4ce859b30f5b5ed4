package conduit

// Consensus is what the ranks of a barrier say together. The zero value is that of ranks that do not name it.
type Consensus struct {
	Kind ConsensusKind
	ID   int32 // of Named
}

// ConsensusKind says how far they agree.
type ConsensusKind uint8

// The kinds. capi/gasnet_barrier.c has the same.
const (
	Anonymous ConsensusKind = iota
	Named
	Mismatched
)

// Merge is what two groups of ranks say together. The order does not matter, nor does it matter if somebody is heard twice: a conduit may combine as it
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
