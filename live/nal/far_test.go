package nal

import (
	"encoding/binary"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"

	"gasnetgo/internal/memory"
	"gasnetgo/node"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
	"gasnetgo/portals"
	"gasnetgo/portals/process"
)

const farBase = 0x1a0000000000

// farRanks are a job of two ranks, each on a host of its own, over a network that often has no room.
func farRanks(t *testing.T) (all [2]*rank) {
	engines := ofitest.New(2, 3)
	for i := range all {
		fd, err := unix.MemfdCreate("nal-test", unix.MFD_CLOEXEC)
		require.NoError(t, err)
		file := os.NewFile(uintptr(fd), "memory")
		require.NoError(t, file.Truncate(1<<46))
		base := uintptr(farBase + i<<44)
		n, err := node.Open(node.Options{Rank: i, Size: 2, Host: node.Host{First: i, Size: 1}, FD: fd, Base: base, MailboxBytes: 16 << 10, Program: os.Args[0]})
		require.NoError(t, err)
		n.OpenMemory()
		var addresses [][]byte
		for r := range all {
			addresses = append(addresses, binary.LittleEndian.AppendUint32(nil, uint32(r)))
		}
		require.NoError(t, engines[i].Connect(addresses))
		port := ofi.NewPort(ofi.Config{Engine: engines[i], Rank: i, Size: 2, Token: 5})
		r := &rank{Host: &process.Host{}}
		routes := NewRoutes(n, nil)
		r.NI = portals.New(portals.Config{ID: routes.Default(i)})
		r.link = Open(Config{Node: n, Host: r.Host, Routes: routes, Epoch: 1, Todo: new(uint32), Far: NewFar(port, n, func(int) bool { return false }),
			Fail: func(err error) { panic(err) }, Notice: func(line string) { panic(line) }, Closed: func() {}})
		routes.Register(r.NI.ID(), uint32(70+i), 0, node.EndpointOpen)
		r.eq, _ = r.NI.EQAlloc(64)
		all[i] = r
		t.Cleanup(func() {
			r.close()
			port.Close()
			unmap(base, 1<<20)
			file.Close()
		})
	}
	for _, r := range all {
		r.Lock()
		r.link.Announce()
		r.Unlock()
	}
	return all
}

// TestFar puts and gets between memory of ranks of two hosts, of lengths that fit into a record and that do not.
func TestFar(t *testing.T) {
	all := farRanks(t)
	const room = 300 << 10
	a, b := programMemory(t, room), programMemory(t, room)
	rapid.Check(t, func(t *rapid.T) {
		from, to := all[0], all[1]
		if rapid.Bool().Draw(t, "back") {
			from, to = to, from
		}
		from.t, to.t = t, t
		bytes := rapid.OneOf(rapid.IntRange(0, 100), rapid.IntRange(0, 20<<10), rapid.IntRange(100<<10, 256<<10)).Draw(t, "bytes")
		src, srcVec := pieces(t, "source", a, bytes, from.eq)
		dst, dstVec := pieces(t, "target", b, bytes, to.eq)
		fillRandom(memory.Bytes(a, room), byte(rapid.IntRange(0, 255).Draw(t, "fill")))
		clear(memory.Bytes(b, room))

		to.Lock()
		me, c := to.NI.MEAttach(3, from.NI.ID(), 7, 0, portals.UnlinkIt, portals.InsAfter)
		require.Equal(t, portals.OK, c)
		_, c = to.NI.MDAttach(me, dst, dstVec, portals.UnlinkIt)
		require.Equal(t, portals.OK, c)
		to.Unlock()
		from.Lock()
		md, c := from.NI.MDBind(src, srcVec, portals.UnlinkIt)
		require.Equal(t, portals.OK, c)
		target := portals.Target{ID: to.NI.ID(), PT: 3, MatchBits: 7}
		get := rapid.Bool().Draw(t, "get")
		var op *portals.Op
		last := portals.Ack
		if get {
			op, c = from.NI.Get(md, 0, portals.Whole, target)
			last = portals.ReplyEnd
		} else {
			op, c = from.NI.Put(md, 0, portals.Whole, portals.AckRequested, target, 9)
		}
		require.Equal(t, portals.OK, c)
		from.link.Send(op)
		from.Unlock()

		e := from.wait(last)
		require.Equal(t, portals.NIOK, e.Fail)
		require.Equal(t, uint64(bytes), e.MLength)
		if !get {
			at := to.wait(portals.PutEnd)
			require.Equal(t, from.NI.ID(), at.Initiator)
			require.Equal(t, from.link.Routes.look(from.link.me).uid, at.UID)
		}
		require.Equal(t, flat(srcVec, src), flat(dstVec, dst))
		for _, r := range all {
			for moving := true; moving; { // its peer serves itself
				r.Lock()
				r.link.Serve()
				moving = r.link.Moving()
				for e := (portals.Event{}); r.NI.EQGet(r.eq, &e) == portals.OK; {
				}
				r.Unlock()
			}
		}
		from.Lock()
		require.Equal(t, portals.OK, from.NI.MDUnlink(md))
		from.Unlock()
		to.Lock()
		require.Equal(t, portals.OK, to.NI.MEUnlink(me))
		to.Unlock()
	})
}
