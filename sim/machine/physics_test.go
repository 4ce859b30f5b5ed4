package machine_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim/nal/naltest"
)

// physicsTerm is a row of the tables that add up a message's time, in nanoseconds.
var physicsTerm = regexp.MustCompile(`(?m)^\|.*\| ([0-9.]+) \|$`)

// physicsSum is the sum that such a table states.
var physicsSum = regexp.MustCompile(`(?m)^\| \*\*sum\*\* .*\*\*([0-9.]+)\*\* \|$`)

// The terms in docs/user/physics.md add up to the sums there, and these are the model's times.
func TestPhysicsAddsUp(t *testing.T) {
	page, err := os.ReadFile("../../docs/user/physics.md")
	require.NoError(t, err)
	figures, err := os.ReadFile("../../docs/calibration.md")
	require.NoError(t, err)
	stated := func(heading string) float64 {
		_, section, found := strings.Cut(string(page), "\n## "+heading+", term by term\n")
		require.True(t, found, heading)
		section, _, _ = strings.Cut(section, "\n## ")
		sum := 0.0
		for _, term := range physicsTerm.FindAllStringSubmatch(section, -1) {
			ns, err := strconv.ParseFloat(term[1], 64)
			require.NoError(t, err)
			sum += ns
		}
		row := physicsSum.FindStringSubmatch(section)
		require.NotNil(t, row, heading)
		total, err := strconv.ParseFloat(row[1], 64)
		require.NoError(t, err)
		require.InDelta(t, sum, total, 0.05, heading)
		return total
	}
	require.InDelta(t, measure(t, "xt3", naltest.PutPing, 1, 100).Microseconds(), stated("A put on `xt3`")/1000, 1e-6)

	model := regexp.MustCompile(`(?m)^\| LAPI, 4 bytes, one way, polling \| [^|]*\| ([0-9.]+) µs`).FindStringSubmatch(string(figures))
	require.NotNil(t, model)
	us, err := strconv.ParseFloat(model[1], 64)
	require.NoError(t, err)
	require.InDelta(t, us, stated("A put on `sp`")/1000, 0.005)

	require.InDelta(t, stores(t, 80).Microseconds(), stated("A store on `sci`")/1000, 1e-4)
}
