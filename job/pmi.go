package job

import (
	"errors"
	"fmt"
	"net/netip"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// pmiAddress is where a PMI server is, and which dialect to try first.
type pmiAddress struct {
	fd      int    // connected descriptor, else -1
	port    string // host:port
	id      int    // our id for a server on a port
	version int
}

// wire is the connection to a PMI server: reads and writes on a descriptor of our own.
//
// While the job starts, all that is said together has the time of the start. Later each request has that time for its reply, except a fence, which waits for what
// the program does on other ranks.
type wire struct {
	fd      int
	socket  uint64 // its inode: a program may close descriptors that it does not know, and get the number for something else
	buf     []byte
	start   limit
	started bool
	now     limit  // of the request in progress
	waits   string // what that waits for
}

// errOver: the connection to the server has been closed. An MPI library in the same process shares it, and closes it in MPI_Finalize.
var errOver = errors.New("it has closed the connection")

func newWire(fd int, start limit) *wire { return &wire{fd: fd, socket: inodeOf(fd), start: start} }

// begin sets the time for a request. fence: it waits for other ranks.
func (w *wire) begin(fence bool) {
	w.now, w.waits = w.start, "the PMI server does not answer"
	if fence {
		w.waits = "the other ranks do not arrive, or the PMI server does not answer,"
	}
	switch {
	case !w.started || w.start.at.IsZero():
	case fence:
		w.now = limit{}
	default:
		w.now = newLimit(w.start.bound)
	}
}

// inodeOf is 0 for a descriptor that is not open.
func inodeOf(fd int) uint64 {
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil {
		return 0
	}
	return st.Ino
}

// write sends a request, and blocks while the server does not read.
func (w *wire) write(text string) error {
	if inode := inodeOf(w.fd); inode == 0 || inode != w.socket {
		return fmt.Errorf("the PMI server does not listen: %w", errOver)
	}
	for b := []byte(text); len(b) > 0; {
		n, err := unix.SendmsgN(w.fd, b, nil, nil, unix.MSG_NOSIGNAL|unix.MSG_DONTWAIT)
		switch err {
		case nil:
			b = b[n:]
		case unix.EINTR:
		case unix.EAGAIN:
			if !ready(w.fd, unix.POLLOUT, w.now.at) {
				return w.now.exceeded("the PMI server does not listen")
			}
		case unix.EPIPE, unix.ECONNRESET:
			return fmt.Errorf("the PMI server does not listen: %w", errOver)
		default:
			return fmt.Errorf("the PMI server does not listen: %w", err)
		}
	}
	return nil
}

// goodbye is what became of taking leave of a server: one that is gone needs none.
func goodbye(err error) error {
	if errors.Is(err, errOver) {
		return nil
	}
	return err
}

// mostText is more than any reply of a server is.
const mostText = 1 << 20

// fill reads more; it blocks until the server sends something, or the request's time is over.
func (w *wire) fill() error {
	var chunk [4096]byte
	if len(w.buf) > mostText {
		return fmt.Errorf("the PMI server sent %s without an end", brief(string(w.buf)))
	}
	for {
		if !ready(w.fd, unix.POLLIN, w.now.at) {
			what := w.waits
			if len(w.buf) > 0 {
				what = fmt.Sprintf("the PMI server sent no more than %s", brief(string(w.buf)))
			}
			return w.now.exceeded(what)
		}
		n, err := unix.Read(w.fd, chunk[:])
		if err == unix.EINTR || err == unix.EAGAIN {
			continue
		}
		if err == nil && n == 0 || err == unix.ECONNRESET {
			err = errOver
		}
		if err != nil {
			return fmt.Errorf("the PMI server does not answer: %w", err)
		}
		w.buf = append(w.buf, chunk[:n]...)
		return nil
	}
}

// brief quotes the beginning of a text of any length.
func brief(text string) string {
	const most = 80
	if len(text) > most {
		return fmt.Sprintf("%q and %d bytes more", text[:most], len(text)-most)
	}
	return strconv.Quote(text)
}

func (w *wire) line() (string, error) {
	for {
		if i := strings.IndexByte(string(w.buf), '\n'); i >= 0 {
			line := string(w.buf[:i])
			w.buf = w.buf[i+1:]
			return line, nil
		}
		if err := w.fill(); err != nil {
			return "", err
		}
	}
}

func (w *wire) exactly(n int) (string, error) {
	for len(w.buf) < n {
		if err := w.fill(); err != nil {
			return "", err
		}
	}
	text := string(w.buf[:n])
	w.buf = w.buf[n:]
	return text, nil
}

// ask sends a line and answers the fields of the reply, which must be the command want.
func (w *wire) ask(command, want string) (map[string]string, error) {
	w.begin(false)
	return w.talk(command, want)
}

func (w *wire) talk(command, want string) (map[string]string, error) {
	if command != "" {
		if err := w.write(command + "\n"); err != nil {
			return nil, err
		}
	}
	line, err := w.line()
	if err != nil {
		return nil, err
	}
	fields := pmiFields(line, " ")
	if fields["cmd"] != want {
		return nil, fmt.Errorf("the PMI server answered %s to %q", brief(line), command)
	}
	return fields, nil
}

// pmiFields splits key=value pairs. A word without = belongs to the value before it, as in msg=no such key.
func pmiFields(line, separator string) map[string]string {
	fields, last := map[string]string{}, ""
	for _, word := range strings.Split(line, separator) {
		key, value, ok := strings.Cut(word, "=")
		switch {
		case ok:
			fields[key], last = value, key
		case last != "" && word != "":
			fields[last] += separator + word
		}
	}
	return fields
}

// dialPMI connects and agrees on a dialect: the one asked for first, the other if the server prefers it. It has the time of the start.
func dialPMI(a pmiAddress, e env, start limit) (ex exchange, version int, err error) {
	rank, _ := e.number("PMI_RANK", "PMI_ID")
	size, _ := e.number("PMI_SIZE")
	var w *wire
	if a.fd >= 0 {
		fd, err := unix.FcntlInt(uintptr(a.fd), unix.F_DUPFD_CLOEXEC, 3)
		if err != nil {
			return nil, 0, fmt.Errorf("PMI_FD=%d: %w", a.fd, err)
		}
		w = newWire(fd, start)
		unix.CloseOnExec(a.fd)
	} else {
		fd, err := dialPort(a.port, start)
		if err != nil {
			return nil, 0, fmt.Errorf("PMI_PORT=%s: %w", a.port, err)
		}
		w = newWire(fd, start)
		if rank, size, err = w.identify(a.id); err != nil {
			return nil, 0, err
		}
	}
	version = a.version
	for range 2 {
		reply, err := w.ask(fmt.Sprintf("cmd=init pmi_version=%d pmi_subversion=%d", version, 2-version), "response_to_init")
		if err != nil {
			return nil, 0, err
		}
		offered, err := strconv.Atoi(reply["pmi_version"])
		if err != nil {
			offered = version
		}
		if reply["rc"] == "0" && offered == version {
			if version == 1 {
				ex, err = newPMI1(w, rank, size)
			} else {
				ex, err = newPMI2(w, e.text("PMI_JOBID"), rank)
			}
			return ex, version, err
		}
		if offered == version || offered < 1 || offered > 2 {
			break
		}
		version = offered
	}
	return nil, 0, errors.New("the PMI server speaks neither version 1 nor 2")
}

// identify introduces this process to a server on a port, which answers with what PMI_RANK and PMI_SIZE say otherwise.
func (w *wire) identify(id int) (rank, size int, err error) {
	if _, err = w.ask(fmt.Sprintf("cmd=initack pmiid=%d", id), "initack"); err != nil {
		return 0, 0, err
	}
	for range 3 { // size, rank, debug, in any order
		set, err := w.ask("", "set")
		if err != nil {
			return 0, 0, err
		}
		for key, to := range map[string]*int{"rank": &rank, "size": &size} {
			if text, ok := set[key]; ok {
				if *to, err = strconv.Atoi(text); err != nil {
					return 0, 0, fmt.Errorf("the PMI server gave %s=%q", key, text)
				}
			}
		}
	}
	return rank, size, nil
}

// dialPort connects to host:port. Numeric addresses, this host's own names and /etc/hosts are understood; a resolver would pull
// package net into every rank.
func dialPort(port string, start limit) (int, error) {
	i := strings.LastIndexByte(port, ':')
	if i < 0 {
		return -1, errors.New("not host:port")
	}
	number, err := strconv.Atoi(port[i+1:])
	if err != nil || number < 1 || number > 65535 {
		return -1, errors.New("not host:port")
	}
	ip, ok := hostAddress(port[:i])
	if !ok {
		return -1, errors.New("the host is neither an IPv4 address nor in /etc/hosts")
	}
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return -1, err
	}
	err = unix.Connect(fd, &unix.SockaddrInet4{Port: number, Addr: ip})
	if err == unix.EINPROGRESS {
		err = start.exceeded("no connection")
		if ready(fd, unix.POLLOUT, start.at) {
			var code int
			code, err = unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_ERROR)
			if err == nil && code != 0 {
				err = unix.Errno(code)
			}
		}
	}
	if err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

func hostAddress(host string) (ip [4]byte, ok bool) {
	if ip, ok = parseIPv4(host); ok {
		return ip, true
	}
	own, _ := os.Hostname()
	short, _, _ := strings.Cut(own, ".")
	if host == "localhost" || host == own || host == short {
		return [4]byte{127, 0, 0, 1}, true
	}
	table, err := os.ReadFile("/etc/hosts")
	if err != nil {
		return ip, false
	}
	for _, line := range strings.Split(string(table), "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		for i, word := range words {
			if i > 0 && word == host {
				if ip, ok = parseIPv4(words[0]); ok {
					return ip, true
				}
			}
		}
	}
	return ip, false
}

func parseIPv4(text string) (ip [4]byte, ok bool) {
	a, err := netip.ParseAddr(text)
	if err != nil || !a.Is4() {
		return ip, false
	}
	return a.As4(), true
}
