package live

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/knob"
	"gasnetgo/job"
	"gasnetgo/ofi"
)

// Providers connect when the first message is sent, and some try forever to reach an address that no route or a firewall keeps them from. So the first ranks of all hosts
// exchange a message before anything depends on the network.

const (
	reachTime  = 10 * time.Second        // for an answer: a connection whose first packets are lost takes 7 s
	reachAgain = 100 * time.Millisecond  // from one question to the next: the peer may not be there yet
	probeTime  = 300 * time.Millisecond  // for a connection of ours to fail
	yieldTime  = 300 * time.Millisecond  // for the report of rank 0 to arrive
	probeAfter = time.Second             // without an answer, before the first of those
	wayTime    = 1500 * time.Millisecond // for a way to a host, or an interface, to come back
	wayAgain   = 20 * time.Millisecond   // from one look for it to the next
)

// greeter answers questions, and notes answers.
type greeter struct {
	port  *ofi.Port
	heard map[int]bool // by rank; guarded by the port's lock
}

const (
	greetAsk = iota
	greetAnswer
)

// Receive is ofi.User's, as is Batch.
func (g *greeter) Receive(from int, body []byte) {
	if len(body) != 1 {
		return
	}
	if body[0] == greetAsk {
		g.port.Send(from, ofi.Hello, []byte{greetAnswer}, nil)
		return
	}
	g.heard[from] = true
}

func (*greeter) Batch() {}

// reach returns an error unless these ranks answer over the network. All of them call it at about the same time. It blocks.
func (s *Session) reach(h *Network, peers []int, all []card) error {
	g := &greeter{port: h.Port, heard: map[int]bool{h.Port.Rank: true}}
	h.Port.Attach(ofi.Hello, g)
	begin := time.Now()
	for probe := begin.Add(probeAfter); ; {
		next := time.Now().Add(reachAgain)
		missing, broken := g.ask(peers, next)
		if missing < 0 {
			missing, broken = s.accepted(h, peers, all)
		}
		if missing < 0 {
			for i, r := range peers {
				if next := peers[(i+1)%len(peers)]; r == h.Port.Rank {
					go s.watchNext(h, g, next, all[next])
				}
			}
			return nil
		}
		why := broken
		if why == nil && time.Now().After(probe) {
			why = connects(all[missing].address())
			probe = time.Now().Add(probeAfter)
		}
		if why == nil && time.Since(begin) > reachTime {
			why = fmt.Errorf("no answer within %v; a firewall?", reachTime)
		}
		if why != nil {
			s.yieldTo(h.Port.Rank == 0)
			return fmt.Errorf("host %s: cannot reach rank %d on host %s over libfabric's provider %s%s: %w (%s and %s choose another network)", s.hostName(), missing,
				all[missing].host(), h.engine.Provider(), place(all[missing].address()), why, knob.OFIProvider, knob.OFIDomain)
		}
	}
}

// accepted tries to connect to each of these ranks, and returns the first one that is impossible with the reason, or -1. The providers over TCP send through a connection that the
// peer has made; then other ranks of this host would wait forever for connections of theirs. It blocks.
func (s *Session) accepted(h *Network, peers []int, all []card) (missing int, why error) {
	if name := h.engine.Provider(); !strings.HasPrefix(name, "tcp") && !strings.HasPrefix(name, "net") && !strings.HasPrefix(name, "sockets") {
		return -1, nil
	}
	for _, r := range peers {
		if r == h.Port.Rank {
			continue
		}
		if err := dial(all[r].address(), reachTime); err != nil {
			return r, fmt.Errorf("%w, though messages from there arrive; a firewall?", err)
		}
	}
	return -1, nil
}

// yieldTo lets rank 0, if it fails as well, say so alone.
func (s *Session) yieldTo(first bool) {
	for end := time.Now().Add(yieldTime); !first && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if _, over := s.Job.Ended(); over {
			select {} // the watcher ends this process
		}
	}
}

// ask asks the ranks that have not answered, and waits for them until then. It returns the first that has not answered, or -1.
func (g *greeter) ask(peers []int, until time.Time) (missing int, broken error) {
	g.port.Lock()
	for _, r := range peers {
		if !g.heard[r] && !g.port.Backlog() {
			g.port.Send(r, ofi.Hello, []byte{greetAsk}, nil)
		}
	}
	g.port.Unlock()
	g.port.WaitLocked(func() bool {
		broken, missing = g.port.Broken(), -1
		for _, r := range peers {
			if !g.heard[r] {
				missing = r
				break
			}
		}
		return missing < 0 || broken != nil || time.Now().After(until)
	})
	return missing, broken
}

