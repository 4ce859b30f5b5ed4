package armcitest

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/armci"
	"gasnetgo/internal/memory"
)

// side is one rank of one check.
type side struct {
	*Rank
	a       *armci.Rank
	t       armci.Transport
	require *require.Assertions
	bases   []uintptr // of room bytes at each rank
	next    int       // the rank to talk to
	rnd     *rand.Rand
	kept    any // what it points to is in the heap
}

// room is how much memory each rank has for a check.
const room = 1 << 18

// Run runs the whole suite on jobs of these sizes; without any on 1, 2, 4 and 7 ranks.
func Run(t *testing.T, transport Factory, sizes ...int) {
	if len(sizes) == 0 {
		sizes = []int{1, 2, 4, 7}
	}
	run(t, transport, sizes, []check{
		{"put", put}, {"get", get}, {"strided", strided}, {"vector", vector}, {"series in order", order}, {"non-blocking", nonBlocking}, {"accumulates are atomic", contention},
		{"atomics", atomics}, {"atomics are atomic", counters}, {"flag", flags}, {"notify", notify}, {"mutexes", mutexes}, {"mutexes pass on in order", fair},
		{"trylock", tryLock}, {"messages", messages}, {"fence", fence}, {"pages", allocations}, {"descriptors", descriptors},
	})
}

// RunAccumulates runs the check of accumulates that are atomic.
func RunAccumulates(t *testing.T, transport Factory, sizes ...int) {
	run(t, transport, sizes, []check{{"accumulates are atomic", contention}})
}

type check struct {
	name string
	do   func(s *side)
}

func run(t *testing.T, transport Factory, sizes []int, checks []check) {
	for _, n := range sizes {
		for i, c := range checks {
			t.Run(fmt.Sprintf("%s/%d", c.name, n), func(t *testing.T) {
				Start(t, n, transport, func(r *Rank, a *armci.Rank) {
					s := &side{Rank: r, a: a, require: require.New(failer{r}), next: (r.rank + 1) % n, rnd: rand.New(rand.NewPCG(uint64(i), uint64(r.rank)))}
					_, err := a.Init("", 0, 0)
					s.ok(0, err)
					s.t = r.Transport()
					s.bases = s.malloc(room)
					c.do(s)
					s.sync()
					s.ok(0, a.Finalize(""))
				})
			})
		}
	}
}

// failer ends a rank that fails.
type failer struct{ r *Rank }

func (f failer) Errorf(format string, args ...any) { f.r.T.Errorf(format, args...) }
func (f failer) FailNow()                          { f.r.Exit() }

// ok fails unless a call has returned 0.
func (s *side) ok(code int32, err error) {
	s.require.NoError(err)
	s.require.Zero(code)
}

// malloc is ARMCI_Malloc of the same size everywhere.
func (s *side) malloc(bytes int64) []uintptr {
	all := make([]uintptr, s.Size())
	s.ok(s.a.Malloc("", address(s, all), bytes, armci.World0))
	alive(all)
	return all
}

// sync is ARMCI_Barrier.
func (s *side) sync() { s.ok(0, s.a.Barrier("", armci.World0, true)) }

// own is this rank's memory, at that of another one: all are in this process.
func (s *side) own() []byte        { return s.at(s.rank) }
func (s *side) at(rank int) []byte { return memory.Bytes(s.bases[rank], room) }
func (s *side) before() int        { return (s.rank + s.size - 1) % s.size }

// pattern is what a rank sends; it differs from rank to rank and byte to byte.
func pattern(seed, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(seed*31 + i*7 + i>>8 + 1)
	}
	return b
}

var lengths = []int{1, 2, 3, 4, 7, 8, 9, 12, 13, 16, 64, 100, 1000, 4096, 8191, 20000, 100001}

// runs are one side of a transfer as its caller gives it.
type runs struct {
	at      uintptr
	strides []int32
}

