package job

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hasty is a job whose rank 0, asked where it is, ends the job and leaves: what it slept in has been interrupted.
type hasty struct {
	Control
	rank Control
	won  bool
}

func (h *hasty) Ask() {
	h.Control.Ask()
	h.won = h.rank.End(Ending{CauseAbort, 0, 1, "the sleep was too short"}, unreported)
	h.rank.Swap(0, Gone, always)
}

// TestTimeoutBeforeRanks: a rank that ends the job because it was asked where it is does not come before the time limit.
func TestTimeoutBeforeRanks(t *testing.T) {
	eachControl(t, 2, func(t *testing.T, job func() [2]Control) {
		both := job()
		both[1].Swap(0, Active, always)
		both[1].Swap(1, Gone, always)
		h := &hasty{Control: both[0], rank: both[1]}
		var lines []string
		s := &Supervisor{spec: Spec{Size: 2, Count: 2, Control: h, Timeout: 3 * time.Second, Report: func(line string) { lines = append(lines, line) }}}
		s.ranks = []child{{rank: 0, status: 1}, {rank: 1}}
		s.timeout()
		require.False(t, h.won)
		out := s.judge()
		assert.Equal(t, Ending{CauseTimeout, -1, 124, "the job took longer than 3s; ending it"}, out.Ending)
		assert.Equal(t, 124, out.Status)
		assert.Equal(t, []string{"the job took longer than 3s; ending it\n  2 ranks, 0-1: ended"}, lines)
		s.timeout()
		assert.Len(t, lines, 1, "it is over")
	})
}

// TestTimeoutGivenUp: GiveUp ends a job while the supervisor waits for the answers of its ranks; the time limit then reports nothing.
func TestTimeoutGivenUp(t *testing.T) {
	both := controls(1)["file"](t)
	both[1].Swap(0, Active, always)
	var lines []string
	s := &Supervisor{spec: Spec{Size: 1, Count: 1, Control: &givenUp{both[0]}, Timeout: time.Second, Report: func(line string) { lines = append(lines, line) }}}
	s.timeout()
	e, over := both[0].Ended()
	require.True(t, over)
	assert.Equal(t, CauseSignal, e.Cause)
	assert.Empty(t, lines)
}

// givenUp is a job that GiveUp ends while ranks are asked.
type givenUp struct{ Control }

func (g *givenUp) Ask() {
	g.Control.Ask()
	g.EndForSure(Ending{CauseSignal, -1, 137, "given up"}, unreported)
	g.Swap(0, Gone, always)
}
