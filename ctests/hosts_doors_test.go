package ctests

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/job/hosts/namespaces"
)

// TestHostsDoors: while jobs of every API run, another user of both hosts, and a host that has no part in the job, connect to every port of the ranks and send what a stranger should not: noise,
// half a message, messages of libfabric's own after a claim to be a rank. The jobs end as they would without, and send the strangers not one byte.
func TestHostsDoors(t *testing.T) {
	n := newNetwork(t)
	require.NoError(t, namespaces.IP("-n "+n.A+" addr add "+strangerAt+"/24 dev eth0"))
	for _, host := range []string{n.A, n.B} { // so few connections fill what the kernel keeps for a socket
		require.NoError(t, namespaces.IP("netns exec "+host+" sysctl -q net.core.somaxconn=8"))
	}
	for _, c := range []struct{ api, provider string }{
		{"shmem", overTCP}, {"gasnet", overTCP}, {"armci", overTCP}, {"portals", overTCP}, {"lapi", overTCP}, {"shmem", "FI_PROVIDER=tcp"}, {"gasnet", "FI_PROVIDER=sockets"},
	} {
		t.Run(c.api+"/"+strings.TrimPrefix(c.provider, "FI_PROVIDER="), func(t *testing.T) {
			n.withstands(t, c.api, c.provider, attacks)
		})
	}
}

// TestHostsDoorsEach makes each attack alone.
func TestHostsDoorsEach(t *testing.T) {
	wholeOnly(t, "TestHostsDoorsEach", "")
	n := newNetwork(t)
	require.NoError(t, namespaces.IP("-n "+n.A+" addr add "+strangerAt+"/24 dev eth0"))
	for _, a := range attacks {
		for _, api := range []string{"shmem", "gasnet", "armci", "portals", "lapi"} {
			t.Run(a.name+"/"+api, func(t *testing.T) { n.withstands(t, api, overTCP, []attack{a}) })
		}
	}
}

// withstands runs a job of an API while strangers attack it.
func (n network) withstands(t *testing.T, api, provider string, attacks []attack) {
	path := at.program.get(t, "testdata/hosts_flood_"+api+".c", plain)
	j := job{command: n.command(2, 2), args: []string{"computes", "2000"}, env: []string{provider}, timeout: 2 * time.Minute}
	siege := n.besiege(t, attacks)
	o := j.run(t, path)
	siege.end()
	o.verdict(t)
	assert.Empty(t, o.err, "%s", o)
	assert.Zero(t, siege.received.Load(), "bytes that strangers have received")
	for i, a := range attacks {
		assert.Positive(t, siege.made[i].Load(), "no attack by %s", a.name)
	}
}

// mostHeld is how many connections that stay open each stranger has at a time.
const mostHeld = 50

// strangerAt is an address on the network of the hosts that no host of the job has.
const strangerAt = "10.77.0.99"

// attack is what a stranger sends through a connection, in pieces, each after what comes in answer to the one before.
type attack struct {
	name   string
	pieces func(claimed netip.AddrPort) [][]byte // nil: nothing
	stays  bool                                  // the connection stays open
}

var attacks = []attack{
	{name: "silence", stays: true},
	{name: "half a message", pieces: func(netip.AddrPort) [][]byte { return [][]byte{{3, 0, 0}} }},
	{name: "noise", pieces: func(netip.AddrPort) [][]byte { return [][]byte{make([]byte, 100)} }},
	{name: "a record", pieces: func(netip.AddrPort) [][]byte {
		return [][]byte{append(append([]byte("gasnetgo"), 0, 0, 0, 0, 2, 0, 0, 0), make([]byte, 200)...)}
	}},
	{name: "a claim", pieces: func(claimed netip.AddrPort) [][]byte { return [][]byte{claim(claimed)} }, stays: true},
	{name: "acknowledgements", pieces: func(claimed netip.AddrPort) [][]byte {
		const acknowledgement = 2
		return [][]byte{claim(claimed), bytes.Repeat(message(0, acknowledgement, 0), 5)}
	}},
	{name: "a long message", pieces: func(claimed netip.AddrPort) [][]byte {
		const long = 100_000
		return [][]byte{claim(claimed), append(message(0, 0, long), make([]byte, long)...)}
	}},
	{name: "half of a header", pieces: func(claimed netip.AddrPort) [][]byte { return [][]byte{claim(claimed), message(0, 0, 64)[:9]} }},
}

// claim is the first message of a connection of libfabric's provider net, or tcp from 1.18 on, by a peer that listens at this address.
func claim(at netip.AddrPort) []byte {
	b := []byte{3, 0, 0, 8}                             // version, request, bytes of data
	b = append(b, make([]byte, 20)...)                  // numbers that have no meaning here
	b = binary.NativeEndian.AppendUint64(b, 1)          // order of bytes
	b = append(b, 0, 0)                                 // version
	b = binary.BigEndian.AppendUint16(b, at.Port())     // that the peer listens at
	return binary.BigEndian.AppendUint32(b, 0x7fffffff) // its process
}

// message is the header of a message of these providers.
func message(op, data byte, bytes uint64) []byte {
	const header = 16
	b := []byte{3, op, 0, 0, data, 0, header, 0}
	return binary.NativeEndian.AppendUint64(b, header+bytes)
}

