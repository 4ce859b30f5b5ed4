package client

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
)

// loop is a link of a task to itself.
type loop struct {
	in     []*lapi.Packet
	broken error
}

func (l *loop) Limits() (payload, copied uint64) { return 1 << 20, 64 }
func (l *loop) Send(_ int, p *lapi.Packet)       { l.in = append(l.in, p) }
func (l *loop) Copy(_ int, p *lapi.Packet, into []lapi.Piece) error {
	data := p.Data
	for _, q := range into {
		data = data[copy(memory.Bytes(q.At, q.Len), data):]
	}
	return l.broken
}

func (l *loop) Poll(handle func(from int, p *lapi.Packet)) (bool, error) {
	if len(l.in) == 0 {
		return false, nil
	}
	p := l.in[0]
	l.in = l.in[1:]
	handle(0, p)
	return true, nil
}

// minimal is a client with no powers.
type minimal struct {
	d       *Driver
	numbers Numbers
	words   []uint64 // whose addresses tests pass on: not on a stack, which moves
	ran     int
	failed  []error
}

func (m *minimal) Bump(e lapi.Bump) {
	if err := m.numbers.Call(e.Cntr); err != nil {
		m.Fail(err)
	}
}
func (m *minimal) RunHeader(e lapi.RunHeader) {
	m.d.Headed(e.Token, lapi.Heading{Handler: 1, Inline: true})
}
func (m *minimal) RunCompletion(e lapi.RunCompletion) { m.ran++; m.d.Completed(e.Token) }
func (m *minimal) Performed()                         {}
func (m *minimal) Fail(err error)                     { m.failed = append(m.failed, err) }

func newMinimal(l Link) *minimal {
	m := &minimal{}
	m.d = New(Config{Tasks: 1, Link: l, Handler: m})
	return m
}

// TestDriver: a put and a message with their counters, by numbers.
func TestDriver(t *testing.T) {
	m := newMinimal(&loop{})
	m.words = []uint64{7, 0}
	words := m.words
	done := 0
	count := func() { done++ }
	m.d.Put(0, Piece(memory.Address(words[1:]), 8), m.d.Source(memory.Address(words), 8), lapi.Counters{Origin: m.numbers.New(count), Complete: m.numbers.New(count)}, lapi.Callback{})
	m.d.Send(0, lapi.Message{Handler: 1}, lapi.Source{}, lapi.Counters{Complete: m.numbers.New(count)}, lapi.Callback{})
	m.d.Flush()
	m.d.Perform()
	for some := true; some; {
		var err error
		some, err = m.d.Serve()
		require.NoError(t, err)
	}
	require.Empty(t, m.failed)
	require.Equal(t, uint64(7), words[1])
	require.Equal(t, 3, done)
	require.Equal(t, 1, m.ran)
	require.Zero(t, m.numbers.Len())
	require.Zero(t, m.d.Unfinished())
}

// invented is an effect that the machine does not have yet.
type invented struct{ lapi.Effect }

// TestUnknownEffects: what the driver does not know, and what its client has no power for, is an error.
func TestUnknownEffects(t *testing.T) {
	for _, e := range []lapi.Effect{invented{}, lapi.Rmw{}, lapi.Store{}, lapi.RunSent{}, lapi.Gathered{}, lapi.Finish{}} {
		m := newMinimal(&loop{})
		m.d.carry(e)
		require.Len(t, m.failed, 1, "%T", e)
		require.ErrorContains(t, m.failed[0], "cannot carry out")
	}
	m := newMinimal(&loop{})
	m.d.carry(lapi.Ended{}) // a notice
	require.Empty(t, m.failed)
	m.d.carry(lapi.Bump{Cntr: 5})
	require.ErrorContains(t, m.failed[0], "nothing waits for number 5")
}

// TestUnwanted: an operation whose effect the client has no power for ends the job instead of hanging silently.
func TestUnwanted(t *testing.T) {
	m := newMinimal(&loop{})
	m.words = make([]uint64, 1)
	m.d.Rmw(0, 0, 8, memory.Address(m.words), [2]uint64{1}, 0, 0, lapi.Callback{})
	m.d.Perform()
	_, err := m.d.Serve()
	require.NoError(t, err)
	require.ErrorContains(t, m.failed[0], "cannot carry out lapi.Rmw")
}

// TestCopyError: the client learns whose data the link could not store.
func TestCopyError(t *testing.T) {
	m := newMinimal(&loop{broken: os.ErrPermission})
	m.words = []uint64{7, 0}
	m.d.Put(0, Piece(memory.Address(m.words[1:]), 8), m.d.Source(memory.Address(m.words), 8), lapi.Counters{}, lapi.Callback{})
	m.d.Perform()
	_, err := m.d.Serve()
	require.NoError(t, err)
	var c *CopyError
	require.ErrorAs(t, m.failed[0], &c)
	require.ErrorIs(t, c, os.ErrPermission)
	require.Equal(t, lapi.KindPut, c.Deposit.Packet.Kind)
	require.EqualError(t, c, "data of rank 0: permission denied")
}

// TestEveryEffect: the driver has a case for each effect that package lapi declares.
func TestEveryEffect(t *testing.T) {
	files := token.NewFileSet()
	parse := func(name string) *ast.File {
		f, err := parser.ParseFile(files, name, nil, 0)
		require.NoError(t, err)
		return f
	}
	cases := map[string]bool{}
	ast.Inspect(parse("driver.go"), func(n ast.Node) bool {
		if c, ok := n.(*ast.CaseClause); ok {
			for _, e := range c.List {
				if s, ok := e.(*ast.SelectorExpr); ok {
					cases[s.Sel.Name] = true
				}
			}
		}
		return true
	})
	declared := 0
	for _, d := range parse(filepath.Join("..", "effect.go")).Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "effect" {
			name := f.Recv.List[0].Type.(*ast.Ident).Name
			require.True(t, cases[name], "the driver has no case for lapi.%s", name)
			declared++
		}
	}
	require.Equal(t, declared, len(cases))
}
