package mixed

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/strided"
	"gasnetgo/shmem"
)

// silent is a network that does nothing.
type silent struct{ shmem.Transport }

func (silent) Put(shmem.Ctx, int, shmem.Addr, []byte, bool) error { return nil }
func (silent) Get(shmem.Ctx, int, shmem.Addr, []byte, bool) error { return nil }
func (silent) Atomic(shmem.Ctx, int, shmem.Addr, shmem.AMO, []byte) (uint64, error) {
	return 0, nil
}

// TestBegun: what a quiet of the default context has to complete is counted, whatever call has begun it, and nothing else is.
func TestBegun(t *testing.T) {
	var begun uint64
	x := New(nil, silent{}, func(pe int) bool { return false }, &begun)
	into, at := make([]byte, 8), shmem.Addr{}
	for _, c := range []struct {
		name  string
		calls func(ctx shmem.Ctx) error
		want  uint64
	}{
		{"put", func(ctx shmem.Ctx) error { return x.Put(ctx, 1, at, into, false) }, 1},
		{"get", func(ctx shmem.Ctx) error { return x.Get(ctx, 1, at, into, false) }, 0},
		{"get, non-blocking", func(ctx shmem.Ctx) error { return x.Get(ctx, 1, at, into, true) }, 1},
		{"two blocks", func(ctx shmem.Ctx) error {
			return x.PutStrided(ctx, 1, at, into, strided.Row{Count: 2, Block: 4, To: 4, From: 4})
		}, 2},
		{"add", func(ctx shmem.Ctx) error {
			_, err := x.Atomic(ctx, 1, at, shmem.AMO{Op: shmem.AMOAdd, Blind: true}, nil)
			return err
		}, 1},
		{"set", func(ctx shmem.Ctx) error {
			_, err := x.Atomic(ctx, 1, at, shmem.AMO{Op: shmem.AMOSet}, nil)
			return err
		}, 1},
		{"fetch and add", func(ctx shmem.Ctx) error {
			_, err := x.Atomic(ctx, 1, at, shmem.AMO{Op: shmem.AMOAdd}, nil)
			return err
		}, 0},
		{"fetch and add, non-blocking", func(ctx shmem.Ctx) error {
			_, err := x.Atomic(ctx, 1, at, shmem.AMO{Op: shmem.AMOAdd}, into)
			return err
		}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			begun = 0
			require.NoError(t, c.calls(shmem.DefaultCtx|shmem.Counted))
			require.Equal(t, c.want, begun)
			require.NoError(t, c.calls(5))
			require.Equal(t, c.want, begun, "another context")
		})
	}
}
