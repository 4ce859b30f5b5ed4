package machine

import (
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/ideal"
	"gasnetgo/sim/sci"
	"gasnetgo/sim/seastar"
	"gasnetgo/sim/sp"
)

// kinds are the kinds of network that machine files can have. A new network adds itself here.
func kinds() []fabric.Kind { return []fabric.Kind{seastar.Kind{}, sp.Kind{}, sci.Kind{}, ideal.Kind{}} }
