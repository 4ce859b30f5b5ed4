package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestSpinLimit(t *testing.T) {
	for text, want := range map[string]struct {
		limit time.Duration
		scale float64
	}{"2s": {2 * time.Second, 1}, "0": {0, 1}, "20ms:0.5": {20 * time.Millisecond, 0.5}, "1.5:3": {1500 * time.Millisecond, 3}} {
		limit, scale, err := spinLimit(text)
		require.NoError(t, err, text)
		require.Equal(t, want.limit, limit, text)
		require.Equal(t, want.scale, scale, text)
	}
	for text, want := range map[string]string{
		"soon":   `--spin soon: not a time; write seconds, or as in "90s", "2m"`,
		"-1s":    `--spin -1s: not a time`,
		"2s:":    `--spin 2s:: the scale is a number above 0, as in 2s:0.5`,
		"2s:0":   `--spin 2s:0: the scale`,
		"2s:NaN": `--spin 2s:NaN: the scale`,
		"2s:1e9": `--spin 2s:1e9: the scale`,
	} {
		_, _, err := spinLimit(text)
		require.ErrorContains(t, err, want)
	}
}
