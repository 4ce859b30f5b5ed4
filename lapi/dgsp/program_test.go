package dgsp

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func long(v int64) []int32 { return []int32{int32(v), int32(v >> 32)} }

func copyOf(bytes, offset int64) []int32 {
	return append(append([]int32{opCopy, 0}, long(bytes)...), long(offset)...)
}

func multi(blocks ...int64) []int32 {
	code := []int32{opMultiCopy, int32(len(blocks) / 2)}
	for _, v := range blocks {
		code = append(code, long(v)...)
	}
	return code
}

func gosub(to, ret int32, reps, offset, stride int64) []int32 {
	code := []int32{opGosub, to, ret, 0}
	for _, v := range []int64{reps, offset, stride} {
		code = append(code, long(v)...)
	}
	return code
}

func iterate(to int32) []int32 { return []int32{opIterate, to} }

func control(operation, operand int32) []int32 { return []int32{opControl, operation, operand} }

func join(all ...[]int32) (code []int32) {
	for _, c := range all {
		code = append(code, c...)
	}
	return code
}

// TestRefused: every mistake has its error.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		code  []int32
		depth int
		err   error
	}{
		"no instruction behind the copy": {copyOf(8, 0), 1, ErrBranch},
		"a copy that is cut off":         {copyOf(8, 0)[:5], 1, ErrBranch},
		"blocks that are cut off":        {multi(0, 8)[:5], 1, ErrBranch},
		"a head of blocks cut off":       {[]int32{opMultiCopy}, 1, ErrBranch},
		"blocks beyond any code":         {[]int32{opMultiCopy, 1 << 30}, 1, ErrBranch},
		"iterate to before the code":     {join(copyOf(8, 0), iterate(-7)), 1, ErrBranch},
		"unknown":                        {[]int32{9, 0, 0, 0, 0, 0}, 1, ErrOpcode},
		"into the middle":                {join(copyOf(8, 77), iterate(-2)), 1, ErrOpcode},
		"negative copy":                  {join(copyOf(-1, 0), iterate(-6)), 1, ErrCopy},
		"negative block":                 {join(multi(0, -4), iterate(-6)), 1, ErrCopy},
		"negative number of blocks":      {[]int32{opMultiCopy, -1}, 1, ErrCopy},
		"no repetitions":                 {join(gosub(12, 10, 0, 0, 0), iterate(-10), copyOf(8, 0), iterate(-6)), 2, ErrReps},
		"too deep":                       {join(gosub(12, 10, 2, 0, 0), iterate(-10), copyOf(8, 0), iterate(-6)), 1, ErrStack},
		"recursion":                      {join(gosub(0, 10, 2, 0, 0), iterate(-10)), 100, ErrStack},
		"nothing":                        {join(copyOf(0, 0), iterate(-6)), 1, ErrOther},
		"nothing in many turns":          {join(gosub(12, 10, 1<<60, 0, 0), iterate(-10), copyOf(0, 0), iterate(-6)), 2, ErrOther},
	} {
		_, err := New(Descr{Code: c.code, Depth: c.depth, Extent: 16})
		assert.Equal(t, c.err, err, name)
	}
	_, err := New(Descr{Atom: 9})
	assert.Equal(t, ErrAtom, err)
}

// TestControl: blocks have the operation of the last instruction before them, and neighbours with different operations are not joined.
func TestControl(t *testing.T) {
	code := join(copyOf(4, 0), control(3, 5), copyOf(4, 4), iterate(-15))
	p, err := New(Descr{Code: code, Depth: 1, Extent: 8})
	require.NoError(t, err)
	assert.True(t, p.Controls())
	blocks, err := p.Blocks(2, 7)
	require.NoError(t, err)
	assert.Equal(t, []Block{{2, 2, NoControl, 0}, {4, 5, 3, 5}}, blocks)
}

// tree is a layout as nested lists, from which code and bytes are made independently.
type tree struct {
	at, n        int64 // a block; or
	reps, stride int64 // several runs of parts, from at on
	parts        []tree
}

