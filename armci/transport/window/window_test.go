package window

import (
	"testing"

	"gasnetgo/armci"
	"gasnetgo/armci/armcitest"
)

func TestTransport(t *testing.T) {
	armcitest.Run(t, func(r *armcitest.Rank) armci.Transport {
		return New(Config{
			Pages: r.Pages(), Layout: armci.ControlOf(r.Size()), Control: r.Control, Mail: r.Mail(r.Rank()), MailBytes: r.MailBytes(),
			Ring: func(int) { r.Poke() },
		})
	})
}
