package engine_test

import (
	"encoding/binary"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gasnetgo/ofi"
	"gasnetgo/ofi/engine"
	"gasnetgo/ofi/ofitest"
)

const (
	recordBytes = 40 // of a connection's first bytes
	answerBytes = 16
)

// guarded opens the engine of a rank of 2 on the loopback interface.
func guarded(t *testing.T, provider string, rank int, secret byte) *engine.Engine {
	t.Helper()
	e, err := engine.Open(ofitest.Plugin(t), engine.Config{Provider: provider, Domain: "lo", Loopback: true, Rank: rank, Peers: 2, Secret: &[16]byte{secret}})
	require.NoError(t, err)
	t.Cleanup(e.Close)
	return e
}

// at is an address of libfabric's for one of Go's, and back.
func at(a net.Addr) []byte {
	b := binary.NativeEndian.AppendUint16(nil, unix.AF_INET)
	b = binary.BigEndian.AppendUint16(b, uint16(a.(*net.TCPAddr).Port))
	return append(append(b, a.(*net.TCPAddr).IP.To4()...), make([]byte, 8)...)
}

func of(address []byte) string {
	return (&net.TCPAddr{IP: net.IP(address[4:8]), Port: int(binary.BigEndian.Uint16(address[2:]))}).String()
}

// send has an engine send a byte to rank 1, until cond holds or the time is over, which it reports.
func send(t *testing.T, from *engine.Engine, others []*engine.Engine, value byte, cond func(got []byte) bool) bool {
	t.Helper()
	sent := false
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Microsecond) {
		if !sent {
			sent = from.Send(1, []byte{value}) == nil
		}
		poll(t, from)
		var got []byte
		for _, o := range others {
			if m, _ := poll(t, o); m != nil {
				got = m
			}
		}
		if cond(got) {
			return true
		}
	}
	return false
}

// TestGuard: engines that know the same secret reach each other, over every provider of TCP; others do not.
func TestGuard(t *testing.T) {
	for _, provider := range ofitest.Providers(t) {
		for _, c := range []struct {
			name        string
			first, last byte
			reaches     bool
		}{{"same", 1, 1, true}, {"other", 1, 2, false}} {
			t.Run(provider+"/"+c.name, func(t *testing.T) {
				a, b := guarded(t, provider, 0, c.first), guarded(t, provider, 1, c.last)
				addresses := [][]byte{a.Address(), b.Address()}
				require.NoError(t, a.Connect(addresses))
				require.NoError(t, b.Connect(addresses))
				assert.Equal(t, c.reaches, send(t, a, []*engine.Engine{b}, 7, func(got []byte) bool { return string(got) == "\x07" }))
			})
		}
	}
}

// TestGuardRecords plays a process that listens at the address of a rank, and one that sends what it has got there to another: a record opens one connection to the rank that it was for,
// and none without the secret.
func TestGuardRecords(t *testing.T) {
	provider := ofitest.Providers(t)[0]
	fake, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer fake.Close()
	a, b := guarded(t, provider, 0, 1), guarded(t, provider, 1, 1)
	require.NoError(t, a.Connect([][]byte{a.Address(), at(fake.Addr())}))
	require.NoError(t, b.Connect([][]byte{a.Address(), b.Address()}))
	to := of(b.Address())
	stop := make(chan struct{})
	served := make(chan struct{})
	go func() { // a connects to its peer again and again
		defer close(served)
		for {
			select {
			case <-stop:
				return
			default:
			}
			_ = a.Send(1, []byte("secret data")) // an error is one of the connection
			pollAny(a)
			pollAny(b)
			time.Sleep(50 * time.Microsecond)
		}
	}()
	defer func() {
		close(stop)
		<-served
	}()

	var records [][]byte
	for range 3 {
		c, err := fake.Accept()
		require.NoError(t, err)
		first := make([]byte, 4096)
		n, err := c.Read(first)
		require.NoError(t, err)
		require.Greater(t, n, recordBytes)
		records = append(records, first[:n])
		_, _ = c.Write(make([]byte, answerBytes+40)) // no answer that a believes
		_ = c.SetReadDeadline(time.Now().Add(5 * time.Second))
		n, err = c.Read(first)
		assert.Error(t, err, "the connection ends")
		assert.Zero(t, n, "%q", first[:n])
		c.Close()
	}
	for _, r := range records {
		assert.Equal(t, "gasnetgo", string(r[:8]))
		assert.NotContains(t, string(r), "secret data")
	}
	assert.Zero(t, answer(t, to, records[1][:20]), "half a record")
	for bit := range 8 * recordBytes {
		forged := append([]byte(nil), records[1]...)
		forged[bit/8] ^= 1 << (bit % 8)
		require.Zero(t, answer(t, to, forged), "bit %d", bit)
	}
	assert.NotZero(t, answer(t, to, records[1]), "it has not come yet")
	assert.Zero(t, answer(t, to, records[1]), "again")
	assert.Zero(t, answer(t, to, records[0]), "an older one")
	assert.NotZero(t, answer(t, to, records[2]), "a newer one")
}

