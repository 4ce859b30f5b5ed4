package armci

import (
	"slices"

	"gasnetgo/internal/fault"
)

// Hosts is a World whose ranks do not all share memory.
type Hosts interface {
	// Host numbers hosts from 0 on, in the order of their ranks. It is asked after Attach.
	Host(rank int) int
}

// What Scope answers when there is no group.
const (
	scopeAlone   = -1
	scopeOutside = -2
)

// nodes are the members of each node, in the order of the nodes.
func (r *Rank) nodes(members []int) [][]int {
	hosts, several := r.world.(Hosts)
	if !several {
		return [][]int{members}
	}
	var all [][]int
	last := -1
	for _, p := range slices.SortedStableFunc(slices.Values(members), func(a, b int) int { return hosts.Host(r.ranks[a]) - hosts.Host(r.ranks[b]) }) {
		if host := hosts.Host(r.ranks[p]); host != last {
			all, last = append(all, nil), host
		}
		all[len(all)-1] = append(all[len(all)-1], p)
	}
	return all
}

// NodeQuery is a number about nodes, the processes that share memory: NodeCount, NodeOf a process, NodeSize of a node, NodeMember of a node.
func (r *Rank) NodeQuery(fn string, what, id, member int32) (int32, error) {
	if err := r.started(); err != nil {
		return 0, err
	}
	all := r.nodes(r.groups.world().Members)
	switch what {
	case NodeCount:
		return int32(len(all)), nil
	case NodeOf:
		if err := r.process("proc", id); err != nil {
			return 0, err
		}
		return int32(slices.IndexFunc(all, func(node []int) bool { return slices.Contains(node, int(id)) })), nil
	}
	if id < 0 || int(id) >= len(all) {
		return 0, fault.New("id", id, "not in 0..%d", len(all)-1)
	}
	if what == NodeSize {
		return int32(len(all[id])), nil
	}
	if member < 0 || int(member) >= len(all[id]) {
		return 0, fault.New("loc_proc_id", member, "not in 0..%d", len(all[id])-1)
	}
	return int32(all[id][member]), nil
}

// scopeKey names a part of a group.
type scopeKey struct{ group, what int32 }

// Scope is the group of those members of a group that share memory with the caller (ScopeNode), or of the first ones of each node (ScopeMasters). Its members
// call it together the first time.
func (r *Rank) Scope(fn string, what, group int32) (int32, error) {
	g, err := r.member(group)
	if err != nil {
		return 0, err
	}
	all := r.nodes(g.Members)
	var list []int
	for _, node := range all {
		switch {
		case what == ScopeMasters:
			list = append(list, node[0])
		case slices.Contains(node, r.me):
			list = node
		}
	}
	switch {
	case !slices.Contains(list, r.me):
		return scopeOutside, nil
	case len(list) == 1:
		return scopeAlone, nil
	case len(list) == len(g.Members):
		return group, nil
	}
	key := scopeKey{group, what}
	r.mu.Lock()
	h, made := r.groups.scopes[key]
	r.mu.Unlock()
	if made {
		return h, nil
	}
	if h, err = r.newGroup(list); err != nil {
		return 0, err
	}
	r.mu.Lock()
	r.groups.scopes[key] = h
	r.mu.Unlock()
	return h, nil
}
