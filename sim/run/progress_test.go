package run

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestLoadingLine: a line comes when the first one is due, and then at its interval.
func TestLoadingLine(t *testing.T) {
	begin := time.Unix(1000, 0)
	l := loadingLine{due: begin.Add(firstLine), next: nextLine}
	require.Empty(t, l.at(begin, 0, 10))
	require.Empty(t, l.at(begin.Add(firstLine-1), 3, 10))
	require.Equal(t, "loading: 4 of 10 ranks, 40 %", l.at(begin.Add(firstLine), 4, 10))
	require.Empty(t, l.at(begin.Add(firstLine+nextLine-1), 5, 10))
	require.Equal(t, "loading: 9999 of 10000 ranks, 99 %", l.at(begin.Add(firstLine+nextLine), 9999, 10000))
}
