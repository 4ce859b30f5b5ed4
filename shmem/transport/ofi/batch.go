package ofi

import "fmt"

// batchHead opens a message of several puts and atomics.
func batchHead() []byte { return (&message{kind: msgBatch}).bytes(nil) }

// part is the head of a message with a payload that travels in another one.
func (m message) part(b []byte, payload int) []byte {
	if m.kind == msgPut {
		m.cond = uint64(payload)
	}
	return m.bytes(b)
}

// executeBatch executes the parts of a message.
func (t *Transport) executeBatch(from int, parts []byte) error {
	for len(parts) > 0 {
		m, rest, ok := parse(parts)
		if !ok || m.kind != msgPut && (m.kind != msgAMO || m.id != 0) || m.kind == msgPut && m.cond > uint64(len(rest)) {
			return fmt.Errorf("a damaged message of several puts")
		}
		var payload []byte
		if m.kind == msgPut {
			payload, rest = rest[:m.cond], rest[m.cond:]
		}
		if err := t.change(m, payload); err != nil {
			return err
		}
		parts = rest
	}
	return nil
}
