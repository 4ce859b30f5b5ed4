package process

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/memory"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// net is nodes in one process: node n's packets wait in mail[n].
type net struct {
	mail  map[uint32][]packet
	up    map[uint32]bool
	lost  map[uint32][]uint32
	bytes map[uint32]map[uint64][]byte // by node and key
	keys  uint64
}

type packet struct {
	from uint32
	p    sisci.Packet
}

// world is a node's.
type world struct {
	client.Machine // a program's node makes no call of a client's
	*net
	id      uint32
	stamp   uint32
	changed int
	work    int
}

func (w *world) Expose(uint64) {}

func (w *world) Reach(node uint32) sisci.Code {
	if node > 12 {
		return sisci.NoSuchNode
	}
	return sisci.OK
}

func (w *world) Allocate(bytes uint64) (uint64, sisci.Code) {
	w.keys++
	if w.bytes[w.id] == nil {
		w.bytes[w.id] = map[uint64][]byte{}
	}
	w.bytes[w.id][w.keys] = memory.Room(int(bytes))
	return w.keys, sisci.OK
}

func (w *world) Register(uintptr, uint64) (uint64, sisci.Code) { return 0, sisci.System }

func (w *world) Map(m sisci.Mapping) (uintptr, sisci.Code) {
	return w.at(sisci.Place{Node: m.Node, Key: m.Key, Offset: m.Offset}), sisci.OK
}

func (w *world) Begin(bool) { w.up[w.id] = true }

func (w *world) Send(to uint32, p *sisci.Packet) bool {
	if w.up[to] {
		w.mail[to] = append(w.mail[to], packet{w.id, *p})
	}
	return w.up[to]
}

func (w *world) Poll(arrive func(from uint32, p *sisci.Packet)) (more bool, err error) {
	if len(w.mail[w.id]) == 0 {
		return false, nil
	}
	m := w.mail[w.id][0]
	w.mail[w.id] = w.mail[w.id][1:]
	arrive(m.from, &m.p)
	return true, nil
}

func (w *world) Lost() []uint32 {
	lost := w.lost[w.id]
	w.lost[w.id] = nil
	return lost
}

func (w *world) Engine() bool { return false }

func (w *world) Copy(c sisci.Copy) (sisci.Code, bool) {
	memory.Copy(w.at(c.To), w.at(c.From), c.Bytes)
	return sisci.OK, true
}

func (w *world) at(p sisci.Place) uintptr {
	if p.Key == 0 {
		return uintptr(p.Offset)
	}
	return memory.Address(w.bytes[p.Node][p.Key]) + uintptr(p.Offset)
}

func (w *world) Unmap(uintptr, uint64) {}
func (w *world) Free(key uint64)       { delete(w.bytes[w.id], key) }

func (w *world) Changed(work bool) {
	w.changed++
	if work {
		w.work++
	}
}

func (w *world) Stamp() uint32 { return w.stamp }
func (w *world) Stale()        { w.stamp++ }
func (w *world) Direct(uintptr) bool {
	return true
}
func (w *world) Leave()         {}
func (w *world) Fail(err error) { panic(err) }

// program is a process with its memory: words for handles, a reply, a callback.
type program struct {
	*Process
	*testing.T
	w     *world
	words []uint64
	reply *Reply
	job   *Job
	data  []byte
}

func node(w *world, id uint32) *client.Node {
	return client.NewNode(client.Config{Node: id, Machine: w, Limits: Limits(),
		Adapter: sisci.Adapter{Count: 1, SegmentSize: 1, MapOffset: 1, MapSize: 1, CopyOffset: 1, CopySize: 1, DMAOffset: 1, DMASize: 1}})
}

func programs(t *testing.T) (a, b *program) {
	n := &net{mail: map[uint32][]packet{}, up: map[uint32]bool{}, lost: map[uint32][]uint32{}, bytes: map[uint32]map[uint64][]byte{}}
	make := func(id uint32) *program {
		w := &world{net: n, id: id, stamp: 1}
		p := &program{Process: New(node(w, id), func(sisci.Call) {}), T: t, w: w, data: memory.Room(MessageBytes)}
		room := memory.Room(64 * 8)
		p.words = memory.Slice[uint64](memory.Address(room), 64)
		p.reply, p.job = memory.At[Reply](memory.Address(p.words[16:])), memory.At[Job](memory.Address(p.words[32:]))
		p.job.Data = memory.Address(p.data)
		t.Cleanup(func() { _ = room[0] })
		return p
	}
	return make(4), make(8)
}