// TestGuardNames: when a connection ends in the middle of a message, the failure says whose it was.
func TestGuardNames(t *testing.T) {
	provider := ofitest.Providers(t)[0]
	fake, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer fake.Close()
	a, b := guarded(t, provider, 0, 1), guarded(t, provider, 1, 1)
	require.NoError(t, a.Connect([][]byte{a.Address(), at(fake.Addr())}))
	require.NoError(t, b.Connect([][]byte{a.Address(), b.Address()}))
	_ = a.Send(1, []byte{1}) // connects
	pollAny(a)
	from, err := fake.Accept()
	require.NoError(t, err)
	defer from.Close()
	var first []byte
	for len(first) == 0 {
		pollAny(a)
		room := make([]byte, 4096)
		_ = from.SetReadDeadline(time.Now().Add(time.Millisecond))
		n, _ := from.Read(room)
		first = room[:n]
	}

	c, err := net.Dial("tcp4", of(b.Address()))
	require.NoError(t, err)
	_, err = c.Write(first)
	require.NoError(t, err)
	got := 0
	for end := time.Now().Add(5 * time.Second); got <= answerBytes && time.Now().Before(end); { // libfabric's own answer is behind the guard's
		pollAny(b)
		_ = c.SetReadDeadline(time.Now().Add(time.Millisecond))
		n, _ := c.Read(make([]byte, 4096))
		got += n
	}
	require.Greater(t, got, answerBytes)
	_, err = c.Write(append([]byte{3, 0, 0, 0, 0, 0, 16, 0}, append(binary.NativeEndian.AppendUint64(nil, 16+64), 1, 2, 3)...)) // of 64 bytes, three
	require.NoError(t, err)
	c.Close()
	var failure *ofi.Event
	for end := time.Now().Add(5 * time.Second); failure == nil && time.Now().Before(end); time.Sleep(time.Millisecond) {
		var events [8]ofi.Event
		n, _ := b.Poll(events[:])
		for _, e := range events[:n] {
			if e.Kind == ofi.Failed {
				failure = &e
			}
		}
	}
	require.NotNil(t, failure)
	assert.Equal(t, 0, failure.Peer, "%s", failure.Data)
}

// answer is how many bytes an engine at that address answers to these.
func answer(t *testing.T, to string, bytes []byte) int {
	t.Helper()
	c, err := net.Dial("tcp4", to)
	require.NoError(t, err)
	defer c.Close()
	_, err = c.Write(bytes)
	require.NoError(t, err)
	_ = c.SetReadDeadline(time.Now().Add(5 * time.Second))
	n, _ := c.Read(make([]byte, 4096))
	return n
}

func pollAny(e *engine.Engine) {
	var events [8]ofi.Event
	n, _ := e.Poll(events[:])
	for _, v := range events[:n] {
		if v.Kind == ofi.Message {
			e.Release(v.Tag)
		}
	}
}

// TestSipHash compares codes with those of the reference implementation, for texts of 0, 1, 2, ... and the key 0, 1, ..., 15.
func TestSipHash(t *testing.T) {
	want := map[int]string{
		0: "a3817f04ba25a8e66df67214c7550293", 1: "da87c1d86b99af44347659119b22fc45", 2: "8177228da4a45dc7fca38bdef60affe4", 3: "9c70b60c5267a94e5f33b6b02985ed51",
		15: "5493e99933b0a8117e08ec0f97cfc3d9", 25: "8ece5f042d5e447b5051b9eacb8d8f6f",
	}
	dir := t.TempDir()
	source, program := filepath.Join(dir, "sip.c"), filepath.Join(dir, "sip")
	require.NoError(t, os.WriteFile(source, []byte(`#include <stdio.h>
#include "siphash.h"
int main(void)
{
	unsigned char key[16], text[64], code[16];
	for (int i = 0; i < 64; i++)
		text[i] = (unsigned char)i, key[i % 16] = (unsigned char)(i % 16);
	for (size_t n = 0; n < 64; n++) {
		ga_siphash(key, text, n, code);
		for (int i = 0; i < 16; i++)
			printf("%02x", code[i]);
		printf("\n");
	}
	return 0;
}
`), 0o600))
	out, err := exec.Command("cc", "-std=gnu17", "-Wall", "-Wextra", "-Werror", "-Iplugin", source, "-o", program).CombinedOutput()
	require.NoError(t, err, "%s", out)
	out, err = exec.Command(program).Output()
	require.NoError(t, err)
	lines := strings.Fields(string(out))
	require.Len(t, lines, 64)
	for n, code := range want {
		assert.Equal(t, code, lines[n], "%d bytes", n)
	}
}
