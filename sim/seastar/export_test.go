package seastar

import "fmt"

// Idle says what a network without messages still holds.
func (net *Network) Idle() error {
	for i := range net.nodes {
		n := &net.nodes[i]
		switch {
		case int(n.transmitPending) != net.TransmitPending || int(n.receivePending) != net.ReceivePending:
			return fmt.Errorf("node %d: %d transmit and %d receive pendings are left", i, n.transmitPending, n.receivePending)
		case n.rx.streams != 0 || n.tx.active != nil || !n.tx.list.empty() || len(n.backlog) != 0 || len(n.refused) != 0:
			return fmt.Errorf("node %d: streams %d, transmissions %v + %v, backlog %d, refused %d", i, n.rx.streams, n.tx.active, n.tx.list.last, len(n.backlog), len(n.refused))
		case n.firmware.running || n.host.raised || !n.host.events.empty():
			return fmt.Errorf("node %d: firmware runs %v, interrupt raised %v, events %v", i, n.firmware.running, n.host.raised, n.host.events.last)
		}
		if n.sources.table == nil {
			continue
		}
		for _, s := range n.sources.table.all {
			if s.busy {
				return fmt.Errorf("node %d: source %d has messages", i, s.node)
			}
		}
	}
	free := 0
	for p := net.pendings.spare; p != nil; p = p.next {
		free++
	}
	if all := len(net.pendings.blocks) * block; free != all {
		return fmt.Errorf("%d of %d pendings are free", free, all)
	}
	return nil
}
