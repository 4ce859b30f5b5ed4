package hosts

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unicode"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/rankset"
	"gasnetgo/job"
)

// link is the root's connection to the launcher of a host: a process, often ssh, and pipes to its standard input and output.
type link struct {
	host  Host
	first int // lowest rank there
	cmd   *exec.Cmd
	out   *sender
	stdin io.Closer
	stop  func() // of the signs of life
	said  *lastLine

	received atomic.Int64 // when something came last, as UnixNano
	writing  atomic.Bool  // the reader waits for the reader of our own output
	closing  sync.Once
	exited   chan struct{} // closed when the process is over

	prepared prepared
	notes    []byte // contribution to the present exchange, nil before it has come
	places   []string
	answered bool
	outcome  result
	left     map[int]bool // ranks that have ended
	over     bool         // nothing more is expected
}

// open starts the launcher of a host.
func (r *root) open(h Host, first int) (*link, error) {
	var words []string
	if !isHere(h.Name) {
		words = append(append(words, r.c.Remote...), h.Name)
	}
	words = append(words, r.c.Agent...)
	l := &link{host: h, first: first, said: &lastLine{to: r.stderr}, exited: make(chan struct{}), left: map[int]bool{}}
	l.received.Store(time.Now().UnixNano())
	l.cmd = exec.Command(words[0], words[1:]...)
	// A group of its own: a signal from the keyboard reaches the ranks through this process, and must not break the connection.
	l.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if !isHere(h.Name) {
		// A shell that still connects does not notice that this process is gone. The launcher of this host does, and ends its ranks in order.
		l.cmd.SysProcAttr.Pdeathsig = unix.SIGTERM
	}
	l.cmd.WaitDelay = time.Second / 4 // for the rest of standard error, which a process that the shell has left behind may keep open
	stdin, err := l.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := l.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	l.cmd.Stderr = l.said
	failed := make(chan error)
	r.starters <- func() { failed <- l.cmd.Start() }
	if err := <-failed; err != nil {
		return nil, fmt.Errorf("cannot run %s: %w (--rsh chooses the command that reaches a host)", words[0], err)
	}
	l.stdin, l.out = stdin, &sender{to: stdin}
	l.stop = beats(l.out)
	go r.read(l, bufio.NewReader(stdout))
	return l, nil
}

// isHere recognises this host, for which no remote shell is needed.
func isHere(name string) bool {
	own, err := os.Hostname()
	return name == "localhost" || err == nil && name == own
}

// read passes the messages of a host on to the root, and its output to the user.
func (r *root) read(l *link, from *bufio.Reader) {
	before, err := skipToMark(from)
	if err == nil {
		l.said.connected()
		l.received.Store(time.Now().UnixNano())
	} else if len(bytes.TrimSpace(before)) > 0 {
		l.said.note(string(before))
	}
	for err == nil {
		var m message
		if m, err = receive(from); err != nil {
			break
		}
		l.received.Store(time.Now().UnixNano())
		switch m.kind {
		case alive:
		case output:
			l.writing.Store(true)
			r.print(m.body)
			l.received.Store(time.Now().UnixNano())
			l.writing.Store(false)
		default:
			r.events <- event{link: l, m: m}
		}
	}
	go func() {
		_ = l.cmd.Wait()
		close(l.exited)
	}()
	select { // the status of the process says more than the end of its pipe
	case <-l.exited:
	case <-time.After(time.Second / 2):
	}
	r.events <- event{link: l, err: err}
}

// silent is for how long nothing has come.
func (l *link) silent() time.Duration {
	if l.writing.Load() {
		return 0
	}
	return time.Since(time.Unix(0, l.received.Load()))
}

// gone words that the host is lost: which ranks, which host, why.
func (l *link) gone(why string) string {
	ranks := make([]int, l.host.Ranks)
	for i := range ranks {
		ranks[i] = l.first + i
	}
	if why == "" {
		why = "is gone"
	}
	line := fmt.Sprintf("host %s (%s) %s", l.host.Name, rankset.Subject(ranks), why)
	select {
	case <-l.exited:
		line += fmt.Sprintf(": %s ended with %v", l.cmd.Args[0], l.cmd.ProcessState)
	default:
	}
	if said := l.said.last(); said != "" {
		line += ": " + said
	}
	return line
}

// learn notes which ranks have ended, from the content of a message.
func (l *link) learn(body []byte) {
	all, _ := unpackStates(body, l.first+l.host.Ranks)
	for _, c := range all {
		if c.to >= job.Gone {
			l.left[c.rank] = true
		}
	}
}

// running is the ranks that have not ended. Where all ranks have closed the library, but not all processes have ended, it is all.
func (l *link) running() []int {
	var some, all []int
	for i := range l.host.Ranks {
		all = append(all, l.first+i)
		if !l.left[l.first+i] {
			some = append(some, l.first+i)
		}
	}
	switch {
	case l.over:
		return nil
	case len(some) == 0:
		return all
	}
	return some
}

// close ends the connection. The launcher there ends its ranks.
func (l *link) close() {
	l.closing.Do(func() {
		l.stop()
		l.stdin.Close()
	})
}

// kill ends a connection that does not work any more: the remote shell, and what it has started here.
func (l *link) kill() {
	l.close()
	if isHere(l.host.Name) { // its ranks, which may be of its group, end in order when they see that it is gone
		_ = l.cmd.Process.Kill()
		return
	}
	select {
	case <-l.exited: // the number may be another process's by now
	default:
		_ = unix.Kill(-l.cmd.Process.Pid, unix.SIGKILL)
	}
}

// wait waits for a process that has been ended.
func (l *link) wait() {
	select {
	case <-l.exited:
	case <-time.After(time.Second):
	}
}

// printable is a text of another host, in which nothing changes the terminal: control characters are written as \x1b.
func printable(text string) string {
	var b strings.Builder
	for _, c := range text {
		switch {
		case c == '\n' || c == '\t' || strconv.IsGraphic(c) && c != unicode.ReplacementChar:
			b.WriteRune(c)
		case c < 0x100:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			fmt.Fprintf(&b, `\u%04x`, c)
		}
	}
	return b.String()
}

// lastLine passes on what a remote shell prints to standard error once the launcher of the host runs. Before that it keeps the last line, which says why the host
// cannot be reached.
type lastLine struct {
	mu   sync.Mutex
	to   io.Writer
	pass bool
	text string
}

// Write is io.Writer's.
func (s *lastLine) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pass {
		return s.to.Write(b)
	}
	s.keep(string(b))
	return len(b), nil
}

func (s *lastLine) keep(text string) {
	for line := range strings.Lines(text) {
		const most = 500
		if line = printable(strings.TrimSpace(line)); line != "" {
			s.text = strings.ToValidUTF8(line[:min(len(line), most)], "")
		}
	}
}

func (s *lastLine) note(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.text == "" {
		s.keep(text)
	}
}

func (s *lastLine) connected() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pass, s.text = true, ""
}

func (s *lastLine) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text
}
