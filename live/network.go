package live

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/node"
	"gasnetgo/ofi"
	"gasnetgo/ofi/engine"
)

// Network is a rank's way to the ranks of other hosts, which all APIs share. docs/design/hosts.md describes it.
type Network struct {
	Port    *ofi.Port
	Leaders *ofi.Barrier // of the first ranks of all hosts; nil on others
	Biases  []uint64     // by rank: where its executable lies

	engine *engine.Engine
	firsts []uint32 // by rank: the lowest rank of its host
	chosen []choice // by rank
	yield  func()   // lets rank 0, if it fails as well, report alone
}

// transports are the variables that choose the transport of an API.
var transports = [...]string{knob.ShmemTransport, knob.GASNetConduit}

// choice is a rank's values of them, which are short.
type choice [len(transports)][8]byte

// SameTransport is an error if a rank of the job has chosen another transport of an API than this one, by a variable. The network connects the ranks.
func (s *Session) SameTransport(net *Network, variable string) error {
	i := slices.Index(transports[:], variable)
	for r, c := range net.chosen {
		if c[i] != net.chosen[s.Job.Rank][i] {
			return s.Mismatch(anotherTransport(r, variable))
		}
	}
	return nil
}

func (s *Session) choice() (c choice) {
	for i, v := range transports {
		text, _ := s.Knobs.Enum(v) // a wrong one is refused where it matters
		copy(c[i][:], text)
	}
	return c
}

// Host numbers the host of a rank: hosts are in the order of their ranks.
func (h *Network) Host(rank int) uint32 {
	host := uint32(0)
	for r := 1; r <= rank; r++ {
		if int(h.firsts[r]) == r {
			host++
		}
	}
	return host
}

// card is what a rank tells all others before they communicate.
type card struct {
	Image    uint64 // hash of the executable
	Bias     uint64 // where that lies
	Version  [24]byte
	Chosen   choice
	First    uint32    // lowest rank of its host
	Runs     cores     // that it may run on
	Host     [64]byte  // its name
	Provider [40]byte  // libfabric's
	Address  [400]byte // its length, little-endian in 2 bytes, and the bytes
}

func (c *card) host() string { return string(bytes.TrimRight(c.Host[:], "\x00")) }

// where says where a rank is that this is the card of, for a sentence.
func (c *card) where(rank int) string {
	return fmt.Sprintf("rank %d on host %s%s", rank, c.host(), place(c.address()))
}

func (c *card) address() []byte {
	return c.Address[2:][:min(int(binary.LittleEndian.Uint16(c.Address[:])), len(c.Address)-2)]
}

// Network connects this rank to all others of the job, the first time it is called. It is collective, and blocks.
func (s *Session) Network(n *node.Node) (*Network, error) {
	if s.net != nil {
		return s.net, nil
	}
	if s.Job.ID() == [16]byte{} {
		return nil, errors.New("this job has no secret, which connections between hosts begin with")
	}
	mine := card{First: uint32(s.Job.LocalFirst), Runs: myCores()}
	mine.Chosen = s.choice()
	copy(mine.Version[:], s.Hooks.Version)
	name, _ := os.Hostname()
	copy(mine.Host[:], name)
	if im, err := s.Hooks.Image(); err == nil {
		mine.Image, mine.Bias = im.Hash(), uint64(im.Bias)
	}
	eng, err := s.openEngine()
	if err != nil {
		s.yieldTo(s.Job.Rank == 0)
		return nil, fmt.Errorf("host %s: %w", name, err)
	}
	copy(mine.Provider[:], eng.Provider())
	address := eng.Address()
	if len(address) == 0 || len(address) > len(mine.Address)-2 {
		return nil, fmt.Errorf("libfabric's provider %s has addresses of %d bytes", eng.Provider(), len(address))
	}
	binary.LittleEndian.PutUint16(mine.Address[:], uint16(len(address)))
	copy(mine.Address[2:], address)
	all, err := Exchange(s.Bootstrap(n), mine)
	if err != nil {
		return nil, err
	}
	net := &Network{engine: eng, yield: func() { s.yieldTo(s.Job.Rank == 0) }}
	addresses, runs := make([][]byte, len(all)), make([]cores, len(all))
	var leaders []int
	for r, c := range all {
		if err := mine.agrees(s.Job.Rank, r, c); err != nil {
			return nil, s.Mismatch(err)
		}
		addresses[r], runs[r] = c.address(), c.Runs
		net.firsts, net.Biases, net.chosen = append(net.firsts, c.First), append(net.Biases, c.Bias), append(net.chosen, c.Chosen)
		if int(c.First) == r {
			leaders = append(leaders, r)
		}
	}
	oversubscribed := oversubscribed(runs, s.Job.Rank)
	if oversubscribed {
		n.Oversubscribe()
	}
	if err := eng.Connect(addresses); err != nil {
		return nil, fmt.Errorf("libfabric's provider %s cannot use the addresses of the other ranks: %w", eng.Provider(), err)
	}
	net.Port = ofi.NewPort(ofi.Config{Engine: eng, Rank: s.Job.Rank, Size: s.Job.Size, Token: binary.LittleEndian.Uint64(s.derived("messages")), Look: n.LookBriefly,
		Sleeps: s.Hooks.HoldSignals, Where: func(rank int) string { return all[rank].where(rank) }, Notify: func() { n.Ring(n.Me()) }, Left: func(rank int) bool { return s.Job.State(rank) >= job.Gone }})
	s.Job.Reach(newEndings(net.Port, s.Job.EndFor, leaders, s.Job.LocalFirst))
	if s.Job.Rank == s.Job.LocalFirst {
		net.Leaders = ofi.NewBarrier(net.Port, leaders)
		if err := s.reach(net, leaders, all); err != nil {
			return nil, err
		}
	}
	s.net = net
	s.Hooks.SpansHosts(oversubscribed)
	return net, nil
}

