package seastar

// source is the source structure of a node that messages come from: they are received one after the other.
type source struct {
	node int
	new  bool  // the firmware has not seen it yet
	rx   queue // messages whose header is there, until their payload is; the first one is being received
}

// sources is the hash table of a node's source structures. One that is idle keeps its place until another node needs it.
type sources struct {
	by    map[int]*source
	last  *source // that was looked up: most often the next one, too
	clock []*source
	hand  int
}

// source finds the structure for a node, or makes one, or takes that of a node that is idle. nil: all are in use.
func (n *Node) source(node int) *source {
	t := &n.sources
	if t.last != nil && t.last.node == node {
		return t.last
	}
	s := t.by[node]
	if s == nil {
		if s = n.newSource(); s == nil {
			return nil
		}
		s.node, s.new = node, true
		t.by[node] = s
	}
	t.last = s
	return s
}

func (n *Node) newSource() *source {
	t := &n.sources
	if len(t.clock) < n.net.Sources {
		if t.by == nil {
			t.by = map[int]*source{}
		}
		s := new(source)
		t.clock = append(t.clock, s)
		return s
	}
	for range t.clock {
		s := t.clock[t.hand]
		t.hand = (t.hand + 1) % len(t.clock)
		if s.rx.size == 0 {
			delete(t.by, s.node)
			return s
		}
	}
	return nil
}
