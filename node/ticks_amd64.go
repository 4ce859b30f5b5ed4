package node

// ticksPerMicrosecond is roughly right for the counters that x86-64 servers have; only grace periods depend on it.
const ticksPerMicrosecond = 2500

// Ticks reads the time-stamp counter, which all cores share. C reads the same one (capi/portals/plane.c).
func Ticks() uint64