// derived is bytes for one purpose that only who knows the job's secret can compute, and that do not tell the secret.
func (s *Session) derived(purpose string) []byte {
	id := s.Job.ID()
	mac := hmac.New(sha256.New, id[:])
	mac.Write([]byte(purpose))
	return mac.Sum(nil)
}

// newKeys is how many keys expose tries: where a provider has short ones, another region may have the same.
const newKeys = 4

// Expose lets peers reach memory. Where the provider lets us choose, the key is random, and only the exchange of the job's ranks tells it. knob is the variable that makes the memory smaller, down to least bytes.
func (h *Network) Expose(base uintptr, bytes uint64, knob string, least uint64) (ofi.Region, error) {
	if bytes == 0 {
		return ofi.Region{}, nil
	}
	var r ofi.Region
	var err error
	for try := 0; try == 0 || try < newKeys && errors.Is(err, engine.ErrKeyTaken); try++ {
		var key [8]byte
		_, _ = rand.Read(key[:]) // does not fail
		r, err = h.engine.Expose(base, bytes, binary.LittleEndian.Uint64(key[:]))
	}
	if err != nil {
		h.yield()
		host, _ := os.Hostname()
		if least > 0 {
			knob += fmt.Sprintf(" makes it smaller, but no less than %d kB", least>>10)
		} else {
			knob += " makes it smaller"
		}
		return r, fmt.Errorf("host %s: libfabric's provider %s cannot register %d bytes of memory: %w (%s; %s)", host, h.engine.Provider(), bytes, err, pinned(), knob)
	}
	return r, nil
}

// pinned is the limit of memory that a network card may pin, for a sentence.
func pinned() string {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_MEMLOCK, &limit); err != nil || limit.Cur == unix.RLIM_INFINITY {
		return "ulimit -l is unlimited there"
	}
	return fmt.Sprintf("ulimit -l is %d kB there", limit.Cur>>10)
}

// Hosts is the network, or nil: on one host, and before an API has connected it.
func (s *Session) Hosts() *Network { return s.net }

// Await blocks until cond holds, which memory of this host, or messages from others, may make true.
func (s *Session) Await(n *node.Node, cond func() bool) {
	if s.net == nil {
		n.Wait(cond)
		return
	}
	s.net.Wait(n, cond)
}

// Wait blocks until cond holds, which memory of this host or the network may make true.
func (h *Network) Wait(n *node.Node, cond func() bool) {
	if n.Locals() == 1 { // no other rank rings the doorbell
		h.Port.Wait(cond)
		return
	}
	n.WaitAndDoze(func() bool {
		h.Port.Progress()
		return cond()
	}, h.Port.Doze)
}

