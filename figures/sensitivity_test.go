package figures_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/figures"
)

func TestSensitivity(t *testing.T) {
	row := func(figure, use string, model float64, verdict figures.Verdict) figures.Result {
		return figures.Result{Row: figures.Row{Figure: figure, Use: use, Unit: "µs"}, Model: model, Verdict: verdict}
	}
	list := figures.NewSensitivity([]figures.Result{
		row("put", figures.Calibrated, 5, figures.Met), row("get", figures.Predicted, 6.6, figures.Met), row("both", figures.Predicted, 2, figures.NotMet),
		row("none", figures.Predicted, math.NaN(), figures.NotYet),
	})
	require.Len(t, list, 2, "predictions that have a value")
	figures.AddChange(list, "a=1", []figures.Result{row("get", figures.Predicted, 6.5, figures.Met), row("both", figures.Predicted, 2, figures.NotMet)})
	require.True(t, list[0].Robust)
	figures.AddChange(list, "b=2", []figures.Result{row("get", figures.Predicted, 7.1, figures.NotMet), row("both", figures.Predicted, 2, figures.NotMet)})
	require.Equal(t, []any{6.5, 7.1, "b=2", false}, []any{list[0].Low, list[0].High, list[0].Most, list[0].Robust})
	require.Equal(t, []any{2.0, 2.0, "", true}, []any{list[1].Low, list[1].High, list[1].Most, list[1].Robust}, "missed, whatever is changed")
	var text strings.Builder
	require.NoError(t, figures.WriteSensitivity(&text, list, true))
	require.Contains(t, text.String(), "| get | 6.60 µs | 6.50 µs | 7.10 µs | b=2 | NO |")
}

// The documented table has every prediction of the machine.
func TestSensitivityIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/calibration.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "### How robust the predictions are")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	table, err := figures.Load()
	require.NoError(t, err)
	for _, r := range table.Of("redstorm").Rows {
		if r.Use == figures.Predicted && r.Needs == "" {
			require.Contains(t, section, "| "+r.Figure+" |")
		}
	}
}
