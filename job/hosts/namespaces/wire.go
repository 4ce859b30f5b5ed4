package namespaces

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// A wire of our own delays packets where the kernel has no netem: each host's interface is a TUN device, and this process carries the packets from one to the other.

const (
	longestPacket = 64 << 10
	queued        = 1000 // packets on the way in each direction; more are lost, as in a switch
)

type packet struct {
	due  time.Time
	data []byte
}

// Delay replaces the wire by one that delays every packet by delay, and keeps their order. It needs /dev/net/tun: the error is ErrImpossible without. The wire of before is back
// after stop, which returns the first error. No process is in the hosts meanwhile.
func (p *Pair) Delay(delay func() time.Duration) (stop func() error, err error) {
	a, err := tun(p.A + "t")
	if err != nil {
		return nil, err
	}
	b, err := tun(p.B + "t")
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	var carriers sync.WaitGroup
	stop = func() error {
		err := errors.Join(a.Close(), b.Close()) // the devices go with their descriptors
		carriers.Wait()
		return errors.Join(err, p.cable())
	}
	steps := []string{"-n " + p.A + " link del eth0", "link set " + p.A + "t netns " + p.A + " name eth0", "link set " + p.B + "t netns " + p.B + " name eth0"}
	for _, s := range append(steps, p.addresses()...) {
		if err := IP(s); err != nil {
			return nil, errors.Join(err, stop())
		}
	}
	carriers.Go(func() { carry(a, b, delay) })
	carriers.Go(func() { carry(b, a, delay) })
	if err := p.Up(); err != nil {
		return nil, errors.Join(err, stop())
	}
	return stop, nil
}

// tun makes a device that exists until its descriptor is closed.
func tun(name string) (*os.File, error) {
	fd, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("%w: /dev/net/tun: %w", ErrImpossible, err)
	}
	request, err := unix.NewIfreq(name)
	if err == nil {
		request.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
		err = unix.IoctlIfreq(fd, unix.TUNSETIFF, request)
	}
	if err != nil {
		unix.Close(fd)
		return nil, fmt.Errorf("%w: a TUN device %s: %w", ErrImpossible, name, err)
	}
	return os.NewFile(uintptr(fd), name), nil
}

// carry is one direction of the wire, until a device is closed.
func carry(from, to *os.File, delay func() time.Duration) {
	way := make(chan packet, queued)
	go func() {
		defer close(way)
		buffer := make([]byte, longestPacket)
		for {
			n, err := from.Read(buffer)
			if errors.Is(err, os.ErrClosed) {
				return
			}
			if err != nil { // the interface is down
				time.Sleep(time.Millisecond)
				continue
			}
			select {
			case way <- packet{time.Now().Add(delay()), append([]byte(nil), buffer[:n]...)}:
			default:
			}
		}
	}()
	for p := range way {
		time.Sleep(time.Until(p.due))
		_, _ = to.Write(p.data) // what an interface does not take is lost
	}
}