func (p *program) at(word int) uintptr { return memory.Address(p.words[word:]) }
func (p *program) replyAt() uintptr    { return p.at(16) }
func (p *program) jobAt() uintptr      { return p.at(32) }

func (p *program) ok(code uint32) {
	p.Helper()
	require.Equal(p.T, sisci.OK, sisci.Code(code))
}

// open starts the library, makes a descriptor and a segment of 64 bytes that others can connect with.
func (p *program) open() (sd, segment uint64) {
	p.ok(p.Initialize(0))
	p.ok(p.Open(p.at(0), 0))
	p.ok(p.Create(CreateArgs{Sd: p.words[0], Into: p.at(1), Id: 1, Bytes: 64, Function: 1, Flags: sisci.UseCallback}))
	p.ok(p.Export(ExportPrepare, p.words[1], 0, 0))
	p.ok(p.Export(ExportAvailable, p.words[1], 0, 0))
	return p.words[0], p.words[1]
}

// settle polls a ticket until there is its reply; other is the program that has to answer.
func (p *program) settle(ticket uint64, other *program) sisci.Code {
	for ticket != 0 && p.Poll(ticket, false, p.job.Data, p.replyAt()) == 0 {
		other.Serve()
	}
	return sisci.Code(p.reply.Code)
}

// A connection, a copy by DMA that its caller makes, the callback of the owner, a message with its data, and the end of a node.
func TestPrograms(t *testing.T) {
	a, b := programs(t)
	sd, own := a.open()
	connect := ConnectArgs{Sd: sd, Into: a.at(2), Node: 8, Id: 1, Reply: a.replyAt()}
	require.Zero(t, a.Connect(connect), "no library runs there")
	require.Equal(t, sisci.NoSuchSegment, sisci.Code(a.reply.Code))
	_, theirs := b.open()
	ticket := a.Connect(connect)
	require.NotZero(t, ticket)
	require.Equal(t, sisci.OK, a.settle(ticket, b))
	remote := a.reply.Handle
	require.Equal(t, uint64(64), a.About(AboutRemoteSize, remote))

	require.Equal(t, int32(JobLocal), b.Next(b.jobAt()))
	require.Equal(t, theirs, b.job.Handle)
	require.Equal(t, uint32(sisci.Connected), b.job.Reason)
	require.Equal(t, uint32(4), b.job.Node)
	require.Equal(t, int32(JobNone), b.Next(b.jobAt()))
	b.Returned(b.job.Token, uint32(sisci.Continue))

	a.ok(a.Queue(sd, a.at(3), 0, 1, 0))
	copy(a.w.bytes[4][1], "words")
	enqueue := EnqueueArgs{Queue: a.words[3], Segment: own, Remote: remote, RemoteOffset: 10, Bytes: 5, Flags: sisci.DMAPost | sisci.DMAWait | sisci.DMAReset, Reply: a.replyAt()}
	require.Zero(t, a.Enqueue(enqueue), "its caller makes the transfer")
	a.ok(a.reply.Code)
	require.Equal(t, "words", string(b.w.bytes[8][2][10:15]))
	enqueue.Flags = 0
	require.Zero(t, a.Enqueue(enqueue))
	work := a.w.work
	a.ok(a.Post(a.words[3], 0, 0, 0))
	require.Greater(t, a.w.work, work, "a thread of the library makes it")
	require.Equal(t, uint32(sisci.QueuePosted), a.State(a.words[3]))
	require.Equal(t, int32(JobWork), a.Next(a.jobAt()))
	require.Equal(t, uint32(sisci.QueueDone), a.State(a.words[3]))

	b.words[4] = 0
	b.ok(b.Interrupt(InterruptArgs{Data: true, Sd: b.words[0], Into: b.at(3), Number: b.at(4)}))
	ticket = a.ConnectInterrupt(ConnectInterruptArgs{Data: true, Sd: sd, Into: a.at(5), Node: 8, Number: uint32(b.words[4]), Reply: a.replyAt()})
	require.Equal(t, sisci.OK, a.settle(ticket, b))
	message := memory.Room(8)
	copy(message, "message")
	a.ok(a.Trigger(true, a.reply.Handle, memory.Address(message), 7, 0))
	require.Zero(t, b.Wait(WaitDataInterrupt, b.words[3], b.job.Data, 100, 0, b.replyAt()), "it has come already")
	b.ok(b.reply.Code)
	require.Equal(t, "message", string(b.data[:b.reply.Length]))

	stamp := a.w.stamp
	a.w.lost[4] = []uint32{8}
	ticket = a.Wait(WaitRemote, remote, 0, 0, 0, a.replyAt())
	require.Equal(t, sisci.OK, a.settle(ticket, b))
	require.Equal(t, uint32(sisci.Lost), a.reply.Reason)
	require.Greater(t, a.w.stamp, stamp, "C asks again")
	ticket = a.Wait(WaitRemote, remote, 0, 0, 0, a.replyAt())
	require.Equal(t, int32(1), a.Poll(ticket, true, 0, a.replyAt()))
	require.Equal(t, sisci.Timeout, sisci.Code(a.reply.Code))
	a.ok(a.End(EndDisconnect, remote, 0))
}