// siege is strangers that attack.
type siege struct {
	over     atomic.Bool
	wait     sync.WaitGroup
	attacks  []attack
	received atomic.Int64   // bytes
	made     []atomic.Int64 // of each attack
	mu       sync.Mutex
	ports    map[string][]netip.AddrPort // by host
}

// besiege has strangers make these attacks on all listening sockets of both hosts until the caller calls end.
func (n network) besiege(t *testing.T, attacks []attack) *siege {
	s := &siege{attacks: attacks, made: make([]atomic.Int64, len(attacks)), ports: map[string][]netip.AddrPort{}}
	for _, from := range []struct{ host, at string }{{n.A, "10.77.0.1"}, {n.B, "10.77.0.2"}, {n.A, strangerAt}} {
		s.wait.Go(func() { assert.NoError(t, s.attack(from.host, net.ParseIP(from.at))) })
	}
	return s
}

func (s *siege) end() {
	s.over.Store(true)
	s.wait.Wait()
}

// attack is one stranger: a user without rights on a host, or at an address, that no other has. The thread stays in the host, and ends with the goroutine.
func (s *siege) attack(host string, from net.IP) error {
	const nobody = 65534
	runtime.LockOSThread()
	ns, err := os.Open(filepath.Join("/run/netns", host))
	if err != nil {
		return err
	}
	defer ns.Close()
	if err := unix.Setns(int(ns.Fd()), unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("entering %s: %w", host, err)
	}
	if _, _, err := unix.RawSyscall(unix.SYS_SETRESUID, nobody, nobody, nobody); err != 0 {
		return fmt.Errorf("becoming another user: %w", err)
	}
	var held []net.Conn
	defer func() {
		for _, c := range held {
			c.Close()
		}
	}()
	for !s.over.Load() {
		for ; len(held) > mostHeld; held = held[1:] {
			held[0].Close()
		}
		all, err := s.listeners(host)
		if err != nil {
			return err
		}
		for i, to := range all {
			for k, a := range s.attacks {
				c := dial(from, to)
				if c == nil {
					continue
				}
				s.made[k].Add(1)
				if a.pieces != nil {
					s.send(c, a.pieces(all[(i+1)%len(all)]))
				}
				if a.stays {
					held = append(held, c)
				} else {
					c.Close()
				}
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	return nil
}

// dial makes a connection, or returns nil.
func dial(from net.IP, to netip.AddrPort) net.Conn {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: from}, Timeout: 200 * time.Millisecond}
	c, err := d.Dial("tcp4", to.String())
	if err != nil {
		return nil
	}
	return c
}

func (s *siege) send(c net.Conn, pieces [][]byte) {
	const answer = 5 * time.Millisecond // time for it
	for _, p := range pieces {
		if _, err := c.Write(p); err != nil {
			break
		}
		_ = c.SetReadDeadline(time.Now().Add(answer))
		got, _ := io.ReadAll(c)
		s.received.Add(int64(len(got)))
	}
}

// listeners are the sockets of both hosts at which processes listen.
func (s *siege) listeners(host string) (all []netip.AddrPort, err error) {
	found, err := listening()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ports[host] = found
	for _, ports := range s.ports {
		all = append(all, ports...)
	}
	return all, nil
}

// listening asks the kernel for the sockets of TCP over IPv4 in this thread's network namespace at which processes listen. The file net/tcp of /proc has them, too, but a reader of it goes through the table of all connections, a quarter of a million buckets: every 5 ms that takes a core.
func listening() (all []netip.AddrPort, err error) {
	const byFamily, header, request, listen = 20, 16, 56, 10 // SOCK_DIAG_BY_FAMILY, sizes of nlmsghdr and inet_diag_req_v2, TCP_LISTEN
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_INET_DIAG)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	ask := make([]byte, header+request)
	binary.NativeEndian.PutUint32(ask, uint32(len(ask)))
	binary.NativeEndian.PutUint16(ask[4:], byFamily)
	binary.NativeEndian.PutUint16(ask[6:], unix.NLM_F_REQUEST|unix.NLM_F_DUMP)
	ask[header], ask[header+1] = unix.AF_INET, unix.IPPROTO_TCP
	binary.NativeEndian.PutUint32(ask[header+4:], 1<<listen)
	if err := unix.Sendto(fd, ask, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return nil, err
	}
	for buffer := make([]byte, 1<<16); ; {
		n, _, err := unix.Recvfrom(fd, buffer, 0)
		if err != nil {
			return nil, err
		}
		for rest := buffer[:n]; len(rest) >= header; {
			size, kind := int(binary.NativeEndian.Uint32(rest)), binary.NativeEndian.Uint16(rest[4:])
			switch {
			case kind == unix.NLMSG_DONE:
				return all, nil
			case kind != byFamily || size < header+12 || size > len(rest):
				return nil, fmt.Errorf("the kernel answers a question about sockets with a message %d of %d bytes", kind, size)
			}
			message := rest[header:size] // inet_diag_msg: port and address of the socket are at 4 and 8
			all = append(all, netip.AddrPortFrom(netip.AddrFrom4([4]byte(message[8:12])), binary.BigEndian.Uint16(message[4:])))
			rest = rest[min(len(rest), (size+3)&^3):]
		}
	}
}
