package job_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/job/jobtest"
)

// pmiServer is a process manager for one test: both PMI dialects, on descriptors or on a port.
type pmiServer struct {
	size     int
	versions []int          // dialects it speaks; the first is offered to a client that asks for another
	hide     int            // this rank's card is never shown; -1: none
	mute     string         // replaces the reply to this command by what comes after the colon, and sends nothing from then on
	requests map[string]int // by command
	mu       sync.Mutex
	barrier  *sync.Cond
	waiting  int
	rounds   int
	space    map[string]string
	aborted  chan string
	finals   int
}

func newPMIServer(size int, versions ...int) *pmiServer {
	s := &pmiServer{size: size, versions: versions, hide: -1, space: map[string]string{}, requests: map[string]int{}, aborted: make(chan string, 8)}
	s.barrier = sync.NewCond(&s.mu)
	return s
}

func (s *pmiServer) speaks(version string) bool {
	for _, v := range s.versions {
		if version == fmt.Sprint(v) {
			return true
		}
	}
	return false
}

// fence blocks until all ranks are in it.
func (s *pmiServer) fence() {
	s.mu.Lock()
	defer s.mu.Unlock()
	round := s.rounds
	if s.waiting++; s.waiting == s.size {
		s.waiting, s.rounds = 0, s.rounds+1
		s.barrier.Broadcast()
	}
	for round == s.rounds {
		s.barrier.Wait()
	}
}

func (s *pmiServer) put(key, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.space[key] = value
}

func (s *pmiServer) get(key string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hide >= 0 && key == fmt.Sprint("gasnetgo-", s.hide) {
		return "", false
	}
	v, ok := s.space[key]
	return v, ok
}

// count counts a request, and reports whether the server is mute from it on.
func (s *pmiServer) count(command string, conn io.Writer) bool {
	s.mu.Lock()
	s.requests[command]++
	s.mu.Unlock()
	at, last, mute := strings.Cut(s.mute, ":")
	if !mute || at != command {
		return false
	}
	_, _ = io.WriteString(conn, last)
	return true
}

// goodbyes is how many ranks have finalized.
func (s *pmiServer) goodbyes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.finals
}

func fields(line, separator string) map[string]string {
	m := map[string]string{}
	for _, word := range strings.Split(line, separator) {
		if key, value, ok := strings.Cut(word, "="); ok {
			m[key] = value
		}
	}
	return m
}

// serve talks to one rank until it hangs up.
func (s *pmiServer) serve(rank int, conn io.ReadWriter) {
	r := bufio.NewReader(conn)
	say := func(format string, args ...any) { fmt.Fprintf(conn, format+"\n", args...) }
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		f := fields(strings.TrimSpace(line), " ")
		if s.count(f["cmd"], conn) {
			_, _ = io.Copy(io.Discard, r)
			return
		}
		switch f["cmd"] {
		case "initack":
			_, _ = fmt.Sscan(f["pmiid"], &rank)
			say("cmd=initack rc=0\ncmd=set size=%d\ncmd=set rank=%d\ncmd=set debug=0", s.size, rank)
		case "init":
			if !s.speaks(f["pmi_version"]) {
				say("cmd=response_to_init pmi_version=%d pmi_subversion=0 rc=-1", s.versions[0])
				continue
			}
			say("cmd=response_to_init pmi_version=%s pmi_subversion=%s rc=0", f["pmi_version"], f["pmi_subversion"])
			if f["pmi_version"] == "2" {
				s.serve2(rank, r, conn)
				return
			}
		case "get_my_kvsname":
			say("cmd=my_kvsname kvsname=kvs_test_0")
		case "put":
			s.put(f["key"], f["value"])
			say("cmd=put_result rc=0 msg=success")
		case "get":
			if v, ok := s.get(f["key"]); ok {
				say("cmd=get_result rc=0 msg=success value=%s", v)
			} else {
				say("cmd=get_result rc=-1 msg=key %s not found value=unknown", f["key"])
			}
		case "barrier_in":
			s.fence()
			say("cmd=barrier_out")
		case "finalize":
			s.mu.Lock()
			s.finals++
			s.mu.Unlock()
			say("cmd=finalize_ack")
		case "abort":
			s.aborted <- fmt.Sprintf("rank %d: %s", rank, f["exitcode"])
		default:
			say("cmd=%s rc=-1 msg=what", f["cmd"])
		}
	}
}

func (s *pmiServer) serve2(rank int, r *bufio.Reader, conn io.Writer) {
	for {
		var n int
		head := make([]byte, 6)
		if _, err := io.ReadFull(r, head); err != nil {
			return
		}
		_, _ = fmt.Sscan(string(head), &n)
		body := make([]byte, n)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		f := fields(string(body), ";")
		if s.count(f["cmd"], conn) {
			_, _ = io.Copy(io.Discard, r)
			return
		}
		reply := "cmd=" + f["cmd"] + "-response;"
		switch f["cmd"] {
		case "fullinit":
			reply += fmt.Sprintf("pmi-version=2;pmi-subversion=0;rank=%d;size=%d;appnum=0;debugged=FALSE;pmiverbose=FALSE;", rank, s.size)
		case "job-getid":
			reply += "jobid=test;"
		case "kvs-put":
			s.put(f["key"], f["value"])
		case "kvs-get":
			if v, ok := s.get(f["key"]); ok {
				reply += "flag=TRUE;value=" + v + ";"
			} else {
				reply += "flag=FALSE;"
			}
		case "kvs-fence":
			s.fence()
		case "finalize":
			s.mu.Lock()
			s.finals++
			s.mu.Unlock()
		}
		reply += "rc=0;"
		fmt.Fprintf(conn, "%6d%s", len(reply), reply)
	}
}

// start starts the ranks of a job under this server, connected by descriptor or by port.
func (s *pmiServer) start(t *testing.T, byPort bool, env []string, words ...string) []*exec.Cmd {
	t.Helper()
	port := ""
	if byPort {
		listener, err := net.Listen("tcp4", "127.0.0.1:0")
		require.NoError(t, err)
		t.Cleanup(func() { listener.Close() })
		port = listener.Addr().String()
		go func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				go s.serve(-1, conn)
			}
		}()
	}
	var ranks []*exec.Cmd
	for rank := range s.size {
		own := append([]string{fmt.Sprint("PMI_RANK=", rank), fmt.Sprint("PMI_SIZE=", s.size)}, env...)
		if byPort {
			own = append([]string{"PMI_PORT=" + port, fmt.Sprint("PMI_ID=", rank)}, env...)
		}
		cmd := jobtest.Command(own, programs.Rank, words...)
		if !byPort {
			pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
			require.NoError(t, err)
			ours, theirs := os.NewFile(uintptr(pair[0]), "pmi"), os.NewFile(uintptr(pair[1]), "pmi")
			t.Cleanup(func() { ours.Close(); theirs.Close() })
			cmd.ExtraFiles = []*os.File{theirs}
			cmd.Env = append(cmd.Env, "PMI_FD=3")
			go s.serve(rank, ours)
		}
		ranks = append(ranks, cmd)
	}
	return ranks
}
