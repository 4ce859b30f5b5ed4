package window

import (
	"testing"

	"gasnetgo/armci"
	"gasnetgo/armci/armcitest"
)

func factory(r *armcitest.Rank) armci.Transport {
	return New(Config{
		Pages: r.Pages(), Layout: armci.ControlOf(r.Size()), Control: r.Control, Mail: r.Mail(r.Rank()), MailBytes: r.MailBytes(),
		Ring: func(int) { r.Poke() },
	})
}

func TestTransport(t *testing.T) { armcitest.Run(t, factory) }

// TestLate: package armci keeps alive what a transport reads as late as it may.
func TestLate(t *testing.T) {
	armcitest.RunAccumulates(t, func(r *armcitest.Rank) armci.Transport { return &armcitest.Late{Transport: factory(r)} }, 2)
}
