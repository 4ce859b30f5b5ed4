package node

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"

	"gasnetgo/internal/memory"
)

// The tests run real ranks: the test binary starts itself once per rank with the scenario's name in its environment.
func TestMain(m *testing.M) {
	if scenario := os.Getenv("NODE_SCENARIO"); scenario != "" {
		if err := asRank(scenario); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const testBase = 0x180000000000

// testFirst is the rank in the job of the first rank of the host in the scenarios: jobs have ranks on other hosts, too, so that a job's rank is never a place in
// the memory file.
const testFirst = 100

var scenarios = map[string]func(*Node) error{
	"barrier":  barrierScenario,
	"exchange": exchangeScenario,
	"segments": segmentScenario,
	"mismatch": mismatchScenario,
	"mailbox":  mailboxScenario,
	"wait":     waitScenario,
	"warm":     warmScenario,
	"window":   windowScenario,
	"outbox":   outboxScenario,
}

func asRank(scenario string) error {
	rank, _ := strconv.Atoi(os.Getenv("NODE_RANK"))
	size, _ := strconv.Atoi(os.Getenv("NODE_SIZE"))
	n, err := Open(Options{Rank: testFirst + rank, Size: testFirst + size + 1, Host: Host{First: testFirst, Size: size}, FD: 3, Base: testBase, MailboxBytes: Page, Program: os.Args[0]})
	if err != nil {
		return err
	}
	if err := scenarios[scenario](n); err != nil {
		return fmt.Errorf("rank %d: %w", rank, err)
	}
	return nil
}

func runRanks(t *testing.T, scenario string, size int) {
	t.Helper()
	fd, err := unix.MemfdCreate("node-test", unix.MFD_CLOEXEC)
	require.NoError(t, err)
	file := os.NewFile(uintptr(fd), "memory")
	defer file.Close()
	require.NoError(t, file.Truncate(1<<46))
	var cmds []*exec.Cmd
	var out bytes.Buffer
	for r := range size {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "NODE_SCENARIO="+scenario, fmt.Sprint("NODE_RANK=", r), fmt.Sprint("NODE_SIZE=", size))
		cmd.ExtraFiles = []*os.File{file}
		cmd.Stderr = &lockedBuffer{to: &out}
		require.NoError(t, cmd.Start())
		cmds = append(cmds, cmd)
	}
	ended := make(chan error)
	for r, cmd := range cmds {
		go func() {
			err := cmd.Wait()
			if err != nil {
				err = fmt.Errorf("rank %d: %w", r, err)
			}
			ended <- err
		}()
	}
	var failed error
	for range cmds {
		if err := <-ended; err != nil && failed == nil { // the others may wait for it forever
			failed = err
			for _, cmd := range cmds {
				_ = cmd.Process.Kill()
			}
		}
	}
	require.NoError(t, failed, out.String())
}

func TestScenarios(t *testing.T) {
	for name := range scenarios {
		for _, size := range []int{1, 2, 5, 9} {
			t.Run(fmt.Sprintf("%s/np%d", name, size), func(t *testing.T) { runRanks(t, name, size) })
		}
	}
}

// Every rank counts its arrivals in a shared segment; after barrier k all counters are at least k.
func barrierScenario(n *Node) error {
	s, err := n.Segment("counters", 8, 0)
	if err != nil {
		return err
	}
	for k := byte(1); k < 100; k++ {
		memory.Bytes(s.Part(n.Me()), 1)[0] = k
		if err := n.Barrier(); err != nil {
			return err
		}
		for r := range n.Locals() {
			if got := memory.Bytes(s.Part(r), 1)[0]; got != k && got != k+1 {
				return fmt.Errorf("after barrier %d rank %d stands at %d", k, r, got)
			}
		}
		if err := n.Barrier(); err != nil {
			return err
		}
	}
	return nil
}

func exchangeScenario(n *Node) error {
	for k := range 50 {
		all, err := n.Exchange(bytes.Repeat([]byte{byte(int(n.Me()) + k)}, k*20))
		if err != nil {
			return err
		}
		for r, b := range all {
			if !bytes.Equal(b, bytes.Repeat([]byte{byte(r + k)}, k*20)) {
				return fmt.Errorf("round %d: rank %d sent %v", k, r, b)
			}
		}
	}
	_, err := n.Exchange(make([]byte, ExchangeBytes))
	if err == nil {
		return fmt.Errorf("an exchange that does not fit was accepted")
	}
	return nil
}

func segmentScenario(n *Node) error {
	for _, size := range []uint64{1, Page, segmentAlign, segmentAlign + 1} {
		name := fmt.Sprint("s", size)
		s, err := n.Segment(name, size, 7)
		if err != nil {
			return err
		}
		if again, err := n.Segment(name, size, 7); err != nil || again != s {
			return fmt.Errorf("segment %s a second time: %v %v", name, again, err)
		}
		if s.Part(0)%segmentAlign != 0 || s.Stride < size {
			return fmt.Errorf("segment %+v is badly placed", s)
		}
		last := (n.Me() + n.Locals() - 1) % n.Locals()
		mine, theirs := memory.Bytes(s.Part(n.Me()), size), memory.Bytes(s.Part(last), size)
		mine[size-1] = byte(n.Me() + 1)
		if err := n.Barrier(); err != nil {
			return err
		}
		if theirs[size-1] != byte(last+1) {
			return fmt.Errorf("segment %s: rank %d's last byte is %d", name, last, theirs[size-1])
		}
	}
	at, err := n.Reserve("common", Page)
	if err != nil {
		return err
	}
	s, _ := n.Segment("s4096", Page, 7)
	if err := n.MapAgain(s, at); err != nil {
		return err
	}
	memory.Bytes(at, Page)[5] = byte(40 + n.Me())
	if got := memory.Bytes(s.Part(n.Me()), Page)[5]; got != byte(40+n.Me()) {
		return fmt.Errorf("the second view wrote %d to another place", got)
	}
	if err := n.Discard(s); err != nil {
		return err
	}
	if got := memory.Bytes(at, Page)[5]; got != 0 {
		return fmt.Errorf("discarded memory reads as %d", got)
	}
	return nil
}

func mismatchScenario(n *Node) error {
	if n.Me() == 0 {
		if _, err := n.Segment("x", 100, 1); err != nil {
			return err
		}
	}
	if err := n.Barrier(); err != nil {
		return err
	}
	if n.Me() == 0 {
		return nil
	}
	for _, ask := range []struct{ bytes, tag uint64 }{{101, 1}, {100, 2}} {
		_, err := n.Segment("x", ask.bytes, ask.tag)
		var m *MismatchError
		if !asMismatch(err, &m) || m.Rank != testFirst {
			return fmt.Errorf("asking for %v gave %v", ask, err)
		}
	}
	if _, err := n.Segment("huge", 1<<44, 0); n.Locals() > 1 && err == nil {
		return fmt.Errorf("a segment beyond the address range was granted")
	}
	return nil
}

func asMismatch(err error, m **MismatchError) (ok bool) {
	*m, ok = err.(*MismatchError)
	return ok
}

// All send numbered records of varying length to all through rings of one page, and poll when a ring is full.
func mailboxScenario(n *Node) error {
	const records = 120
	next := make([]uint32, n.Locals())
	var bad error
	handle := func(from LocalRank, kind uint8, p []byte) {
		k := binary.LittleEndian.Uint32(p)
		if k != next[from] || kind != uint8(k%200) || len(p) != 4+int(k*37%900) || (len(p) > 4 && p[len(p)-1] != byte(k)) {
			bad = fmt.Errorf("record %d of rank %d: got number %d, kind %d, %d bytes", next[from], from, k, kind, len(p))
		}
		next[from]++
	}
	for k := uint32(0); k < records; k++ {
		p := bytes.Repeat([]byte{byte(k)}, 4+int(k*37%900))
		binary.LittleEndian.PutUint32(p, k)
		for to := range n.Locals() {
			for !n.Send(to, uint8(k%200), p) {
				n.Poll(handle)
			}
		}
	}
	n.Wait(func() bool {
		for n.Poll(handle) {
		}
		for _, k := range next {
			if k != records {
				return bad != nil
			}
		}
		return true
	})
	return bad
}

func waitScenario(n *Node) error {
	s, err := n.Segment("turn", 64, 0)
	if err != nil {
		return err
	}
	// A token goes round; each hop wakes a sleeper.
	next := (n.Me() + 1) % n.Locals()
	mine, theirs := &memory.Bytes(s.Part(n.Me()), 64)[0], &memory.Bytes(s.Part(next), 64)[0]
	for lap := byte(1); lap < 20; lap++ {
		if n.Me() != 0 {
			n.Wait(func() bool { return load8(mine) == lap })
		}
		store8(theirs, lap)
		n.Ring(next)
		if n.Me() == 0 {
			n.Wait(func() bool { return load8(mine) == lap })
		}
	}
	return nil
}

func TestReserveAgainstNaiveRing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ring := make([]byte, Page)
		var m Mailbox
		var seen atomic.Uint64
		var live [][2]uint64 // records in the ring, oldest first
		used := uint64(0)
		for range 60 {
			if len(live) > 0 && rapid.Bool().Draw(t, "free") {
				m.Head += live[0][1]
				used -= live[0][1]
				live = live[1:]
				continue
			}
			need := uint64(rapid.IntRange(8, Page/4).Draw(t, "bytes"))
			span := roundUp(need, Line)
			tail := m.Tail
			at, ok := reserve(&m, &seen, ring, need)
			place := tail % Page
			filler := uint64(0)
			if place+span > Page {
				filler = Page - place
			}
			require.Equal(t, used+filler+span <= Page, ok)
			if !ok {
				require.Equal(t, tail, m.Tail)
				continue
			}
			require.Equal(t, (tail+filler)%Page, at)
			require.LessOrEqual(t, at+span, uint64(Page))
			live = append(live, [2]uint64{at, filler + span})
			used += filler + span
		}
	})
}

func TestOpenRefusesBadMailbox(t *testing.T) {
	_, err := Open(Options{Size: 1, Host: Host{Size: 1}, MailboxBytes: 5000})
	require.ErrorContains(t, err, "GASNETGO_MAILBOX")
}

func TestHost(t *testing.T) {
	h := Host{First: 4, Size: 3}
	for rank := range 9 {
		l, here := h.Local(rank)
		require.Equal(t, rank >= 4 && rank < 7, here, "rank %d", rank)
		if here {
			require.Equal(t, rank, h.Rank(l))
		}
	}
	_, err := Open(Options{Rank: 7, Size: 9, Host: h, MailboxBytes: Page})
	require.ErrorContains(t, err, "rank 7 opens the memory file of ranks 4 to 6")
}
