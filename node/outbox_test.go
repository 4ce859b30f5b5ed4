package node

import (
	"encoding/binary"
	"fmt"
	"runtime"
)

// outboxScenario: each rank sends more records to the next one than its ring has space for. They arrive in order, none is lost, and nothing is queued in the end.
func outboxScenario(n *Node) error {
	const records, bytes = 1000, 100
	mail, err := n.OpenMail("outbox", Page)
	if err != nil {
		return err
	}
	if err := n.Barrier(); err != nil {
		return err
	}
	out, next := mail.NewOutbox(), (n.Me()+1)%n.Locals()
	for i := range records {
		out.Send(next, bytes, func(b []byte) []byte {
			return append(binary.LittleEndian.AppendUint32(b, uint32(i)), make([]byte, bytes-4)...)
		})
	}
	if !out.Waiting() {
		return fmt.Errorf("%d records of %d bytes fit into a ring of %d", records, bytes, Page)
	}
	if err := n.Barrier(); err != nil { // no rank empties a ring before all have filled one
		return err
	}
	for came := 0; came < records || out.Waiting(); {
		out.Flush()
		if !mail.Poll(func(_ LocalRank, b []byte) {
			if len(b) != bytes || binary.LittleEndian.Uint32(b) != uint32(came) {
				err = fmt.Errorf("record %d of %d bytes instead of %d", binary.LittleEndian.Uint32(b), len(b), came)
			}
			came++
		}) {
			runtime.Gosched()
		}
		if err != nil {
			return err
		}
	}
	if err := n.Barrier(); err != nil { // rings are empty
		return err
	}
	for range records {
		out.Send(next, bytes, func(b []byte) []byte { return append(b, make([]byte, bytes)...) })
	}
	if out.Drop(next); out.Waiting() {
		return fmt.Errorf("records are queued that have been dropped")
	}
	return n.Barrier()
}
