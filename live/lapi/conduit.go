package lapi

import (
	"gasnetgo/live"
	"gasnetgo/node"
	"gasnetgo/ofi"
)

// Conduit makes this rank's end of a network of packets for another API: a mailbox of the memory file that has this name, and between hosts a channel of the network, which is
// connected. The program may have LAPI's own. It blocks no longer than it takes to map memory; peers may send when all ranks have called it.
func Conduit(s *live.Session, n *node.Node, name string, channel ofi.Channel) (*Link, error) {
	w, err := newWorld(s, Plane{})
	if err != nil {
		return nil, err
	}
	box, err := w.newBox(n, name)
	if err != nil {
		return nil, err
	}
	if net := s.Hosts(); net != nil {
		w.boxes[0] = box
		w.connect(n, net.Port, channel)
	}
	return w.link(n, box, 0, 1), nil
}

// Mail is the mailbox that packets come into.
func (l *Link) Mail() *node.Mail { return l.mail }
