package seastar

// source is the source structure of a node that messages come from: they are received one after the other.
type source struct {
	node  int32
	new   bool    // the firmware has not seen it yet
	rx    queue   // messages whose header is there, until their payload is; the first one is being received
	chain *source // in the hash table
}

// sources are a node's source structures: the first ones next to each other, which is all that most nodes need, and the others in a hash table. One that is idle
// keeps its place until another node needs it.
type sources struct {
	few   [few]source
	all   []*source // the first ones are those of few
	heads []*source // a power of two
	hand  int       // where to look for an idle one
}

const few = 4

// source finds the structure for a node, or makes one, or takes that of a node that is idle. nil: all are in use.
func (n *Node) source(node int) *source {
	t := n.sources
	if t == nil {
		t = new(sources)
		n.sources = t
	}
	for i := range t.few[:min(len(t.all), few)] {
		if s := &t.few[i]; s.node == int32(node) {
			return s
		}
	}
	if len(t.heads) > 0 {
		for s := t.heads[node&(len(t.heads)-1)]; s != nil; s = s.chain {
			if s.node == int32(node) {
				return s
			}
		}
	}
	return n.newSource(int32(node))
}

func (n *Node) newSource(node int32) *source {
	t := n.sources
	at := len(t.all)
	switch {
	case at >= n.net.Sources:
		if at = t.idle(); at < 0 {
			return nil
		}
	case at < few:
		t.all = append(t.all, &t.few[at])
	default:
		t.all = append(t.all, new(source))
		if at >= len(t.heads) {
			t.grow()
		}
	}
	s := t.all[at]
	s.node, s.new = node, true
	if at >= few {
		t.enter(s)
	}
	return s
}

// idle takes the structure of a node that is idle, and answers which; -1: none is.
func (t *sources) idle() int {
	for range t.all {
		at := t.hand
		t.hand = (t.hand + 1) % len(t.all)
		if s := t.all[at]; s.rx.empty() {
			if at >= few {
				t.leave(s)
			}
			return at
		}
	}
	return -1
}

// grow makes the table larger; the newest source is not in it yet.
func (t *sources) grow() {
	t.heads = make([]*source, max(2*few, 2*len(t.heads)))
	for _, s := range t.all[few : len(t.all)-1] {
		t.enter(s)
	}
}

func (t *sources) enter(s *source) {
	head := &t.heads[int(s.node)&(len(t.heads)-1)]
	s.chain = *head
	*head = s
}

func (t *sources) leave(s *source) {
	at := &t.heads[int(s.node)&(len(t.heads)-1)]
	for *at != s {
		at = &(*at).chain
	}
	*at = s.chain
}
