package client_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
	"gasnetgo/sisci/siscitest"
)

// connected is a connection of a node with a segment of another one.
func connected(t *testing.T, r *siscitest.Ring, from, to int, id uint32) sisci.Handle {
	ticket, err := r.Nodes[from].Connect(siscitest.ID(to), id)
	require.NoError(t, err)
	_, done, _ := r.Nodes[from].Connected(ticket)
	require.False(t, done, "nothing has arrived")
	for r.Step() {
	}
	remote, done, err := r.Nodes[from].Connected(ticket)
	require.True(t, done)
	require.NoError(t, err)
	return remote
}

// exported is a segment of a node that others can connect with.
func exported(t *testing.T, r *siscitest.Ring, node int, id uint32, bytes uint64) client.Local {
	l, err := r.Nodes[node].Create(id, 0, bytes)
	require.NoError(t, err)
	require.NoError(t, r.Nodes[node].Export(l))
	return l
}

func failure(function string, code sisci.Code) string { return function + ": " + code.Text() }

// TestStores: stores and copies through a map are visible after a check; the source may change before.
func TestStores(t *testing.T) {
	r := siscitest.New(siscitest.Options{Nodes: 2})
	l := exported(t, r, 1, 7, 200)
	memory.Fill(l.At, 0, 200)
	n := r.Nodes[0]
	m, err := n.Map(connected(t, r, 0, 1, 7))
	require.NoError(t, err)
	source := memory.Room(100)
	for i := range source {
		source[i] = byte(i)
	}
	n.Store(m, 50, source[1:5])
	require.NoError(t, n.Copy(m, 60, memory.Address(source), 100))
	clear(source)
	n.Flush(m)
	require.Zero(t, r.Nodes[1].Load(l, 51), "nothing has arrived")
	status, err := n.Check(m)
	require.NoError(t, err)
	require.Equal(t, sisci.SequenceOK, status)
	require.Equal(t, []byte{0, 1, 2, 3, 4, 0}, append([]byte{}, memory.Bytes(l.At+49, uint64(6))...))
	for i := range 100 {
		require.Equal(t, byte(i), r.Nodes[1].Load(l, uint64(60+i)))
	}
	require.Equal(t, byte(4), r.Nodes[1].Swap(l, 53, 9))
	require.Equal(t, byte(9), r.Nodes[1].Load(l, 53))
	require.EqualError(t, n.Copy(m, 150, memory.Address(source), 51), failure("SCIMemCpy", sisci.OutOfRange))
}

// TestLostStores: a check says once that stores have been lost, and that the link is down for as long as it is.
func TestLostStores(t *testing.T) {
	r := siscitest.New(siscitest.Options{Nodes: 2, Ordered: true})
	exported(t, r, 1, 7, 200)
	n := r.Nodes[0]
	require.True(t, n.Ordered())
	m, err := n.Map(connected(t, r, 0, 1, 7))
	require.NoError(t, err)
	check := func() sisci.SequenceStatus {
		s, err := n.Check(m)
		require.NoError(t, err)
		return s
	}
	r.Lose = func(siscitest.Store) bool { return true }
	n.Store(m, 0, []byte{1})
	r.Lose = nil
	require.Equal(t, sisci.SequenceRetriable, check())
	n.Store(m, 0, []byte{1})
	require.Equal(t, sisci.SequenceOK, check())
	n.Link(siscitest.ID(1), false)
	require.Equal(t, sisci.SequencePending, check())
	require.Equal(t, sisci.SequencePending, check())
	n.Link(siscitest.ID(1), true)
	require.Equal(t, sisci.SequenceRetriable, check(), "stores may have been lost meanwhile")
	require.Equal(t, sisci.SequenceOK, check())
	n.Notice(1)
	require.Equal(t, sisci.SequenceNotRetriable, check())
}

