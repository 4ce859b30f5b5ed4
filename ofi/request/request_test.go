package request_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
	"gasnetgo/ofi/request"
)

// The client of these tests: memory of 8-byte words.
const (
	store   = iota + 1 // the payload goes to At
	load               // Value bytes from At are the reply
	several            // stores, each with a head and 8 bytes
	note               // nothing comes back
	length  = 64       // bytes of the memory
)

var kinds = []request.Returns{store: request.Acknowledgement, load: request.Reply, several: request.Acknowledgement, note: request.Nothing}

type client struct {
	port   *ofi.Port
	layer  *request.Layer[operation]
	memory []byte
	notes  int
	acks   int
	region ofi.Region // of the peer
}

type operation struct {
	into  []byte
	ended *int
}

func (c *client) Execute(_ int, m request.Message, payload []byte) ([]byte, error) {
	all := request.Memory{Bytes: length}
	switch m.Kind {
	case several:
		for len(payload) > 0 {
			part, rest, ok := request.Parse(payload)
			if !ok || len(rest) < 8 || all.Check(part.At, 8) != nil {
				return nil, errors.New("a part is no store")
			}
			copy(c.memory[part.At:], rest[:8])
			payload = rest[8:]
		}
	case store:
		if err := all.Check(m.At, uint64(len(payload))); err != nil {
			return nil, err
		}
		copy(c.memory[m.At:], payload)
	case load:
		if err := all.Check(m.At, m.Value); err != nil {
			return nil, err
		}
		return c.memory[m.At:][:m.Value], nil
	default:
		c.notes++
	}
	return nil, nil
}

func (c *client) Ended(o *operation, reply []byte, _ error) {
	copy(o.into, reply)
	if o.ended != nil {
		*o.ended++
	}
}

func (c *client) Acknowledged(int) { c.acks++ }

func (c *client) failed() error {
	c.port.Lock()
	defer c.port.Unlock()
	return c.layer.Failed()
}

func clients(t ofitest.T, engines []ofi.Engine) (all []*client) {
	var regions []ofi.Region
	for i, e := range engines {
		c := &client{memory: make([]byte, length)}
		region, err := e.Expose(memory.Address(c.memory), length, uint64(5+i))
		require.NoError(t, err)
		all, regions = append(all, c), append(regions, region)
	}
	for i, p := range ofitest.Ports(t, engines) {
		c := all[i]
		c.port, c.layer, c.region = p, request.New(p, ofi.SHMEM, c, kinds, several), regions[len(regions)-1-i]
	}
	return all
}

// TestLayer compares operations with ones on memory of this process.
func TestLayer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := clients(t, ofitest.InMemory()(2))
		a, b := all[0], all[1]
		want := make([]byte, length)
		begun, ended := 0, 0
		finish := func() {
			a.port.Lock()
			a.layer.Stream(1).Flush()
			require.NoError(t, a.layer.Await(func() bool { return ended == begun && a.layer.Stream(1).Quiet() }))
			a.port.Unlock()
			require.Equal(t, want, b.memory)
			require.NoError(t, b.failed())
		}
		at := rapid.Custom(func(t *rapid.T) uint64 { return 8 * rapid.Uint64Range(0, length/8-1).Draw(t, "word") })
		value := func(t *rapid.T) []byte { return rapid.SliceOfN(rapid.Byte(), 8, 8).Draw(t, "value") }
		t.Repeat(map[string]func(*rapid.T){
			"store": func(t *rapid.T) {
				to, v := at.Draw(t, "to"), value(t)
				a.port.Lock()
				defer a.port.Unlock()
				require.NoError(t, a.layer.Await(a.layer.Stream(1).Room))
				m := request.Message{Kind: store, At: to}
				if rapid.Bool().Draw(t, "part") {
					a.layer.Stream(1).Add(m.Append(nil), v)
				} else {
					a.layer.Inform(1, m, v)
				}
				copy(want[to:], v)
			},
			"load": func(t *rapid.T) {
				from, got := at.Draw(t, "from"), make([]byte, 8)
				a.port.Lock()
				a.layer.Stream(1).Flush()
				require.NoError(t, a.layer.Await(func() bool { return a.layer.CanRequest(1) }))
				o := a.layer.Begin(true)
				o.Note = operation{into: got, ended: &ended}
				begun++
				a.layer.Request(o, 1, request.Message{Kind: load, At: from, Value: 8}, nil, 8)
				a.port.Unlock()
				a.layer.Wait(o)
				a.port.Lock()
				defer a.port.Unlock()
				require.NoError(t, a.layer.Release(o))
				require.Zero(t, a.layer.Unreplied(1))
				require.Equal(t, want[from:][:8], got)
			},
			"write": func(t *rapid.T) {
				finish() // a write may overtake messages
				to, v := at.Draw(t, "to"), value(t)
				a.port.Lock()
				o := a.layer.Begin(false)
				o.Note.ended = &ended
				begun++
				a.layer.Write(o, 1, memory.Address(v), 8, a.region.At(to), v)
				a.port.Unlock()
				copy(want[to:], v)
				finish()
			},
			"read": func(t *rapid.T) {
				finish()
				from, got := at.Draw(t, "from"), make([]byte, 8)
				a.port.Lock()
				o := a.layer.Begin(true)
				o.Note.ended = &ended
				begun++
				a.layer.Read(o, 1, memory.Address(got), 8, a.region.At(from), got)
				a.port.Unlock()
				a.layer.Wait(o)
				a.port.Lock()
				require.NoError(t, a.layer.Release(o))
				a.port.Unlock()
				require.Equal(t, want[from:][:8], got)
			},
			"finish": func(*rapid.T) { finish() },
		})
		finish()
	})
}

