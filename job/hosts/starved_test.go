package hosts

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTooBusy(t *testing.T) {
	for text, want := range map[string]bool{
		"0.10 0.20 0.30 2/300 77\n": false, "8.00 9 9 8/300 77\n": false, "8.10 0 0 1/300 77\n": true, "0.5 0 0 31/300 77\n": true, "": false, "x x x x x": false,
	} {
		assert.Equal(t, want, tooBusy(text, 2), "%q", text)
	}
}
