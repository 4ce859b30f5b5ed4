package seastar

import "fmt"

// Idle says what a network without messages still holds.
func (net *Network) Idle() error {
	for i := range net.nodes {
		n := &net.nodes[i]
		switch {
		case n.transmitPending != net.TransmitPending || n.receivePending != net.ReceivePending:
			return fmt.Errorf("node %d: %d transmit and %d receive pendings are left", i, n.transmitPending, n.receivePending)
		case n.rx.streams != 0 || n.tx.active != nil || n.tx.list.size != 0 || len(n.backlog) != 0 || len(n.rx.refused) != 0:
			return fmt.Errorf("node %d: streams %d, transmissions %v + %d, backlog %d, refused %d", i, n.rx.streams, n.tx.active, n.tx.list.size, len(n.backlog), len(n.rx.refused))
		case n.firmware.running || n.host.raised || len(n.host.events) != n.host.first:
			return fmt.Errorf("node %d: firmware runs %v, interrupt raised %v, events %d", i, n.firmware.running, n.host.raised, len(n.host.events))
		}
		for _, s := range n.sources.clock {
			if s.rx.size != 0 {
				return fmt.Errorf("node %d: source %d has messages", i, s.node)
			}
		}
	}
	free := 0
	for p := net.pendings.spare; p != nil; p = p.next {
		free++
	}
	if free != len(net.pendings.all) {
		return fmt.Errorf("%d of %d pendings are free", free, len(net.pendings.all))
	}
	return nil
}
