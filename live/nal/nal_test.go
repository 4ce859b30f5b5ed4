package nal

import (
	"os"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"

	"gasnetgo/internal/memory"
	"gasnetgo/node"
	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

const testBase = 0x180000000000

// newNode is a job of one rank: it sends to itself, through the same mailboxes, copies and streams as to others.
func newNode(t testing.TB) *node.Node {
	fd, err := unix.MemfdCreate("nal-test", unix.MFD_CLOEXEC)
	require.NoError(t, err)
	file := os.NewFile(uintptr(fd), "memory")
	require.NoError(t, file.Truncate(1<<46))
	n, err := node.Open(node.Options{Rank: 0, Size: 1, Host: node.Host{Size: 1}, FD: fd, Base: testBase, MailboxBytes: 16 << 10, Program: os.Args[0]})
	require.NoError(t, err)
	n.OpenMemory()
	t.Cleanup(func() {
		unmap(testBase, 1<<20)
		file.Close()
	})
	return n
}

type rank struct {
	*process.Host
	link *Link
	eq   portals.Handle
	t    *rapid.T
}

func newRank(n *node.Node, way Copy, epoch uint16) *rank {
	r := &rank{Host: &process.Host{}}
	routes := NewRoutes(n, nil)
	id := routes.Default(0)
	r.NI = portals.New(portals.Config{ID: id})
	r.link = Open(Config{Node: n, Host: r.Host, Routes: routes, Copy: way, Epoch: epoch, Todo: new(uint32),
		Notice: func(line string) { panic(line) }, Closed: func() {}})
	routes.Register(id, 0, 0, node.EndpointOpen)
	r.eq, _ = r.NI.EQAlloc(64)
	return r
}

// close closes the link and waits until its goroutine does not look at the node any more.
func (r *rank) close() {
	r.Lock()
	r.link.Close()
	r.Unlock()
	<-r.link.Routes.progress
}

// wait takes events until one of the kind has come.
func (r *rank) wait(kind portals.EventKind) portals.Event {
	r.Lock()
	defer r.Unlock()
	for {
		var e portals.Event
		switch r.NI.EQGet(r.eq, &e) {
		case portals.OK:
			if e.Kind == kind {
				return e
			}
		case portals.EQEmpty:
			if !r.link.Serve() { // the progress goroutine may be at it
				r.Unlock()
				unix.Syscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
				r.Lock()
			}
		default:
			r.t.Fatal("a bad queue")
		}
	}
}

// pieces cuts bytes of memory into a descriptor, in one piece or in several with gaps between them.
func pieces(t *rapid.T, what string, memory uintptr, bytes int, eq portals.Handle) (portals.MD, []portals.Iovec) {
	md := portals.MD{Start: memory, Length: uint64(bytes), Threshold: portals.ThresholdInfinite, EQ: eq,
		Options: portals.MDOpPut | portals.MDOpGet | portals.MDManageRemote | portals.MDEventStartDisable}
	n := rapid.SampledFrom([]int{0, 0, 2, 3, maxPieces + 4}).Draw(t, what+" pieces")
	if n == 0 {
		return md, nil
	}
	var vec []portals.Iovec
	at := memory
	for i := range n {
		size := bytes / n
		if i == n-1 {
			size = bytes - size*(n-1)
		}
		vec = append(vec, portals.Iovec{Base: at, Len: uint64(size)})
		at += uintptr(size) + 5
	}
	md.Length, md.Options = uint64(n), md.Options|portals.MDIovec
	return md, vec
}

func flat(vec []portals.Iovec, md portals.MD) []byte {
	if vec == nil {
		return append([]byte(nil), memory.Bytes(md.Start, md.Length)...)
	}
	var b []byte
	for _, v := range vec {
		b = append(b, memory.Bytes(v.Base, v.Len)...)
	}
	return b
}

// TestMoves puts and gets between random pieces of memory, in every way in which bytes may travel: what arrives is what was sent, the rest of memory is
// untouched, and the events say so.
func TestMoves(t *testing.T) {
	n := newNode(t)
	const room = 300 << 10
	a, b := programMemory(t, room), programMemory(t, room)
	epoch := uint16(0)
	for name, way := range map[string]Copy{"auto": CopyAuto, "kernel": CopyKernel, "stream": CopyStream} {
		t.Run(name, func(t *testing.T) {
			epoch++
			r := newRank(n, way, epoch)
			rapid.Check(t, func(t *rapid.T) {
				r.t = t
				bytes := rapid.OneOf(rapid.IntRange(0, 100), rapid.IntRange(0, 20<<10), rapid.IntRange(100<<10, 256<<10)).Draw(t, "bytes")
				src, srcVec := pieces(t, "source", a, bytes, r.eq)
				dst, dstVec := pieces(t, "target", b, bytes, r.eq)
				fillRandom(memory.Bytes(a, room), byte(rapid.IntRange(0, 255).Draw(t, "fill")))
				clear(memory.Bytes(b, room))
				get := rapid.Bool().Draw(t, "get")

				r.Lock()
				mine, theirs, mineVec, theirVec := src, dst, srcVec, dstVec
				if get {
					mine, theirs, mineVec, theirVec = dst, src, dstVec, srcVec
				}
				md, c := r.NI.MDBind(mine, mineVec, portals.UnlinkIt)
				require.Equal(t, portals.OK, c)
				me, c := r.NI.MEAttach(3, portals.ProcessID{NID: portals.NIDAny, PID: portals.PIDAny}, 7, 0, portals.UnlinkIt, portals.InsAfter)
				require.Equal(t, portals.OK, c)
				_, c = r.NI.MDAttach(me, theirs, theirVec, portals.UnlinkIt)
				require.Equal(t, portals.OK, c)
				to := portals.Target{ID: r.NI.ID(), PT: 3, MatchBits: 7}
				var op *portals.Op
				if get {
					op, c = r.NI.Get(md, 0, portals.Whole, to)
				} else {
					op, c = r.NI.Put(md, 0, portals.Whole, portals.AckRequested, to, 9)
				}
				require.Equal(t, portals.OK, c)
				r.link.Send(op)
				r.Unlock()

				last := portals.Ack
				if get {
					last = portals.ReplyEnd
				}
				e := r.wait(last)
				require.Equal(t, portals.NIOK, e.Fail)
				require.Equal(t, uint64(bytes), e.MLength)
				require.Equal(t, flat(srcVec, src), flat(dstVec, dst))
				r.Lock()
				for r.link.Moving() {
					r.link.Serve()
				}
				require.Equal(t, portals.OK, r.NI.MDUnlink(md))
				require.Equal(t, portals.OK, r.NI.MEUnlink(me))
				for e := (portals.Event{}); r.NI.EQGet(r.eq, &e) == portals.OK; {
				}
				r.Unlock()
			})
			r.close()
		})
	}
}

// TestHoles: memory that is not there fails the operation at both ends and nothing else.
func TestHoles(t *testing.T) {
	debug.SetPanicOnFault(true) // as the edge does
	n := newNode(t)
	hole := programMemory(t, 1<<20)
	require.NoError(t, unix.Mprotect(memory.Bytes(hole, 1<<20), unix.PROT_NONE))
	good := programMemory(t, 1<<20)
	for _, way := range []Copy{CopyAuto, CopyKernel, CopyStream} {
		for _, bytes := range []uint64{8, 100 << 10} {
			r := newRank(n, way, uint16(way)+10)
			r.Lock()
			md, _ := r.NI.MDBind(portals.MD{Start: good, Length: bytes, Threshold: -1, EQ: r.eq}, nil, portals.Retain)
			me, _ := r.NI.MEAttach(3, portals.ProcessID{NID: portals.NIDAny, PID: portals.PIDAny}, 7, 0, portals.Retain, portals.InsAfter)
			_, c := r.NI.MDAttach(me, portals.MD{Start: hole, Length: bytes, Threshold: -1, Options: portals.MDOpPut | portals.MDOpGet, EQ: portals.EQNone}, nil, portals.Retain)
			require.Equal(t, portals.OK, c)
			op, _ := r.NI.Put(md, 0, portals.Whole, portals.AckRequested, portals.Target{ID: r.NI.ID(), PT: 3, MatchBits: 7}, 0)
			r.link.Send(op)
			r.Unlock()
			require.Equal(t, portals.NIFailed, r.wait(portals.Ack).Fail, "put of %d bytes, way %d", bytes, way)
			r.Lock()
			require.Equal(t, portals.OK, r.NI.MEUnlink(me))
			me, _ = r.NI.MEAttach(3, portals.ProcessID{NID: portals.NIDAny, PID: portals.PIDAny}, 8, 0, portals.Retain, portals.InsAfter)
			_, c = r.NI.MDAttach(me, portals.MD{Start: hole, Length: bytes, Threshold: -1, Options: portals.MDOpGet, EQ: portals.EQNone}, nil, portals.Retain)
			require.Equal(t, portals.OK, c)
			op, _ = r.NI.Get(md, 0, portals.Whole, portals.Target{ID: r.NI.ID(), PT: 3, MatchBits: 8})
			r.link.Send(op)
			r.Unlock()
			require.Equal(t, portals.NIFailed, r.wait(portals.ReplyEnd).Fail, "get of %d bytes, way %d", bytes, way)
			r.close()
		}
	}
}

// FuzzReceive: whatever is in a mailbox, a link neither panics nor touches memory that is not a descriptor's.
func FuzzReceive(f *testing.F) {
	f.Add(uint8(kindInline), make([]byte, portals.HeaderBytes))
	f.Add(uint8(kindPull), make([]byte, portals.HeaderBytes+tokenBytes+pieceBytes))
	f.Add(uint8(kindStream), make([]byte, portals.HeaderBytes+tokenBytes))
	f.Add(uint8(kindData), make([]byte, dataHead+3))
	f.Add(uint8(kindFin), make([]byte, finBytes))
	n := newNode(f)
	at := programMemory(f, 8<<10)
	f.Fuzz(func(t *testing.T, kind uint8, b []byte) {
		debug.SetPanicOnFault(true)
		routes := NewRoutes(n, nil)
		host := &process.Host{NI: portals.New(portals.Config{ID: routes.Default(0)})}
		l := newLink(Config{Node: n, Host: host, Routes: routes, Todo: new(uint32), Notice: func(string) {}, Closed: func() {}})
		me, _ := host.NI.MEAttach(0, portals.ProcessID{NID: portals.NIDAny, PID: portals.PIDAny}, 0, ^uint64(0), portals.Retain, portals.InsAfter)
		host.NI.MDAttach(me, portals.MD{Start: at, Length: 4 << 10, Threshold: -1, Options: portals.MDOpPut | portals.MDOpGet | portals.MDTruncate, EQ: portals.EQNone}, nil, portals.Retain)
		host.Lock()
		l.receive(0, kind, b)
		l.receive(0, kind, b)
		host.Unlock()
		for n.Poll(func(node.LocalRank, uint8, []byte) {}) {
		}
	})
}
