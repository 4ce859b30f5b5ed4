package process

import (
	"slices"

	"gasnetgo/internal/memory"
)

// Group is LAPI_Group_create: a set of tasks with this one.
func (p *Process) Group(fn string, handle, n uint32, list uintptr) (rc int32, group uint32, err error) {
	c, ok := p.context(handle)
	size := uint32(p.world.Size())
	switch {
	case !ok:
		return ErrHndlInvalid, 0, nil
	case n == 0 || n > size:
		return ErrTaskNum, 0, nil
	}
	tasks := slices.Clone(memory.Slice[uint32](list, int(n)))
	if slices.ContainsFunc(tasks, func(t uint32) bool { return t >= size }) || !slices.Contains(tasks, uint32(p.world.Rank())) {
		return ErrGrpMember, 0, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lastGroup++
	c.groups[c.lastGroup] = tasks
	return success, c.lastGroup, nil
}

// GroupFree is LAPI_Group_free.
func (p *Process) GroupFree(fn string, handle, group uint32) (int32, error) {
	c, ok := p.context(handle)
	if !ok {
		return ErrHndlInvalid, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.groups[group]; !ok {
		return ErrGrp, nil
	}
	delete(c.groups, group)
	return success, nil
}
