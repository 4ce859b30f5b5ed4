package process

import (
	"errors"
	"fmt"

	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
	"gasnetgo/lapi/dgsp"
)

// layout is a registered data gather and scatter program.
type layout struct {
	program *dgsp.Program
	uses    int
}

// ByteLayout is the handle by which C names LAPI_BYTE.
const ByteLayout = 1

// What Layout does.
const (
	layoutRegister = iota
	layoutReserve
	layoutUnreserve
)

// rawDescr is lapi_dgsp_descr_t.
type rawDescr struct {
	code        uintptr
	ints, depth int32
	_           int32 // density
	_           int64 // size
	extent      int64
	_, _        int64 // lext, rext
	atom        int32
}

// Layout registers a program, or changes how many users it has. at: the library's copy of its description. gone: nothing uses it any more.
func (p *Process) Layout(fn string, at uintptr, what int32) (rc, gone int32, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if what == layoutRegister {
		raw := memory.At[rawDescr](at)
		if raw.ints < 0 || raw.ints > 0 && raw.code == 0 {
			return ErrDgsp, 0, nil
		}
		program, err := dgsp.New(dgsp.Descr{Code: memory.Slice[int32](raw.code, int(raw.ints)), Depth: int(raw.depth), Extent: raw.extent, Atom: int(raw.atom)})
		if err != nil {
			return layoutCode(err), 0, nil
		}
		p.layouts[at] = &layout{program: program, uses: 1}
		return success, 0, nil
	}
	l := p.layouts[at]
	switch {
	case at == ByteLayout && what == layoutUnreserve:
		return ErrDgspFree, 0, nil
	case at == ByteLayout:
		return success, 0, nil
	case l == nil:
		return ErrDgsp, 0, nil
	case what == layoutReserve:
		l.uses++
		return success, 0, nil
	}
	if l.uses--; l.uses == 0 {
		delete(p.layouts, at)
		return success, 1, nil
	}
	return success, 0, nil
}

// layoutCode is the code for a program that is refused.
func layoutCode(err error) int32 {
	for _, c := range []struct {
		err  error
		code int32
	}{{dgsp.ErrAtom, ErrDgspAtom}, {dgsp.ErrBranch, ErrDgspBranch}, {dgsp.ErrCopy, ErrDgspCopySZ}, {dgsp.ErrOpcode, ErrDgspOpc}, {dgsp.ErrReps, ErrDgspReps}, {dgsp.ErrStack, ErrDgspStack}} {
		if errors.Is(err, c.err) {
			return c.code
		}
	}
	return ErrDgspOther
}

