package armci

import (
	"encoding/binary"
	"slices"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// Collective operations, made of messages along a binomial tree. A world may have shorter ways: World.Open.

// steps is how many messages an operation may exchange between two members.
const steps = 64

// talk is one collective operation of a group.
type talk struct {
	r   *Rank
	g   *Group
	tag int64
}

func (r *Rank) talk(g *Group) talk {
	r.mu.Lock()
	defer r.mu.Unlock()
	g.turn++
	return talk{r, g, g.turn * steps}
}

func (t talk) send(member, step int, data []byte) error {
	return t.r.send(t.g.Ranks[member], t.g.context, t.tag+int64(step), data)
}

func (t talk) receive(member, step int) ([]byte, error) {
	m, _, err := t.r.receive(t.g.Ranks[member], t.g.context, t.tag+int64(step))
	return m.Data, err
}

// barrier waits for all members: dissemination.
func (r *Rank) barrier(g *Group) error {
	t, n := r.talk(g), len(g.Ranks)
	for step, away := 0, 1; away < n; step, away = step+1, 2*away {
		if err := t.send((g.Me+away)%n, step, nil); err != nil {
			return err
		}
		if _, err := t.receive((g.Me-away+n)%n, step); err != nil {
			return err
		}
	}
	return nil
}

// broadcast gives all members what root has.
func (r *Rank) broadcast(g *Group, root int, data []byte) ([]byte, error) {
	t, n := r.talk(g), len(g.Ranks)
	me := (g.Me - root + n) % n
	below := 1
	for below < n && me&below == 0 {
		below *= 2
	}
	if me != 0 {
		var err error
		if data, err = t.receive((me-below+root)%n, 0); err != nil {
			return nil, err
		}
	}
	for below /= 2; below > 0; below /= 2 {
		if me+below < n {
			if err := t.send((me+below+root)%n, 0, data); err != nil {
				return nil, err
			}
		}
	}
	return data, nil
}

// reduce combines the data of all members into that of member 0, in the order of their numbers.
func (r *Rank) reduce(g *Group, mine []byte, combine func(into, from []byte)) error {
	t, n := r.talk(g), len(g.Ranks)
	for away := 1; away < n; away *= 2 {
		if g.Me&away != 0 {
			return t.send(g.Me-away, 0, mine)
		}
		if g.Me+away < n {
			data, err := t.receive(g.Me+away, 0)
			if err != nil {
				return err
			}
			combine(mine, data)
		}
	}
	return nil
}

// gather gives all members what each has, in the order of their numbers; each has as much.
func (r *Rank) gather(g *Group, mine []byte) ([][]byte, error) {
	all := slices.Clone(mine)
	t, n := r.talk(g), len(g.Ranks)
	for away := 1; away < n; away *= 2 { // member m has the data of m to m+away-1
		if g.Me&away != 0 {
			if err := t.send(g.Me-away, 0, all); err != nil {
				return nil, err
			}
			break
		}
		if g.Me+away < n {
			data, err := t.receive(g.Me+away, 0)
			if err != nil {
				return nil, err
			}
			all = append(all, data...)
		}
	}
	all, err := r.broadcast(g, 0, all)
	if err != nil {
		return nil, err
	}
	return slices.Collect(slices.Chunk(all, len(mine))), nil
}

// Barrier is ARMCI_Barrier, which is also a fence, armci_msg_barrier and armci_msg_group_barrier.
func (r *Rank) Barrier(fn string, group int32, fence bool) error {
	g, err := r.member(group)
	if err != nil {
		return err
	}
	if fence {
		r.fenceAll()
	}
	r.settling(g)
	if err := r.barrier(g); err != nil {
		return err
	}
	r.settled(g)
	return nil
}

// Broadcast is armci_msg_bcast and its like. root is a process.
func (r *Rank) Broadcast(fn string, group int32, buffer uintptr, bytes, root int32) error {
	g, err := r.member(group)
	if err != nil {
		return err
	}
	from := slices.Index(g.Members, int(root))
	if from < 0 {
		return fault.New("root", root, "not a member of the group, which has the processes %v", g.Members)
	}
	if bytes < 0 {
		return fault.New("len", bytes, "negative")
	}
	own := memory.Bytes(buffer, bytes)
	data, err := r.broadcast(g, from, own)
	if err != nil {
		return err
	}
	if len(data) != len(own) {
		return fault.New("len", bytes, "process %d has %d", root, len(data))
	}
	copy(own, data)
	return nil
}

// Reduce is armci_msg_gop_scope and its like: n elements of a type, in place, the result on all members.
func (r *Rank) Reduce(fn string, group int32, x uintptr, n int32, op uintptr, typ int32) error {
	g, err := r.member(group)
	if err != nil {
		return err
	}
	if n < 0 {
		return fault.New("n", n, "negative")
	}
	c, err := combinerOf(op, typ)
	if err != nil {
		return err
	}
	own := memory.Bytes(x, int(n)*c.size)
	if c.prepare != nil {
		c.prepare(own)
	}
	if err := r.reduce(g, own, c.combine); err != nil {
		return err
	}
	data, err := r.broadcast(g, 0, own)
	if err != nil {
		return err
	}
	if len(data) != len(own) {
		return fault.New("n", n, "process %d has another number of elements", g.Members[0])
	}
	copy(own, data)
	return nil
}

// Select is armci_msg_sel_scope: all members get the record of the one whose key, its first element, is the least or the greatest.
func (r *Rank) Select(fn string, group int32, x uintptr, bytes int32, op uintptr, typ int32, contribute bool) error {
	g, err := r.member(group)
	if err != nil {
		return err
	}
	better, size, err := betterOf(op, typ)
	if err != nil {
		return err
	}
	if int(bytes) < size {
		return fault.New("n", bytes, "less than the %d bytes of the key", size)
	}
	own := memory.Bytes(x, bytes)
	record := binary.NativeEndian.AppendUint64(nil, uint64(b2i(contribute)))
	record = append(record, own...)
	all, err := r.gather(g, record)
	if err != nil {
		return err
	}
	best := -1
	for i, b := range all {
		if b[0] != 0 && (best < 0 || better(b[8:], all[best][8:])) {
			best = i
		}
	}
	if best >= 0 {
		copy(own, all[best][8:])
	}
	return nil
}

func b2i32(b bool) int32 { return int32(b2i(b)) }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
