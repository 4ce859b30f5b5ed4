package sisci

// Flags, with the program's values. Several functions have flags of the same value.
const (
	UseCallback     uint32 = 0x1 // of all functions with a callback
	ThreadSafe      uint32 = 0x1
	Empty           uint32 = 0x2
	Private         uint32 = 0x4
	DMASourceOnly   uint32 = 0x8
	ForceRemove     uint32 = 0x20
	Physical        uint32 = 0x1000
	AutoID          uint32 = 0x20000000
	ForceDisconnect uint32 = 0x1
	Notify          uint32 = 0x2

	AsynchronousConnect uint32 = 0x4
	ShareExternal       uint32 = 0x40
	AllowUnicast        uint32 = 0x80
	Broadcast           uint32 = 0x40000

	FixedMapAddr    uint32 = 0x1
	ReadOnlyMap     uint32 = 0x2
	LockOperation   uint32 = 0x4
	interruptMaps   uint32 = 0x8 | 0x10             // SCI_FLAG_CONDITIONAL_INTERRUPT_MAP, SCI_FLAG_UNCONDITIONAL_DATA_INTERRUPT_MAP
	hintsOfMaps     uint32 = 0xfe0 | 0x2000 | 1<<27 // from SCI_FLAG_READ_PREFETCH_AGGR_HOLD_MAP on
	cacheHints      uint32 = 0x100000 | 0x200000    // SCI_FLAG_CACHE_FLUSH, SCI_FLAG_CACHE_INVALIDATE
	FastBarrier     uint32 = 0x1
	NoFlush         uint32 = 0x1
	NoStoreBarrier  uint32 = 0x2
	BlockRead       uint32 = 0x2
	CacheFlush      uint32 = 0x100000
	CacheInvalidate uint32 = 0x200000
	ErrorCheck      uint32 = 0x4

	DMAPost     uint32 = 0x2
	DMAWait     uint32 = 0x4
	DMAReset    uint32 = 0x8
	DMARead     uint32 = 0x10
	dmaEngines  uint32 = 0x40 | 0x100 | 0x800 // SCI_FLAG_DMA_GLOBAL, SCI_FLAG_DMA_SYSDMA, SCI_FLAG_DMA_ADAPTER
	dmaPhysical uint32 = 0x20 | 0x200 | 0x400 // SCI_FLAG_DMA_PHDMA, SCI_FLAG_DMA_USER_MEM, SCI_FLAG_LOCK_USER_MEM

	FixedNumber          uint32 = 0x2
	SharedInterrupt      uint32 = 0x4
	ConditionalInterrupt uint32 = 0x8
	CountingInterrupt    uint32 = 0x20
)

// LocalHost is the id that stands for the caller's own node.
const LocalHost uint32 = 0xfffffffe

// legal checks flags of a call: those that it may have, and those that exist and are not implemented.
func legal(flags, may, missing uint32) Code {
	switch {
	case flags&^(may|missing) != 0:
		return IllegalFlag
	case flags&missing != 0:
		return FlagNotImplemented
	}
	return OK
}
