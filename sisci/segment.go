package sisci

import "slices"

// segment is memory of a node, as its driver knows it. It lasts until its last handle has ended, and its memory until no node that was connected can use it any more.
type segment struct {
	node      *Node
	owner     *Process // whose memory it is
	id        uint32
	size      uint64 // bytes, as the program has asked for them
	key       uint64 // of its memory; 0: it has none yet
	private   bool   // no node can connect
	shared    bool   // processes of the node may attach
	prepared  bool
	available bool
	kept      bool            // its memory stays: a process of this node that has terminated may use it
	handles   []*localSegment // the owner's first, if it has one
	importers []importer      // that are connected
	severed   []importer      // that are not connected any more, and may still have maps
}

// accepts is a new connection.
func (s *segment) accepts(from importer, adapter uint32, answer *Packet) Code {
	switch {
	case s.private:
		return ConnectionRefused
	case !s.available:
		return NoSuchSegment
	case len(s.importers) >= s.node.config.Limits.Connections:
		return ConnectionRefused
	}
	s.importers = append(s.importers, from)
	answer.Size, answer.Key = s.size, s.key
	s.happened(Event{Reason: Connected, Node: from.node, Adapter: adapter})
	return OK
}

// left is the end of a connection, by its origin.
func (s *segment) left(from importer, reason Reason) {
	if slices.Contains(s.severed, from) {
		s.severed = without(s.severed, from)
		s.release()
		return
	}
	s.importers = without(s.importers, from)
	s.happened(Event{Reason: reason, Node: from.node})
}

// stays is the end of a connection whose maps stay.
func (s *segment) stays(from importer) {
	if slices.Contains(s.severed, from) {
		return
	}
	s.importers, s.severed = without(s.importers, from), append(s.severed, from)
	s.happened(Event{Reason: Disconnected, Node: from.node})
}

// operational is a link that has gone down or up.
func (s *segment) operational(from importer, reason Reason) {
	if !slices.Contains(s.severed, from) {
		s.happened(Event{Reason: reason, Node: from.node})
	}
}

// triggered has no meaning for a segment.
func (s *segment) triggered(importer, []byte) {}

func (s *segment) happened(e Event) {
	for _, l := range s.handles {
		l.inbox.put(e)
	}
}

// sever ends all connections. Their origins disconnect in their own time.
func (s *segment) sever() {
	for _, i := range s.importers {
		s.node.send(i.node, Packet{Kind: KindSevered, ID: i.id, Number: s.id})
	}
	s.severed = append(s.severed, s.importers...)
	s.importers = nil
}

// release frees the memory of a segment without handles, when nobody has it mapped.
func (s *segment) release() {
	if len(s.handles) > 0 || len(s.severed) > 0 || s.key == 0 || s.kept {
		return
	}
	s.node.emit(Free{s.owner, s.key})
	s.key = 0
}

// detach ends a handle, and with the last one the segment.
func (s *segment) detach(l *localSegment) {
	if i := slices.Index(s.handles, l); i >= 0 {
		s.handles = slices.Delete(s.handles, i, i+1)
	}
	if len(s.handles) > 0 {
		return
	}
	s.sever()
	delete(s.node.segments, s.id)
	s.release()
}
