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
	pendings, transmissions, all, allOfSenders := 0, 0, 0, 0
	for i := range net.pools {
		pendings += free(net.pools[i].pendings.spare)
		transmissions += free(net.pools[i].transmissions.spare)
		all += len(net.pools[i].pendings.blocks) * block
		allOfSenders += len(net.pools[i].transmissions.blocks) * block
	}
	if pendings != all || transmissions != allOfSenders {
		return fmt.Errorf("%d of %d pendings and %d of %d transmissions are free", pendings, all, transmissions, allOfSenders)
	}
	return nil
}

func free(l *link) (n int) {
	for ; l != nil; l = l.next {
		n++
	}
	return n
}
