package portals

// A handle is kind (2 bits) | generation (10 bits) | index (20 bits). Generations are 1 to 1023 and no index has all bits set, so that no
// handle is 0, InvalidHandle, HandleNone or EQNone, and one kind never passes for another.
const (
	indexBits      = 20
	generationBits = 10
	kindShift      = indexBits + generationBits

	maxSlots      = 1<<indexBits - 1
	maxGeneration = 1<<generationBits - 1

	kindNI Handle = 0 << kindShift
	kindME Handle = 1 << kindShift
	kindMD Handle = 2 << kindShift
	kindEQ Handle = 3 << kindShift

	handleNI = kindNI | 1<<indexBits
)

// Index is the slot of the object: small, and unique among existing objects of its kind. For an event queue it is the index of its word in Config.Queues.
func (h Handle) Index() uint32 { return uint32(h) & (1<<indexBits - 1) }

// following is the handle for the next use of the slot that had h.
func (h Handle) following() Handle {
	generation := h >> indexBits & maxGeneration
	if generation++; generation > maxGeneration {
		generation = 1
	}
	return h&^(maxGeneration<<indexBits) | generation<<indexBits
}
