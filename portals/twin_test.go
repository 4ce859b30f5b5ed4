package portals_test

import (
	"testing"

	"gasnetgo/portals/twintest"
)

func TestTwin(t *testing.T) { twintest.Run(t) }
