package seastar

import "gasnetgo/internal/prefetch"

// source is the source structure of a node that messages come from: they are received one after the other.
type source struct {
	node  int32
	new   bool    // the firmware has not seen it yet
	busy  bool    // a message is being received
	rx    queue   // messages behind it whose header has arrived
	chain *source // in the hash table

	matched prefetch.SmallSet // where its latest message has been matched, for the prefetcher; a source is one cache line
}

// sources are a node's source structures, and where to find them. One that is idle keeps its place until another node needs it.
type sources struct {
	last  [recent]*source // recent senders, in no order
	ids   [recent]int32   // of their nodes
	next  int32           // the one that gives way to another
	table *sourceTable    // nil until a message comes
}

// recent is how many neighbours most programs have in a plane.
const recent = 4

type sourceTable struct {
	all   []*source
	heads []*source // a hash table; a power of two
	hand  int       // where to look for an idle one
}

// source finds the structure for a node, or makes one, or takes that of a node that is idle. nil: all are in use.
func (n *Node) source(node int32) *source {
	t := &n.sources
	for i := range t.ids {
		if s := t.last[i]; t.ids[i] == node && s != nil {
			return s
		}
	}
	s := t.table.find(node)
	if s == nil {
		if s = n.newSource(node); s == nil {
			return nil
		}
	}
	t.last[t.next], t.ids[t.next] = s, node
	t.next = (t.next + 1) % recent
	return s
}

func (t *sourceTable) find(node int32) *source {
	if t == nil || len(t.heads) == 0 {
		return nil
	}
	for s := t.heads[int(node)&(len(t.heads)-1)]; s != nil; s = s.chain {
		if s.node == node {
			return s
		}
	}
	return nil
}

func (n *Node) newSource(node int32) *source {
	t := n.sources.table
	if t == nil {
		t = new(sourceTable)
		n.sources.table = t
	}
	var s *source
	if len(t.all) < n.net.Sources {
		s = new(source)
		t.all = append(t.all, s)
		if len(t.all) > len(t.heads) {
			t.grow()
		}
	} else if s = t.idle(); s == nil {
		return nil
	} else {
		n.sources.forget(s)
	}
	s.node, s.new = node, true
	t.enter(s)
	return s
}

// forget is for a structure that goes to another node.
func (t *sources) forget(s *source) {
	for i := range t.last {
		if t.last[i] == s {
			t.last[i] = nil
		}
	}
}

// idle takes the structure of a node that is idle; nil: none is.
func (t *sourceTable) idle() *source {
	for range t.all {
		s := t.all[t.hand]
		t.hand = (t.hand + 1) % len(t.all)
		if !s.busy {
			t.leave(s)
			return s
		}
	}
	return nil
}

// grow makes the table larger; the newest source is not in it yet.
func (t *sourceTable) grow() {
	t.heads = make([]*source, max(recent, 2*len(t.heads)))
	for _, s := range t.all[:len(t.all)-1] {
		t.enter(s)
	}
}

func (t *sourceTable) enter(s *source) {
	head := &t.heads[int(s.node)&(len(t.heads)-1)]
	s.chain = *head
	*head = s
}

func (t *sourceTable) leave(s *source) {
	at := &t.heads[int(s.node)&(len(t.heads)-1)]
	for *at != s {
		at = &(*at).chain
	}
	*at = s.chain
}
