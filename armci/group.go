package armci

import (
	"encoding/binary"
	"hash/fnv"
	"slices"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// World0 is the handle of the group of all.
const World0 int32 = 0

// GroupPart is how many bytes of a group's block each member has: a page for words that members wait for, and room for the data of collective operations.
const (
	GroupPart  = 20 << 10
	groupWords = page
)

// Group is a group as a member, or another process, sees it.
type Group struct {
	Members []int   // processes
	Ranks   []int   // in the job, of the members
	Me      int     // this process among them; -1: it is no member
	Block   uintptr // memory that all members reach, GroupPart bytes for each; 0 if there is one member

	context uint64 // of its messages
	turn    int64  // collective operations so far
}

// groups are a rank's, by handle.
type groups struct {
	all      map[int32]*Group
	next     int32
	standard int32 // ARMCI_Group_set_default
	made     uint64
	scopes   map[scopeKey]int32 // parts of groups, by Scope
}

// Contexts of messages: the program's own, those that make groups, and from there on one for each group.
const (
	userContext = iota
	createContext
	firstContext
)

// start makes the group of all.
func (g *groups) start(r *Rank) error {
	*g = groups{all: map[int32]*Group{}, made: g.made, scopes: map[scopeKey]int32{}}
	all := make([]int, len(r.ranks))
	for p := range all {
		all[p] = p
	}
	_, err := r.newGroup(all)
	return err
}

// end forgets all groups.
func (g *groups) end(r *Rank) {
	for h := range g.all {
		r.world.Ungroup(h)
	}
	g.all = nil
}

func (g *groups) world() *Group { return g.all[World0] }

// GroupCreate is ARMCI_Group_create and ARMCI_Group_create_child: n numbers in group parent, -1 for the default group.
func (r *Rank) GroupCreate(fn string, n int32, list uintptr, parent int32) (int32, error) {
	if parent < 0 {
		parent = r.groups.standard
	}
	from, err := r.group(parent)
	if err != nil {
		return 0, err
	}
	if n < 0 || int(n) > len(from.Members) {
		return 0, fault.New("n", n, "not in 0..%d", len(from.Members))
	}
	if list == 0 && n > 0 {
		return 0, fault.New("pid_list", fault.Addr(0), "not a list of %d processes", n)
	}
	members := make([]int, 0, n)
	for _, p := range int32s(list, n) {
		if p < 0 || int(p) >= len(from.Members) {
			return 0, fault.New("pid_list", p, "not in 0..%d", len(from.Members)-1)
		}
		if slices.Contains(members, from.Members[p]) {
			return 0, fault.New("pid_list", p, "listed twice")
		}
		members = append(members, from.Members[p])
	}
	return r.newGroup(members)
}

// newGroup makes a group. The first member chooses its context and its block, and tells the others: nobody else waits.
func (r *Rank) newGroup(members []int) (int32, error) {
	r.mu.Lock()
	h := r.groups.next
	r.groups.next++
	r.mu.Unlock()
	g := &Group{Members: members, Me: slices.Index(members, r.me)}
	for _, p := range members {
		g.Ranks = append(g.Ranks, r.ranks[p])
	}
	if err := r.agree(g); err != nil {
		return 0, err
	}
	r.mu.Lock()
	r.groups.all[h] = g
	r.mu.Unlock()
	r.world.Group(h, g)
	return h, nil
}

// agree gives the members of a group the same context and block.
func (r *Rank) agree(g *Group) error {
	list := fnv.New64a()
	for _, j := range g.Ranks {
		_ = binary.Write(list, binary.NativeEndian, int64(j)) // to memory: cannot fail
	}
	about := Message{Context: createContext, Tag: int64(list.Sum64())}
	switch {
	case g.Me == 0:
		r.groups.made++
		g.context = firstContext + uint64(r.world.Rank())<<32 + r.groups.made
		if len(g.Members) > 1 {
			at, err := r.own(int64(len(g.Members)) * GroupPart)
			if err != nil {
				return err
			}
			for i := range g.Members {
				memory.Fill(at+uintptr(i*GroupPart), 0, groupWords)
			}
			g.Block = at
		}
		about.Data = binary.NativeEndian.AppendUint64(nil, g.context)
		about.Data = binary.NativeEndian.AppendUint64(about.Data, uint64(g.Block))
		for _, j := range g.Ranks[1:] {
			if err := r.send(j, about.Context, about.Tag, about.Data); err != nil {
				return err
			}
		}
	case g.Me > 0:
		m, _, err := r.receive(g.Ranks[0], about.Context, about.Tag)
		if err != nil {
			return err
		}
		g.context = binary.NativeEndian.Uint64(m.Data)
		g.Block = uintptr(binary.NativeEndian.Uint64(m.Data[8:]))
	}
	return nil
}

// group is the group of a handle.
func (r *Rank) group(h int32) (*Group, error) {
	if err := r.started(); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.groups.all[h]
	if g == nil {
		return nil, fault.New("group", h, "no such group")
	}
	return g, nil
}

// member is the group of a handle, of which this process is a member.
func (r *Rank) member(h int32) (*Group, error) {
	g, err := r.group(h)
	if err == nil && g.Me < 0 {
		return nil, fault.New("group", h, "process %d is not a member", r.me)
	}
	return g, err
}

// GroupFree is ARMCI_Group_free.
func (r *Rank) GroupFree(fn string, h int32) error {
	if h == World0 {
		return fault.New("group", h, "the group of all processes stays")
	}
	g, err := r.group(h)
	if err != nil {
		return err
	}
	for _, what := range []int32{ScopeNode, ScopeMasters} {
		r.mu.Lock()
		part, made := r.groups.scopes[scopeKey{h, what}]
		delete(r.groups.scopes, scopeKey{h, what})
		r.mu.Unlock()
		if made {
			if err := r.GroupFree(fn, part); err != nil {
				return err
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if g.Me == 0 && g.Block != 0 {
		r.holes.blocks = append(r.holes.blocks, g.Block)
	}
	delete(r.groups.all, h)
	if r.groups.standard == h {
		r.groups.standard = World0
	}
	r.world.Ungroup(h)
	return nil
}

// GroupQuery is a number about a group: GroupRank, GroupSize, GroupAbsolute of a member, GroupDefault, GroupSetDefault.
func (r *Rank) GroupQuery(fn string, what, h, member int32) (int32, error) {
	if what == GroupDefault {
		return r.groups.standard, r.started()
	}
	g, err := r.group(h)
	if err != nil {
		return 0, err
	}
	switch what {
	case GroupRank:
		return int32(g.Me), nil
	case GroupAbsolute:
		if member < 0 || int(member) >= len(g.Members) {
			return 0, fault.New("group_rank", member, "not in 0..%d", len(g.Members)-1)
		}
		return int32(g.Members[member]), nil
	case GroupSetDefault:
		r.groups.standard = h
	}
	return int32(len(g.Members)), nil
}