// connects is an error that says why no TCP connection to an address of a provider is possible; nil if one is, if that takes longer than probeTime, or if it is no address
// of IP.
func connects(address []byte) error {
	err := dial(address, probeTime)
	if errors.Is(err, unix.ETIMEDOUT) {
		return nil
	}
	return err
}

// dial makes a TCP connection to an address, and ends it. It returns nil if it is no address of IP. A link that is lost makes the kernel refuse at once, and may come back, so
// dial repeats that for wayTime at least.
func dial(address []byte, within time.Duration) error {
	at, ok := endpoint(address)
	if !ok {
		return nil
	}
	for end := time.Now().Add(max(within, wayTime)); ; time.Sleep(wayAgain) {
		if err := dialOnce(at, within); !ofi.Unreachable(err) || time.Now().After(end) {
			return err
		}
	}
}

func dialOnce(at netip.AddrPort, within time.Duration) error {
	var to unix.Sockaddr = &unix.SockaddrInet6{Port: int(at.Port()), Addr: at.Addr().As16()}
	family := unix.AF_INET6
	if at.Addr().Is4() {
		to, family = &unix.SockaddrInet4{Port: int(at.Port()), Addr: at.Addr().As4()}, unix.AF_INET
	}
	fd, err := unix.Socket(family, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if err := unix.Connect(fd, to); err != nil && !errors.Is(err, unix.EINPROGRESS) {
		return err
	}
	for end := time.Now().Add(within); ; {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}, int(max(time.Until(end), 0).Milliseconds()))
		if n > 0 {
			break
		}
		if err == nil || !errors.Is(err, unix.EINTR) {
			return unix.ETIMEDOUT
		}
	}
	code, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_ERROR)
	if err == nil && code != 0 {
		return unix.Errno(code)
	}
	return nil
}

// endpoint reads an address that is a struct sockaddr of IP, as those of most providers are.
func endpoint(address []byte) (netip.AddrPort, bool) {
	if len(address) < 16 {
		return netip.AddrPort{}, false
	}
	port := binary.BigEndian.Uint16(address[2:])
	switch binary.NativeEndian.Uint16(address) {
	case unix.AF_INET:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(address[4:8])), port), len(address) == unix.SizeofSockaddrInet4
	case unix.AF_INET6:
		if len(address) == unix.SizeofSockaddrInet6 {
			return netip.AddrPortFrom(netip.AddrFrom16([16]byte(address[8:24])), port), true
		}
	}
	return netip.AddrPort{}, false
}

// place is an address for a sentence, or nothing.
func place(address []byte) string {
	if at, ok := endpoint(address); ok {
		return ", " + at.String()
	}
	return ""
}

const (
	watchBeat  = 500 * time.Millisecond  // from one question to the next host to the next one
	watchQuiet = time.Second             // without an answer, before the kernel there is asked
	watchTime  = 1500 * time.Millisecond // for that, if there is a way
)

// watchNext ends the job when the next host cannot be reached any more: a cut wire is no error to a connection for a quarter of an hour. A rank that is slow or has ended is
// none either: the kernel of its host answers. It returns when the job has ended otherwise.
func (s *Session) watchNext(h *Network, g *greeter, rank int, c card) {
	if _, ok := endpoint(c.address()); !ok {
		return
	}
	answered := time.Now()
	for ; ; time.Sleep(watchBeat) {
		if _, over := s.Job.Ended(); over {
			return
		}
		h.Port.Lock()
		if g.heard[rank] || h.Port.Broken() != nil {
			answered = time.Now()
		}
		delete(g.heard, rank)
		if !h.Port.Backlog() {
			h.Port.Send(rank, ofi.Hello, []byte{greetAsk}, nil)
		}
		h.Port.Unlock()
		if time.Since(answered) < watchQuiet {
			continue
		}
		why := answers(c.address(), watchTime)
		if why == nil {
			answered = time.Now()
			continue
		}
		s.yieldTo(h.Port.Rank == 0)
		s.Fail(job.CauseAbort, 1, fmt.Sprintf("host %s has lost host %s (rank %d) over libfabric's provider %s%s: %v", s.hostName(), c.host(), rank, h.engine.Provider(), place(c.address()), why))
	}
}

func (s *Session) hostName() string {
	name, _ := os.Hostname()
	return name
}

// answers is nil if the kernel at an address answers, be it by refusing.
func answers(address []byte, within time.Duration) error {
	err := dial(address, within)
	if errors.Is(err, unix.ECONNREFUSED) {
		return nil
	}
	return err
}
