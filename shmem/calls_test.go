package shmem

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A member's notes answer the last calls as they were made, and no others; half of a call is none.
func TestNotedCalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var n noted
		var made []callWords
		last := rapid.Uint64Range(0, 20).Draw(t, "calls")
		base := rapid.SampledFrom([]uint64{0, 1<<24 - 10}).Draw(t, "base")
		for number := base + 1; number <= base+last; number++ {
			w := wordsOf(number, callKind(rapid.Uint8Range(1, uint8(CallDestroy)).Draw(t, "kind")), rapid.Uint32().Draw(t, "detail"), rapid.Uint64().Draw(t, "bytes"))
			at := RecordsAt + number%CallsKept*callBytes
			SetBits(n[at:][:8], w[0])
			SetBits(n[at+8:][:8], w[1])
			SetBits(n[CallsAt:][:8], number)
			made = append(made, w)
		}
		for i, w := range made {
			got, ok := n.call(base + 1 + uint64(i))
			require.Equal(t, uint64(i)+CallsKept >= last, ok)
			if ok {
				require.Equal(t, w, got)
			}
		}
		_, ok := n.call(base + last + 1)
		require.False(t, ok, "not made yet")
		if last > 0 {
			number := base + last
			at := RecordsAt + number%CallsKept*callBytes
			SetBits(n[at:][:8], wordsOf(number+CallsKept, CallSync, 0, 0)[0]) // being written over
			_, ok = n.call(number)
			require.False(t, ok)
		}
	})
	for kind := callKind(CallBroadcast); kind <= CallDestroy; kind++ {
		require.NotEmpty(t, wordsOf(1, kind, 3, 80).String())
	}
	require.Equal(t, "broadcast of 80 bytes from PE_root 3", wordsOf(1, CallBroadcast, 3, 80).String())
	require.Equal(t, uint64(callLength), wordsOf(1, CallScan, 0, ^uint64(0)).bytes())
	require.False(t, wordsOf(1, CallReduce, 0, 0).meets(), "a call without data does not wait")
	require.True(t, wordsOf(1, CallCollect, 0, 0).meets(), "others may have something")
}