// call is a strided transfer of the local and the remote side.
func (s *side) call(kind, op int32, scale []byte, local, remote runs, counts []int32, proc int, handle uintptr) {
	src, dst := local, remote
	if kind == armci.KindGet {
		src, dst = remote, local
	}
	s.ok(s.a.Strided("", armci.StridedArgs{
		Kind: kind, Op: op, Scale: address(s, scale), Src: src.at, SrcStrides: address(s, src.strides), Dst: dst.at, DstStrides: address(s, dst.strides),
		Count: address(s, counts), Levels: int32(len(counts) - 1), Proc: int32(proc), Handle: handle,
	}))
	alive(scale, local.strides, remote.strides, counts)
}

// alive keeps memory whose address the library has been given.
func alive(all ...any) { runtime.KeepAlive(all) }

// address is that of memory which is not on a stack: stacks move.
func address[T any](s *side, list []T) uintptr {
	if s.kept = list; len(list) == 0 {
		return 0
	}
	return memory.Address(list)
}

// move is a contiguous blocking one.
func (s *side) move(kind int32, local []byte, remote uintptr, proc int) {
	s.call(kind, 0, nil, runs{at: address(s, local)}, runs{at: remote}, []int32{int32(len(local))}, proc, armci.Blocking)
	alive(local)
}

func put(s *side) {
	for _, n := range lengths {
		for _, off := range []int{1024, 1025, 1028, 1031} {
			b := pattern(s.rank, n)
			s.move(armci.KindPut, b, s.bases[s.next]+uintptr(off), s.next)
			clear(b) // the call has returned
			s.sync()
			s.require.Equal(pattern(s.before(), n), s.own()[off:off+n])
			s.require.Zero(s.own()[off-1])
			s.require.Zero(s.own()[off+n])
			s.sync()
			clear(s.own())
			s.sync()
		}
	}
}

func get(s *side) {
	copy(s.own(), pattern(s.rank, room))
	s.sync()
	for _, n := range lengths {
		for _, off := range []int{0, 1, 2, 4, 4096} {
			b := make([]byte, n)
			s.move(armci.KindGet, b, s.bases[s.next]+uintptr(off), s.next)
			s.require.Equal(pattern(s.next, room)[off:off+n], b)
		}
	}
	// Into memory that others reach, too.
	far := s.malloc(room)
	s.move(armci.KindGet, memory.Bytes(far[s.rank], 5000), s.bases[s.next]+3, s.next)
	s.require.Equal(pattern(s.next, room)[3:5003], memory.Bytes(far[s.rank], 5000))
}

func fence(s *side) {
	for round := range 20 {
		n := 1 + s.rnd.IntN(30000)
		s.move(armci.KindPut, pattern(s.rank+round, n), s.bases[s.next], s.next)
		s.ok(0, s.a.Fence("", int32(s.next)))
		s.require.Equal(pattern(s.rank+round, n), s.at(s.next)[:n], "another rank's memory, as it sees it")
		s.sync()
	}
}

func allocations(s *side) {
	at, far := s.malloc(3*4096), s.next
	s.require.True(s.t.Allocated(far, at[far], 3*4096))
	s.require.False(s.t.Allocated(far, at[far]+2*4096, 2*4096))
	s.require.False(s.t.Allocated(far, at[far]+room*100, 1))
	near := s.t.Nearby(far, at[far]+4096)
	s.require.NotEmpty(near)
	s.sync()
	_, err := s.a.Free("", at[s.rank])
	s.require.NoError(err)
	s.sync()
	s.sync() // freed memory stays readable until its owner has left the first collective call behind that
	s.require.False(s.t.Allocated(far, at[far], 1))
	if s.size > 1 {
		_, err := s.a.Strided("ARMCI_Put", armci.StridedArgs{
			Kind: armci.KindPut, Src: s.bases[s.rank], Dst: at[far], Count: address(s, []int32{8}), Proc: int32(far), Handle: armci.Blocking,
		})
		s.require.ErrorContains(err, "not in an allocation of process")
	}
}