func draw(t *rapid.T, depth int) tree {
	at := rapid.Int64Range(-50, 50).Draw(t, "at")
	if depth == 0 || rapid.Bool().Draw(t, "leaf") {
		return tree{at: at, n: rapid.Int64Range(0, 9).Draw(t, "bytes")}
	}
	d := tree{at: at, reps: rapid.Int64Range(1, 4).Draw(t, "reps"), stride: rapid.Int64Range(-20, 20).Draw(t, "stride")}
	for range rapid.IntRange(1, 3).Draw(t, "parts") {
		d.parts = append(d.parts, draw(t, depth-1))
	}
	return d
}

// naive is the offsets of all bytes of a layout, one by one.
func (d tree) naive(base int64) (all []int64) {
	if d.parts == nil {
		for i := range d.n {
			all = append(all, base+d.at+i)
		}
		return all
	}
	for r := range d.reps {
		for _, p := range d.parts {
			all = append(all, p.naive(base+d.at+r*d.stride)...)
		}
	}
	return all
}

// compile is code for parts in a row that ends with an instruction to repeat them, with subroutines behind it.
func compile(t *rapid.T, parts []tree) []int32 {
	var code []int32
	type call struct{ at, part int }
	var calls []call
	for i, p := range parts {
		switch {
		case p.parts != nil:
			calls = append(calls, call{len(code), i})
			code = append(code, gosub(0, gosubInts, p.reps, p.at, p.stride)...)
		case rapid.Bool().Draw(t, "multi"):
			code = append(code, multi(p.at, p.n/2, p.at+p.n/2, p.n-p.n/2)...)
		default:
			code = append(code, copyOf(p.n, p.at)...)
		}
	}
	code = append(code, iterate(-int32(len(code)))...)
	for _, c := range calls {
		code[c.at+1] = int32(len(code) - c.at)
		code = append(code, compile(t, parts[c.part].parts)...)
	}
	return code
}

// TestTwin compares blocks with bytes that are listed one by one.
func TestTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := []tree{{at: rapid.Int64Range(-9, 9).Draw(t, "first"), n: rapid.Int64Range(1, 5).Draw(t, "first bytes")}}
		for range rapid.IntRange(0, 3).Draw(t, "more") {
			parts = append(parts, draw(t, 3))
		}
		extent := rapid.Int64Range(-30, 300).Draw(t, "extent")
		p, err := New(Descr{Code: compile(t, parts), Depth: 5, Extent: extent})
		require.NoError(t, err)
		require.False(t, p.Controls())
		var all []int64
		for i := range int64(4) {
			for _, d := range parts {
				all = append(all, d.naive(i*extent)...)
			}
		}
		skip := rapid.IntRange(0, len(all)).Draw(t, "skip")
		n := rapid.IntRange(0, len(all)-skip).Draw(t, "n")
		blocks, err := p.Blocks(uint64(skip), uint64(n))
		require.NoError(t, err)
		got := []int64{}
		for i, b := range blocks {
			require.NotZero(t, b.Len)
			require.True(t, i == 0 || blocks[i-1].At+int64(blocks[i-1].Len) != b.At, "neighbours")
			for k := range b.Len {
				got = append(got, b.At+int64(k))
			}
		}
		require.Equal(t, append([]int64{}, all[skip:skip+n]...), got)
	})
}

// FuzzNew: code of any kind is refused or ends.
func FuzzNew(f *testing.F) {
	bytes := func(code []int32) (b []byte) {
		for _, v := range code {
			b = append(b, byte(v), byte(v>>8))
		}
		return b
	}
	f.Add(bytes(join(copyOf(8, 0), iterate(-6))), 1, int64(16))
	f.Add(bytes(join(gosub(12, 10, 3, 0, 5), iterate(-10), multi(0, 2, 3, 4), iterate(-10))), 2, int64(16))
	f.Fuzz(func(t *testing.T, b []byte, depth int, extent int64) {
		code := make([]int32, len(b)/2)
		for i := range code {
			code[i] = int32(int16(uint16(b[2*i]) | uint16(b[2*i+1])<<8))
		}
		p, err := New(Descr{Code: code, Depth: depth, Extent: extent})
		if err != nil {
			return
		}
		blocks, err := p.Blocks(3, 100)
		sum := uint64(0)
		for _, q := range blocks {
			sum += q.Len
		}
		if err == nil && sum != 100 {
			t.Fatalf("%d bytes", sum)
		}
	})
}
