package mailbox_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/ofi/mailbox"
	"gasnetgo/ofi/ofitest"
)

// TestBridge: records reach their mailbox in their order, whenever it has space.
func TestBridge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const boxes = 3
		var space [boxes]int
		var got, want [boxes][]byte
		port := ofitest.Ports(t, ofitest.InMemory()(1))[0]
		b := mailbox.New(port, boxes, func(box int, record []byte) (bool, error) {
			if space[box] == 0 {
				return false, nil
			}
			space[box]--
			got[box] = append(got[box], record...)
			return true, nil
		})
		box := func(t *rapid.T) int { return rapid.IntRange(0, boxes-1).Draw(t, "box") }
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				i, v := box(t), rapid.Byte().Draw(t, "value")
				port.Lock()
				defer port.Unlock()
				b.Add(0, i, []byte{v})
				want[i] = append(want[i], v)
			},
			"space": func(t *rapid.T) { space[box(t)] += rapid.IntRange(1, 3).Draw(t, "records") },
			"poll": func(t *rapid.T) {
				i := box(t)
				before := len(got[i])
				require.Equal(t, b.Poll(i), len(got[i])-before)
				require.True(t, space[i] == 0 || !b.Waiting(i))
			},
			"": func(t *rapid.T) {
				for i := range boxes {
					require.Equal(t, string(want[i][:len(got[i])]), string(got[i]))
					require.Equal(t, len(want[i]) > len(got[i]), b.Waiting(i))
				}
			},
		})
	})
}

// TestImpossible: a record that no mailbox ever takes is a failure, and stays the first.
func TestImpossible(t *testing.T) {
	port := ofitest.Ports(t, ofitest.InMemory()(1))[0]
	b := mailbox.New(port, 1, func(int, []byte) (bool, error) { return false, errors.New("too long") })
	require.NoError(t, b.Failed())
	b.Add(4, 0, []byte{1})
	require.Zero(t, b.Poll(0))
	b.Fail(errors.New("another one"))
	require.EqualError(t, b.Failed(), "a damaged or impossible message from rank 4: too long")
}

// TestParts: the parts of peers become their records.
func TestParts(t *testing.T) {
	p := mailbox.Parts{Most: 4}
	add := func(from int, part string, more bool) string {
		record, err := p.Add(from, []byte(part), more)
		require.NoError(t, err)
		return string(record)
	}
	require.Equal(t, "abc", add(1, "abc", false))
	require.Empty(t, add(1, "ab", true))
	require.Empty(t, add(2, "x", true))
	require.Empty(t, add(1, "c", true))
	require.Equal(t, "xy", add(2, "y", false))
	require.Equal(t, "abcd", add(1, "d", false))
	_, err := p.Add(1, []byte("12345"), true)
	require.EqualError(t, err, "a record of more than 4 bytes")
	_, err = p.Add(1, nil, true)
	require.EqualError(t, err, "a record of no bytes")
}