// program finds a registered program.
func (p *Process) program(handle uintptr) *dgsp.Program {
	if handle == ByteLayout {
		return p.bytes
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if l := p.layouts[handle]; l != nil {
		return l.program
	}
	return nil
}

// places is blocks of a layout as memory.
func places(base uintptr, blocks []dgsp.Block) []lapi.Piece {
	all := make([]lapi.Piece, len(blocks))
	for i, b := range blocks {
		all[i] = lapi.Piece{At: base + uintptr(b.At), Len: b.Len}
	}
	return all
}

// layoutSource is the data of LAPI_DGSP_XFER.
func (c *Context) layoutSource(handle, base uintptr, skip, n uint64) ([]lapi.Piece, int32) {
	program := c.process.program(handle)
	switch {
	case program == nil:
		return nil, ErrDgsp
	case program.Controls(): // they are for scattering
		return nil, ErrDgspCtl
	case n > mostBytes:
		return nil, ErrDataLen
	case handle == ByteLayout && n > 0 && base == 0:
		return nil, ErrOrgAddrNull
	}
	blocks, err := program.Blocks(skip, n)
	if err != nil {
		return nil, layoutCode(err)
	}
	return places(base, blocks), success
}

// scatter is data that a function of the program merges into a layout, block by block.
type scatter struct {
	data   []byte // the library's; nil: in is the program's
	in     uintptr
	base   uintptr
	blocks []dgsp.Block
}

// Merge is a block as C passes it to a ddm_func_t: struct ga_lapi_merge. Operation dgsp.NoControl: it copies.
type Merge struct {
	Fn, In, Into       uintptr
	Bytes              uint64
	Operand, Operation int32
}

// DDM is LAPI_REG_DDM_FUNC.
func (p *Process) DDM(fn string, handle uint32, function uintptr) (int32, error) {
	c, ok := p.context(handle)
	if !ok {
		return ErrHndlInvalid, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ddm = function
	return success, nil
}

// scattered keeps data until C has merged it.
func (c *Context) scattered(s scatter) uint64 {
	c.lastScatter++
	c.scatters[c.lastScatter] = &s
	return c.lastScatter
}

// Scatter is the next block of a scatter. more is 0 behind the last.
func (p *Process) Scatter(fn string, handle uint32, number uint64, at uintptr) (more int32, err error) {
	c, ok := p.context(handle)
	if !ok {
		return 0, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.scatters[number]
	if s == nil {
		return 0, nil
	}
	if len(s.blocks) == 0 {
		delete(c.scatters, number)
		return 0, nil
	}
	b := s.blocks[0]
	*memory.At[Merge](at) = Merge{Fn: c.ddm, In: s.in, Into: s.base + uintptr(b.At), Bytes: b.Len, Operand: b.Operand, Operation: b.Operation}
	s.in += uintptr(b.Len)
	s.blocks = s.blocks[1:]
	return 1, nil
}

// Pack is LAPI_DGSP_PACK and LAPI_DGSP_UNPACK. number: C is to carry out that scatter.
func (p *Process) Pack(fn string, a PackArgs) (rc int32, number uint64, err error) {
	c, ok := p.context(a.Handle)
	if !ok {
		return ErrHndlInvalid, 0, nil
	}
	program := p.program(a.Layout)
	switch {
	case program == nil:
		return ErrDgsp, 0, nil
	case a.Position > a.Room || a.N > a.Room-a.Position:
		return ErrPackSZ, 0, nil
	case a.N > 0 && a.Flat == 0:
		return ErrTgtAddrNull, 0, nil
	case program.Controls() && !a.Unpack:
		return ErrDgspCtl, 0, nil
	}
	blocks, err := program.Blocks(0, a.N)
	if err != nil {
		return layoutCode(err), 0, nil
	}
	at := a.Flat + uintptr(a.Position)
	if a.Unpack && program.Controls() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.ddm == 0 {
			return ErrDgspCtl, 0, nil
		}
		return success, c.scattered(scatter{in: at, base: a.Base, blocks: blocks}), nil
	}
	for _, q := range places(a.Base, blocks) {
		if a.Unpack {
			memory.Copy(q.At, at, q.Len)
		} else {
			memory.Copy(at, q.At, q.Len)
		}
		at += uintptr(q.Len)
	}
	return success, 0, nil
}

// laid is where the data of an active message goes whose header handler has answered a layout.
func (c *Context) laid(t task, j *Job, n uint64) (into []lapi.Piece, finish uint64, err error) {
	program := c.process.program(j.DGSP)
	if program == nil {
		return nil, 0, fmt.Errorf("the header handler at %#x returned a layout that is not registered: %#x", t.fn, j.DGSP)
	}
	blocks, err := program.Blocks(j.Skip, n)
	if err != nil {
		return nil, 0, fmt.Errorf("the layout that the header handler at %#x returned: %w", t.fn, err)
	}
	if !program.Controls() {
		return places(j.Into, blocks), 0, nil
	}
	if c.ddm == 0 {
		return nil, 0, fmt.Errorf("the layout that the header handler at %#x returned has CONTROL instructions: register a function with LAPI_REG_DDM_FUNC", t.fn)
	}
	data := make([]byte, n)
	return []lapi.Piece{{At: memory.Address(data), Len: n}}, c.scattered(scatter{data: data, in: memory.Address(data), base: j.Into, blocks: blocks}), nil
}