// A program and a client of the library are two processes of a node: they share its ids, and the end of the program's library leaves the client what it has.
func TestTwoProcesses(t *testing.T) {
	a, b := programs(t)
	sd, _ := a.open()
	c, err := a.driver.Client(a.w)
	require.NoError(t, err)
	_, err = c.Create(1, 0, 64)
	require.EqualError(t, err, "SCICreateSegment: "+sisci.SegmentIDUsed.Text(), "the program has it")
	l, err := c.Create(2, 0, 64)
	require.NoError(t, err)
	require.NoError(t, c.Export(l))
	require.Equal(t, sisci.SegmentIDUsed, sisci.Code(a.Create(CreateArgs{Sd: sd, Into: a.at(2), Id: 2, Bytes: 64})))

	b.ok(b.Initialize(0))
	b.ok(b.Open(b.at(0), 0))
	ticket := b.Connect(ConnectArgs{Sd: b.words[0], Into: b.at(2), Node: 4, Id: 2, Reply: b.replyAt()})
	require.NotZero(t, ticket)
	for ticket != 0 && b.Poll(ticket, false, 0, b.replyAt()) == 0 {
		require.NoError(t, c.Serve(), "for both")
	}
	b.ok(b.reply.Code)
	a.Terminate()
	require.Equal(t, sisci.NotInitialized, sisci.Code(a.Open(a.at(0), 0)))
	remote := b.reply.Handle
	require.Equal(t, uint64(64), b.About(AboutRemoteSize, remote), "the segment is still there")
	require.NoError(t, c.Close())
	ticket = b.Wait(WaitRemote, remote, 0, 0, 0, b.replyAt())
	require.Equal(t, sisci.OK, b.settle(ticket, a))
	require.Equal(t, uint32(sisci.Disconnected), b.reply.Reason)
	b.ok(b.End(EndDisconnect, remote, 0))
	a.Serve()
	require.Len(t, a.w.bytes[4], 1, "memory of the program, which has not removed its segment")
}

// Where there is no SISCI, every call says so, and none waits.
func TestRefused(t *testing.T) {
	p := Refuse(sisci.NotSupported)
	room := memory.Room(128)
	at := memory.Address(room)
	none := uint32(sisci.NotSupported)
	require.Equal(t, none, p.Initialize(0))
	require.Equal(t, none, p.Open(at, 0))
	require.Equal(t, none, p.Missing())
	require.Equal(t, none, p.Query(1, 0, 1, 0, at, 0))
	require.Zero(t, p.Wait(WaitQueue, 1, 0, 0, 0, at))
	require.Equal(t, none, memory.At[Reply](at).Code)
	require.Equal(t, uint32(sisci.QueueError), memory.At[Reply](at).State)
	p.Terminate()
	p.Exit()
	p.Words(none, at, 30)
	require.Equal(t, "SCI_ERR_NOT_SUPPORTED: this m\x00", string(room[:30]))
}
