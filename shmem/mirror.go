package shmem

// Mirror is a World with its own faster path for calls of the program; it needs to know the teams and contexts behind handles. It is notified when a handle
// becomes valid and when it ceases to be, and may return stale results in between: the program orders its own calls.
type Mirror interface {
	// MirrorTeam says that the team of an id is now g; a handle of 0 is none.
	MirrorTeam(id int, g Group)

	// MirrorContext says that the context of a number, which is not 0, is now on the PEs of g; a handle of 0 is none.
	MirrorContext(number Ctx, g Group)

	// MirrorThreads reports whether several threads of the program may be in calls at once.
	MirrorThreads(several bool)
}

// Group is PEs start, start + stride and so on, as a handle names them. Me is this rank's index in a team.
type Group struct {
	Handle                  uintptr
	Start, Stride, Size, Me int
}

func (p *PE) mirrorTeam(a *attached, t *Team, exists bool) {
	if a.mirror == nil {
		return
	}
	g := Group{}
	if exists {
		g = Group{t.handle(), t.start, t.stride, t.size, t.me}
	}
	a.mirror.MirrorTeam(t.id, g)
}

func (p *PE) mirrorContext(a *attached, c *context, exists bool) {
	if a.mirror == nil {
		return
	}
	g := Group{}
	if exists {
		g = Group{Handle: c.handle(), Start: c.start, Stride: c.stride, Size: c.size}
	}
	a.mirror.MirrorContext(c.number, g)
}