// WaitPolling is Wait for a cond that polls itself.
func (h *Network) WaitPolling(n *node.Node, cond func() bool) {
	if n.Locals() == 1 {
		h.Port.WaitPolling(cond)
		return
	}
	n.WaitAndDoze(cond, h.Port.Doze)
}

func (s *Session) openEngine() (*engine.Engine, error) {
	provider, err1 := s.Knobs.Text(knob.OFIProvider)
	domain, err2 := s.Knobs.Text(knob.OFIDomain)
	if err1 != nil || err2 != nil {
		return nil, fmt.Errorf("%w %w", err1, err2)
	}
	loopback, err := s.Knobs.Bool(knob.OFILoopback)
	if err != nil {
		return nil, err
	}
	config := engine.Config{Provider: provider, Domain: domain, Loopback: loopback, Rank: s.Job.Rank, Peers: s.Job.Size, Secret: (*[16]byte)(s.derived("connections"))}
	eng, err := engine.Open(s.Hooks.Plugin(), config)
	for end := time.Now().Add(wayTime); ofi.Unreachable(err) && time.Now().Before(end); time.Sleep(wayAgain) { // the interface may come back
		eng, err = engine.Open(s.Hooks.Plugin(), config)
	}
	if errors.Is(err, unix.ENOMEM) || errors.Is(err, unix.EAGAIN) { // providers pin rings and buffers of their own
		err = fmt.Errorf("%w; %s", err, pinned())
	}
	if err != nil {
		return nil, fmt.Errorf("%w (%s and %s choose)", err, knob.OFIProvider, knob.OFIDomain)
	}
	return eng, nil
}

// Exchange gives every rank what each contributes, which has a fixed size. It is collective, and blocks.
func Exchange[T any](boot Bootstrap, mine T) ([]T, error) {
	b, err := binary.Append(nil, binary.LittleEndian, mine)
	if err != nil {
		return nil, err
	}
	notes, err := boot.Exchange(b)
	if err != nil {
		return nil, err
	}
	all := make([]T, len(notes))
	for r, note := range notes {
		if _, err := binary.Decode(note, binary.LittleEndian, &all[r]); err != nil {
			return nil, fmt.Errorf("rank %d runs another version of the library: %w", r, err)
		}
	}
	return all, nil
}

// SameWay is an error if a rank of the job reaches the others in another way than this one, as variable has chosen. It is collective, and blocks.
func SameWay(boot Bootstrap, way, variable string) error {
	var mine [8]byte
	copy(mine[:], way)
	all, err := Exchange(boot, mine)
	for r, other := range all {
		if other != mine {
			return anotherTransport(r, variable)
		}
	}
	return err
}

func anotherTransport(rank int, variable string) error {
	return fmt.Errorf("rank %d has another transport than this rank (%s must be the same on all ranks)", rank, variable)
}

// agrees is an error if another rank cannot be in the same job as this one.
func (c card) agrees(rank, other int, o card) error {
	text := func(v []byte) string { return string(bytes.TrimRight(v, "\x00")) }
	switch {
	case o.Version != c.Version:
		return fmt.Errorf("rank %d has version %s of the library, rank %d has %s; install the same version on all hosts", rank, text(c.Version[:]), other, text(o.Version[:]))
	case o.Image != c.Image:
		return fmt.Errorf("rank %d runs another executable (%016x) than rank %d (%016x); a job on several hosts needs the same one everywhere", rank, c.Image, other, o.Image)
	case o.Provider != c.Provider:
		return fmt.Errorf("rank %d uses libfabric's provider %s, rank %d on host %s uses %s, which do not understand each other; %s chooses one for all hosts", rank,
			text(c.Provider[:]), other, o.host(), text(o.Provider[:]), knob.OFIProvider)
	}
	return nil
}

// noticeTime is a little more than a launcher needs to notice that another one is gone.
const noticeTime = 4 * time.Second

// Mismatch is an error about ranks that differ. Then one differs from rank 0, which reports it alone: other ranks wait for that before they return.
func (s *Session) Mismatch(err error) error {
	if s.Job.Rank != 0 {
		return s.Late(err)
	}
	return err
}

// Late waits before the network's failure is reported: most often a rank or host has died, and its launcher knows why and is about to end the job.
func (s *Session) Late(err error) error {
	if err != nil {
		for end := time.Now().Add(noticeTime); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			if _, over := s.Job.Ended(); over {
				select {} // the watcher ends this process
			}
		}
	}
	return err
}
