package node

// ticksPerMicrosecond is that of the counters of most arm64 servers, from 25 MHz to 1 GHz; only grace periods depend on it.
const ticksPerMicrosecond = 100

// Ticks reads the virtual counter, which all cores share. C reads the same one (capi/portals/plane.c).
func Ticks() uint64
