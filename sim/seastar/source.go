package seastar

// source is the source structure of a node that messages come from: they are received one after the other.
type source struct {
	node  int
	new   bool    // the firmware has not seen it yet
	rx    queue   // messages whose header is there, until their payload is; the first one is being received
	chain *source // in the hash table
}

// sources is the hash table of a node's source structures. One that is idle keeps its place until another node needs it.
type sources struct {
	heads []*source // a power of two
	all   []*source
	hand  int // where to look for an idle one
}

// source finds the structure for a node, or makes one, or takes that of a node that is idle. nil: all are in use.
func (n *Node) source(node int) *source {
	t := &n.sources
	if len(t.heads) > 0 {
		for s := t.heads[node&(len(t.heads)-1)]; s != nil; s = s.chain {
			if s.node == node {
				return s
			}
		}
	}
	s := n.newSource()
	if s != nil {
		s.node, s.new = node, true
		t.enter(s)
	}
	return s
}

func (n *Node) newSource() *source {
	t := &n.sources
	if len(t.all) < n.net.Sources {
		s := new(source)
		t.all = append(t.all, s)
		if len(t.all) > len(t.heads) {
			t.grow()
		}
		return s
	}
	for range t.all {
		s := t.all[t.hand]
		t.hand = (t.hand + 1) % len(t.all)
		if s.rx.empty() {
			t.leave(s)
			return s
		}
	}
	return nil
}

// grow makes the table larger; the newest source is not in it yet.
func (t *sources) grow() {
	t.heads = make([]*source, max(4, 2*len(t.heads)))
	for _, s := range t.all[:len(t.all)-1] {
		t.enter(s)
	}
}

func (t *sources) enter(s *source) {
	head := &t.heads[s.node&(len(t.heads)-1)]
	s.chain = *head
	*head = s
}

func (t *sources) leave(s *source) {
	at := &t.heads[s.node&(len(t.heads)-1)]
	for *at != s {
		at = &(*at).chain
	}
	*at = s.chain
}
