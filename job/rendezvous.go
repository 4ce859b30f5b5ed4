package job

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// meet gives every rank of a foreign launcher's job the memory file: rank 0 creates it and passes its descriptor over an abstract socket (in no file system)
// with an unpredictable name. The name travels through the launcher's exchange, or, without one, is searched for; see meeting.go. Both sides check that the
// other belongs to the same user. It sets FD and the Control, and announces this rank's life before others rely on it.
func (j *Job) meet(f found, start limit) error {
	m := newMeeting(f.meeting)
	var name string
	socket := -1
	if j.Rank == 0 {
		var random [16]byte
		_, err := unix.Getrandom(random[:], 0)
		if err != nil {
			return err
		}
		name = m.prefix + hex.EncodeToString(random[:])
		file, err := newFile(j.Size)
		if err != nil {
			return err
		}
		j.FD, j.control, j.holdsLife = file.FD, file, file.HoldLife(j.Rank)
		if j.Size > 1 {
			if socket, err = listen(name, j.Size); err != nil {
				return err
			}
			defer unix.Close(socket)
			if j.foreign == nil {
				if err := m.mustBeOnly(name); err != nil {
					return err
				}
			}
		}
	}
	if j.Size == 1 {
		return nil
	}
	if j.foreign != nil {
		leader, hosts, err := j.swapCards(name)
		if err != nil {
			return err
		}
		if hosts != nil {
			return j.meetOnHost(*hosts, name, socket, start)
		}
		name = leader
	}
	if j.Rank == 0 {
		return j.handOut(socket, 0, j.Size, start)
	}
	var fd int
	var err error
	if j.foreign != nil {
		fd, err = fetch(name, j.Rank, j.Size, start.at)
	} else {
		fd, err = m.fetch(j.Rank, j.Size, start.at)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", start.exceeded("no memory file from rank 0"), err)
	}
	j.FD, j.holdsLife = fd, (&File{FD: fd}).HoldLife(j.Rank) // before others rely on it
	file, err := openFile(fd, j.Size)
	if err == nil {
		j.control = file
	}
	return err
}

func contains(list []string, word string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}

// hostCard is this host's name for people, and what really decides: the running kernel and its network namespace, where
// abstract sockets live. Neither holds a blank, comma, equals sign or semicolon, which PMI could not carry.
func hostCard() (name, id string) {
	clean := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r == '-' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
				return r
			}
			return -1
		}, s)
	}
	name, _ = os.Hostname()
	net, _ := os.Readlink("/proc/self/ns/net")
	return clean(name), clean(BootID()) + "." + clean(net)
}

// BootID identifies the running kernel, which hosts that are containers of one machine share: a UUID, or nothing where the kernel does not say.
func BootID() string {
	id, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(id))
}

func listen(name string, size int) (int, error) {
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return -1, err
	}
	if err = unix.Bind(fd, &unix.SockaddrUnix{Name: name}); err == nil {
		err = unix.Listen(fd, size)
	}
	if err != nil {
		unix.Close(fd)
		return -1, fmt.Errorf("cannot open the meeting point %s: %w", name, err)
	}
	return fd, nil
}

// handOut serves the memory file until each of count ranks, from first on, has it; the first is this one.
func (j *Job) handOut(socket, first, count int, start limit) error {
	served := make([]bool, j.Size)
	for r := range served {
		served[r] = r <= first || r >= first+count
	}
	for left := count - 1; left > 0; {
		if !readable(socket, start.at) {
			return start.exceeded(missing(served) + " did not arrive")
		}
		conn, _, err := unix.Accept4(socket, unix.SOCK_CLOEXEC)
		if err != nil {
			continue // gone again, or a signal
		}
		rank, err := greet(conn, j.Size, start.at)
		if err == nil && !served[rank] {
			if unix.Sendmsg(conn, []byte{1}, unix.UnixRights(j.FD), nil, unix.MSG_NOSIGNAL) == nil {
				served[rank] = true
				left--
			}
		}
		unix.Close(conn)
	}
	return nil
}

