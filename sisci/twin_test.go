package sisci_test

import (
	"testing"

	"gasnetgo/sisci/twintest"
)

func TestTwin(t *testing.T) { twintest.Run(t) }

func TestRaces(t *testing.T) { twintest.RunRaces(t) }
