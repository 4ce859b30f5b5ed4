package armci

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/internal/memory"
)

// A queue gives two mutexes as two lists in order would.
func TestLockQueue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q LockQueue[int]
		words := make([]uint64, 16)
		at := func(m int) uintptr { return memory.Address(words[8*m:]) }
		lists := [2][]int{} // who has each, then who waits
		who := 0
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			m := rapid.IntRange(0, 1).Draw(t, "mutex")
			if len(lists[m]) > 0 && rapid.Bool().Draw(t, "unlock") {
				next, granted := q.Unlock(at(m))
				lists[m] = lists[m][1:]
				require.Equal(t, len(lists[m]) > 0, granted)
				if granted {
					require.Equal(t, lists[m][0], next)
				}
			} else {
				who++
				try := rapid.Bool().Draw(t, "try")
				require.Equal(t, len(lists[m]) == 0, q.Lock(at(m), uint32(who), who, try))
				if !try || len(lists[m]) == 0 {
					lists[m] = append(lists[m], who)
				}
			}
			holder := uint32(0)
			if len(lists[m]) > 0 {
				holder = uint32(lists[m][0])
			}
			require.Equal(t, holder, *memory.At[uint32](at(m) + MutexHolder))
		}
	})
}