// TestTransfers: DMA to a segment that is not mapped, one transfer after the other.
func TestTransfers(t *testing.T) {
	r := siscitest.New(siscitest.Options{Nodes: 2, DMAAlign: 8})
	n := r.Nodes[0]
	require.EqualValues(t, 8, n.DMAAlign())
	own := memory.Room(64) // becomes the segment
	from, err := n.Create(1, memory.Address(own), 64)
	require.NoError(t, err)
	require.Equal(t, memory.Address(own), from.At)
	to := exported(t, r, 1, 7, 64)
	remote := connected(t, r, 0, 1, 7)
	q, err := n.Queue()
	require.NoError(t, err)
	for i := range byte(3) {
		own[8] = 100 + i
		require.NoError(t, n.Post(q, from, 8, remote, 16, 8))
		done, err := n.Posted(q)
		require.False(t, done)
		require.NoError(t, err)
		require.EqualError(t, n.Post(q, from, 8, remote, 16, 8), failure("SCIEnqueueDMATransfer", sisci.IllegalOperation), "one at a time")
		for r.Step() {
		}
		done, err = n.Posted(q)
		require.True(t, done)
		require.NoError(t, err)
		require.Equal(t, 100+i, r.Nodes[1].Load(to, 16))
	}
	require.EqualError(t, n.Post(q, from, 4, remote, 16, 8), failure("SCIEnqueueDMATransfer", sisci.OffsetAlignment))
	require.EqualError(t, n.Post(q, from, 8, remote, 64, 8), failure("SCIEnqueueDMATransfer", sisci.OutOfRange))
	r.Fail = func(sisci.Copy) bool { return true }
	require.NoError(t, n.Post(q, from, 8, remote, 16, 8))
	for r.Step() {
	}
	done, err := n.Posted(q)
	require.True(t, done)
	require.EqualError(t, err, failure("SCIEnqueueDMATransfer", sisci.TransferFailed))
	r.Fail = nil
	require.NoError(t, n.Post(q, from, 8, remote, 16, 8), "the queue can be used again")
}

// TestRefusals: the error names the function and the code, and nothing is left of what failed.
func TestRefusals(t *testing.T) {
	r := siscitest.New(siscitest.Options{Nodes: 2})
	n := r.Nodes[0]
	l := exported(t, r, 0, 7, 64)
	_, err := n.Create(7, 0, 64)
	require.EqualError(t, err, failure("SCICreateSegment", sisci.SegmentIDUsed))
	var e *client.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, sisci.SegmentIDUsed, e.Code)
	_, err = n.Create(8, 0, 0)
	require.EqualError(t, err, failure("SCICreateSegment", sisci.SizeAlignment))
	_, err = n.Connect(1000, 7)
	require.EqualError(t, err, failure("SCIConnectSegment", sisci.NoSuchNode))
	_, err = n.Map(sisci.Handle(5))
	require.EqualError(t, err, failure("SCIMapRemoteSegment", sisci.IllegalParameter))
	ticket, err := r.Nodes[1].Connect(siscitest.ID(0), 9)
	require.NoError(t, err)
	for r.Step() {
	}
	_, done, err := r.Nodes[1].Connected(ticket)
	require.True(t, done)
	require.EqualError(t, err, failure("SCIConnectSegment", sisci.NoSuchSegment))
	private, err := n.Create(10, 0, 64)
	require.NoError(t, err, "a segment that is not exported")
	ticket, _ = r.Nodes[1].Connect(siscitest.ID(0), 10)
	for r.Step() {
	}
	_, _, err = r.Nodes[1].Connected(ticket)
	require.EqualError(t, err, failure("SCIConnectSegment", sisci.NoSuchSegment))
	require.Equal(t, 2, r.Memories(), "of %d and %d", l.Handle, private.Handle)
}

// TestClose: a node closes while another one has a map, which stays until that one closes, too.
func TestClose(t *testing.T) {
	r := siscitest.New(siscitest.Options{Nodes: 2})
	exported(t, r, 1, 7, 64)
	n := r.Nodes[0]
	m, err := n.Map(connected(t, r, 0, 1, 7))
	require.NoError(t, err)
	require.NoError(t, r.Nodes[1].Close())
	for r.Step() {
	}
	require.Equal(t, 1, r.Memories())
	n.Store(m, 0, []byte{1}) // still memory
	for r.Step() {
	}
	status, err := n.Check(m)
	require.NoError(t, err)
	require.Equal(t, sisci.SequenceNotRetriable, status)
	require.NoError(t, n.Close())
	for r.Step() {
	}
	require.Zero(t, r.Memories())
	require.Zero(t, n.Unfinished()+r.Nodes[1].Unfinished())
	_, err = n.Create(7, 0, 64)
	require.EqualError(t, err, failure("SCICreateSegment", sisci.NotInitialized))
}

// TestEveryEffect: the node has a case for each effect that package sisci declares.
func TestEveryEffect(t *testing.T) {
	parse := func(name string) *ast.File {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		return f
	}
	cases := map[string]bool{}
	ast.Inspect(parse("node.go"), func(n ast.Node) bool {
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
	for _, d := range parse("../effect.go").Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "effect" {
			name := f.Recv.List[0].Type.(*ast.Ident).Name
			require.True(t, cases[name], "the node has no case for sisci.%s", name)
			declared++
		}
	}
	require.Len(t, cases, declared)
}
