package live

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func sockaddr(port uint16, ip ...byte) []byte {
	b := binary.NativeEndian.AppendUint16(nil, unix.AF_INET)
	b = binary.BigEndian.AppendUint16(b, port)
	return append(append(b, ip...), make([]byte, 8)...)
}

func TestEndpoint(t *testing.T) {
	assert.Equal(t, ", 10.77.0.2:7000", place(sockaddr(7000, 10, 77, 0, 2)))
	six := binary.NativeEndian.AppendUint16(nil, unix.AF_INET6)
	six = append(binary.BigEndian.AppendUint16(six, 9), 0, 0, 0, 0, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0)
	assert.Equal(t, ", [fd00::1]:9", place(six))
	for _, other := range [][]byte{nil, make([]byte, 15), make([]byte, 32), sockaddr(1, 1, 2, 3, 4)[:15], append(sockaddr(1, 1, 2, 3, 4), 0)} {
		assert.Empty(t, place(other))
		assert.NoError(t, connects(other))
	}
}

func TestConnects(t *testing.T) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	require.NoError(t, err)
	defer unix.Close(fd)
	require.NoError(t, unix.Bind(fd, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
	at, err := unix.Getsockname(fd)
	require.NoError(t, err)
	address := sockaddr(uint16(at.(*unix.SockaddrInet4).Port), 127, 0, 0, 1)
	assert.ErrorIs(t, connects(address), unix.ECONNREFUSED, "nobody listens")
	require.NoError(t, unix.Listen(fd, 1))
	assert.NoError(t, connects(address))
}
