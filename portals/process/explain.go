package process

import (
	"fmt"

	"gasnetgo/portals"
)

// refuse logs the reason of a code, if enabled, and returns the code.
func (p *Process) refuse(c portals.Code, format string, args ...any) int32 {
	p.net.Explain(fmt.Sprintf(format, args...))
	return code(c)
}

// The names of interfaces all mean the one network of the rank: bridges 1 to 4 and network 0 to 15 of Cray's IFACE_FROM_BRIDGE_AND_NALID, as portals3.h
// composes them, and those of the reference implementation.
const (
	ifaceDefault   = 0
	ifaceReference = 0xf0f0f000 // PTL_NALTYPE_UTCP and its neighbours
)

func isInterface(iface uint32) bool {
	bridge, nal := iface>>16, iface&0xffff
	return iface == ifaceDefault || iface&^0xf == ifaceReference || bridge <= 4 && nal <= 15
}