// greet identifies the caller and returns its rank.
func greet(conn, size int, deadline time.Time) (int, error) {
	if err := sameUser(conn); err != nil {
		return 0, err
	}
	if !readable(conn, deadline) {
		return 0, unix.ETIMEDOUT
	}
	var hello [64]byte
	n, err := unix.Read(conn, hello[:])
	if err != nil {
		return 0, err
	}
	words := strings.Fields(string(hello[:n]))
	if len(words) != 3 || words[0] != "gasnetgo" || words[2] != strconv.Itoa(size) {
		return 0, errors.New("not of this job")
	}
	rank, err := strconv.Atoi(words[1])
	if err != nil || rank < 1 || rank >= size {
		return 0, errors.New("not of this job")
	}
	return rank, nil
}

// fetch gets the memory file from rank 0, whose queue may be full for a moment.
func fetch(name string, rank, size int, deadline time.Time) (int, error) {
	pause := unix.NsecToTimespec(int64(time.Millisecond))
	for {
		fd, err := fetchOnce(name, rank, size, deadline)
		if err == nil || !errors.Is(err, unix.ECONNREFUSED) && !errors.Is(err, unix.EAGAIN) || time.Now().After(deadline) {
			return fd, err
		}
		_ = unix.Nanosleep(&pause, nil)
		pause.Nsec = min(2*pause.Nsec, 50e6)
	}
}

func fetchOnce(name string, rank, size int, deadline time.Time) (int, error) {
	conn, err := dialSocket(name)
	if err != nil {
		return -1, err
	}
	defer unix.Close(conn)
	if err := unix.Sendto(conn, fmt.Appendf(nil, "gasnetgo %d %d", rank, size), unix.MSG_NOSIGNAL, nil); err != nil {
		return -1, err
	}
	if !readable(conn, deadline) {
		return -1, unix.ETIMEDOUT
	}
	var data [1]byte
	control := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := unix.Recvmsg(conn, data[:], control, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return -1, err
	}
	messages, err := unix.ParseSocketControlMessage(control[:n])
	if err != nil || len(messages) != 1 {
		return -1, errors.New("rank 0 turned this rank away; is there another process with the same rank?")
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 1 {
		return -1, errors.New("rank 0 sent no descriptor")
	}
	return fds[0], nil
}

// dialSocket connects to one of this user's; it does not block.
func dialSocket(name string) (conn int, err error) {
	conn, err = unix.Socket(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return -1, err
	}
	if err = unix.Connect(conn, &unix.SockaddrUnix{Name: name}); err == nil {
		err = sameUser(conn)
	}
	if err != nil {
		unix.Close(conn)
		return -1, err
	}
	return conn, nil
}

// errOtherUser: a socket with a name of ours belongs to another user.
var errOtherUser = errors.New("the other side of the meeting point belongs to another user")

// sameUser refuses a peer of another user, who could have guessed a name.
func sameUser(conn int) error {
	cred, err := unix.GetsockoptUcred(conn, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return err
	}
	if int(cred.Uid) != os.Geteuid() {
		return fmt.Errorf("%w, %d", errOtherUser, cred.Uid)
	}
	return nil
}

// readable blocks until there is something to read or accept, at most until the deadline.
func readable(fd int, deadline time.Time) bool { return ready(fd, unix.POLLIN, deadline) }

// ready blocks until a descriptor is ready for what events say, or its other end is gone; at most until the deadline, if that is not zero.
func ready(fd int, events int16, deadline time.Time) bool {
	for {
		wait := -1
		if !deadline.IsZero() {
			wait = int(max((time.Until(deadline) + time.Millisecond - 1).Milliseconds(), 0))
		}
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: events}}, wait)
		if err != unix.EINTR {
			return err == nil && n > 0
		}
	}
}

// missing words which ranks have not been served: "ranks 2, 3, 5 and 12 more of 16".
func missing(served []bool) string {
	var names []string
	more := 0
	for rank := 1; rank < len(served); rank++ {
		switch {
		case served[rank]:
		case len(names) < 8:
			names = append(names, strconv.Itoa(rank))
		default:
			more++
		}
	}
	text := "ranks " + strings.Join(names, ", ")
	if len(names) == 1 {
		text = "rank " + names[0]
	}
	if more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("%s of %d", text, len(served))
}
