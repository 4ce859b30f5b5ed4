package portals

import "cmp"

// The largest limits. Indices must fit the header: see [Header.Encode].
const (
	maxObjects  = maxSlots - slack
	maxQueues   = 1 << 16
	maxACIndex  = 1<<8 - 2
	maxPTIndex  = 1<<16 - 2
	maxIovecs   = 1 << 20
	maxGetPut   = 64
	maxEventsEQ = 1 << 22
)

// grant is what an interface gives to a program that asks for these limits: as much as it asked for if that is possible.
func (l Limits) grant() Limits {
	choose := func(asked, usual, most int32) int32 {
		return min(cmp.Or(max(asked, 0), usual), most)
	}
	l.MaxMEs = choose(l.MaxMEs, maxObjects, maxObjects)
	return Limits{
		MaxMEs:      l.MaxMEs,
		MaxMDs:      choose(l.MaxMDs, maxObjects, maxObjects),
		MaxEQs:      choose(l.MaxEQs, 4096, maxQueues),
		MaxACIndex:  choose(l.MaxACIndex, 63, maxACIndex),
		MaxPTIndex:  choose(l.MaxPTIndex, 255, maxPTIndex),
		MaxMDIovecs: choose(l.MaxMDIovecs, 1<<16, maxIovecs),
		MaxMEList:   choose(l.MaxMEList, l.MaxMEs, l.MaxMEs),
		MaxGetPutMD: choose(l.MaxGetPutMD, maxGetPut, maxGetPut),
	}
}
