package hosts

import (
	"bufio"
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/job"
)

func TestMessagesComeOutAsTheyWentIn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		notes := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, job.MaxNote), 0, 5).Draw(t, "notes")
		var pipe bytes.Buffer
		s := &sender{to: &pipe}
		require.NoError(t, s.send(exchange, packNotes(notes)))
		require.NoError(t, s.send(alive, nil))
		m, err := receive(&pipe)
		require.NoError(t, err)
		require.Equal(t, exchange, m.kind)
		got, err := unpackNotes(m.body, len(notes))
		require.NoError(t, err)
		for i := range notes {
			require.True(t, bytes.Equal(notes[i], got[i]))
		}
		m, err = receive(&pipe)
		require.NoError(t, err)
		require.Equal(t, alive, m.kind)
		_, err = receive(&pipe)
		require.Equal(t, io.EOF, err)
	})
}

// TestStates: all states of ranks arrive at other hosts.
func TestStates(t *testing.T) {
	var all []change
	for s := job.Absent; s <= job.Departed; s++ {
		all = append(all, change{int(s), s})
	}
	got, err := unpackStates(packStates(all), len(all))
	require.NoError(t, err)
	require.Equal(t, all, got)
}

func FuzzReceive(f *testing.F) {
	f.Add([]byte("X\x05\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte("T\x05\x00\x00\x00\x01\x00\x00\x00\x03"))
	f.Fuzz(func(_ *testing.T, b []byte) {
		m, err := receive(bytes.NewReader(b))
		if err != nil {
			return
		}
		_, _ = unpackNotes(m.body, 3)
		_, _ = unpackStates(m.body, 3)
		var e job.Ending
		_ = m.into(&e)
	})
}

func TestWhatAShellPrintsIsSkipped(t *testing.T) {
	from := bufio.NewReader(bytes.NewReader([]byte("Last login: today\n\x00gasnetgo" + mark + "next")))
	before, err := skipToMark(from)
	require.NoError(t, err)
	assert.Equal(t, "Last login: today\n\x00gasnetgo", string(before))
	rest, err := io.ReadAll(from)
	require.NoError(t, err)
	assert.Equal(t, "next", string(rest))

	_, err = skipToMark(bufio.NewReader(bytes.NewReader(make([]byte, 1<<20))))
	assert.Equal(t, errNoMark, err)
}

func TestLists(t *testing.T) {
	for text, want := range map[string][]Host{
		"a":             {{"a", 1}},
		"a:2,b:3":       {{"a", 2}, {"b", 3}},
		"me@a.b:2, c":   {{"me@a.b", 2}, {"c", 1}},
		"[fe80::1]:4,b": {{"fe80::1", 4}, {"b", 1}},
		"[fe80::1]":     {{"fe80::1", 1}},
	} {
		got, err := ParseList(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "a,", "a:0", "a:-1", "a:x", "a:4000", "-x", "a b", "[a", "[a]b", "a,a", "a:3000,b:3000"} {
		_, err := ParseList(text)
		assert.Error(t, err, text)
	}
	some, err := Take([]Host{{"a", 2}, {"b", 2}, {"c", 2}}, 3)
	require.NoError(t, err)
	assert.Equal(t, []Host{{"a", 2}, {"b", 1}}, some)
	_, err = Take([]Host{{"a", 2}}, 3)
	assert.ErrorContains(t, err, "a:3")
}