func message(m request.Message, payload ...byte) []byte { return append(m.Append(nil), payload...) }

const counted = ^uint32(0)

// TestDamage: ranks report what no client sends in the same words, whichever part of the layer or of the client finds it.
func TestDamage(t *testing.T) {
	messages := ofitest.NoClientSends()
	for name, b := range map[string][]byte{
		"a store without a number":  message(request.Message{Kind: store}),
		"a store that is a request": message(request.Message{Kind: store, ID: 3}),
		"a store elsewhere":         message(request.Message{Kind: store, ID: counted, At: length - 1}, 1, 2),
		"a load without a number":   message(request.Message{Kind: load, Value: 8}),
		"a load that is counted":    message(request.Message{Kind: load, ID: counted, Value: 8}),
		"a load that is too long":   message(request.Message{Kind: load, ID: 3, Value: 1 << 40}),
		"a load around the end":     message(request.Message{Kind: load, ID: 3, At: ^uint64(0), Value: 2}),
		"a damaged part":            message(request.Message{Kind: several, ID: counted}, 1, 2, 3),
		"a note with a number":      message(request.Message{Kind: note, ID: 9}),
	} {
		messages[name] = b
	}
	ofitest.Damage(t, ofi.SHMEM, messages, func(t *testing.T, ports []*ofi.Port) (failed []func() error) {
		for _, p := range ports {
			c := &client{port: p, memory: make([]byte, length)}
			c.layer = request.New(p, ofi.SHMEM, c, kinds, several)
			failed = append(failed, c.failed)
		}
		return failed
	}, nil)
}

// TestRefused: the initiator of a request that its peer refuses, or whose reply has another length, does not wait.
func TestRefused(t *testing.T) {
	for name, m := range map[string]request.Message{
		"refused":    {Kind: load, At: length, Value: 8},
		"too long":   {Kind: load, Value: 16},
		"too short":  {Kind: load, Value: 4},
		"no request": {Kind: 77},
	} {
		t.Run(name, func(t *testing.T) {
			all := clients(t, ofitest.InMemory()(2))
			ended := 0
			c := all[0]
			c.port.Lock()
			o := c.layer.Begin(true)
			o.Note.ended = &ended
			c.layer.Request(o, 1, m, nil, 8)
			c.port.Unlock()
			c.layer.Wait(o)
			c.port.Lock()
			err := c.layer.Release(o)
			require.NoError(t, c.port.Broken())
			require.Error(t, c.layer.Await(func() bool { return false }), "no other wait lasts either")
			c.port.Unlock()
			require.Equal(t, 1, ended)
			if m.Value == 8 || m.Kind == 77 {
				require.ErrorContains(t, err, "rank 1 has refused a message of this rank: ")
			} else {
				require.ErrorContains(t, err, "a damaged or impossible message from rank 1: ")
			}
			all[1].port.Wait(func() bool { return all[1].failed() != nil })
		})
	}
}

// FuzzMessage: a head is what was parsed.
func FuzzMessage(f *testing.F) {
	f.Add(message(request.Message{Kind: 1, Op: 2, Type: 3, Part: 4, ID: 5, At: 6, Value: 7, Cond: 8}, 9))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, payload, ok := request.Parse(b)
		require.Equal(t, len(b) >= request.HeadBytes, ok)
		if ok {
			require.Equal(t, b, append(m.Append(nil), payload...))
		}
	})
}

// FuzzReceive: a layer survives every message, and fails rather than execute half of one silently.
func FuzzReceive(f *testing.F) {
	for _, b := range ofitest.NoClientSends() {
		f.Add(b)
	}
	f.Add(message(request.Message{Kind: several, ID: counted}, message(request.Message{Kind: store}, 1, 2, 3, 4, 5, 6, 7, 8)...))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > ofi.MaxBody {
			return
		}
		all := clients(t, ofitest.InMemory()(2))
		all[0].port.Lock()
		all[0].port.Send(1, ofi.SHMEM, b, nil)
		all[0].port.Unlock()
		all[1].port.Wait(func() bool {
			all[0].port.Progress()
			return all[1].notes > 0 || all[1].failed() != nil || all[0].failed() != nil || all[0].acks > 0 || all[1].acks > 0
		})
	})
}
