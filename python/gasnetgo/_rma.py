"""Puts and gets: with a PE of the job, or on a context with a PE of its team."""

from ._argument import Memory, call, fits, local_memory, number, same, symmetric_memory, word, writable
from ._dtype import C_NAMES
from ._order import pending
from ._setup import need


def _put(function, target, source, pe, ctx):
    need()
    t = symmetric_memory(target, "target")
    s = local_memory(source, t)
    fits(s, t, "put into")
    address, pe = t.symmetric(pe, "target", ctx)
    call(function, ctx, address, s.address, s.nbytes, pe)
    return s


def _get(function, target, source, pe, ctx):
    need()
    s = symmetric_memory(source, "source")
    t = Memory(target, "target")
    writable(t, "target")
    same(t, s)
    fits(t, s, "wanted from")
    address, pe = s.symmetric(pe, "source", ctx)
    call(function, ctx, t.address, address, t.nbytes, pe)
    return t


def put(target, source, pe, ctx=None):
    """Copy source (an array, or numbers) to the beginning of target on a PE. Complete there after quiet or a barrier."""
    _put("putmem", target, source, pe, ctx)


def get(target, source, pe, ctx=None):
    """Fill target (any array) from the beginning of source on a PE. Complete on return."""
    _get("getmem", target, source, pe, ctx)


def put_nbi(target, source, pe, ctx=None):
    """Start a put and return; source must not change until quiet or a barrier."""
    (pending if ctx is None else ctx.pending).append(_put("putmem_nbi", target, source, pe, ctx))


def get_nbi(target, source, pe, ctx=None):
    """Start a get and return; target holds the elements after quiet or a barrier."""
    (pending if ctx is None else ctx.pending).append(_get("getmem_nbi", target, source, pe, ctx))


def _strided(put, target, source, target_step, source_step, nelems, pe, ctx):
    need()
    remote, local = (target, source) if put else (source, target)
    r = symmetric_memory(remote, "target" if put else "source")
    if put:
        m = local_memory(local, r)
    else:
        m = Memory(local, "target")
        writable(m, "target")
        same(m, r)
    t, s = (r, m) if put else (m, r)
    for name, step in (("target_step", target_step), ("source_step", source_step)):
        if step < 1:
            raise ValueError(f"{name} = {step} is not at least 1")
    room = min(_steps(t.size, target_step), _steps(s.size, source_step))
    if nelems is None:
        nelems = room
    if not 0 <= nelems <= room:
        raise ValueError(f"nelems = {nelems} is not in 0..{room}, which the arrays and steps have room for")
    bits = 8 * r.dtype.itemsize
    if bits not in (8, 16, 32, 64, 128):
        raise TypeError(f"elements of {r.dtype} have {bits} bits; strided copies are for 8, 16, 32, 64 and 128")
    _, pe = r.symmetric(pe, "target" if put else "source", ctx)
    call(f"{'iput' if put else 'iget'}{bits}", ctx, t.address, s.address, target_step, source_step, nelems, pe)


def _steps(size, step):
    return (size + step - 1) // step


def iput(target, source, target_step, source_step, pe, nelems=None, ctx=None):
    """Put every source_step-th element of source to every target_step-th element of target on a PE; as many as fit."""
    _strided(True, target, source, target_step, source_step, nelems, pe, ctx)


def iget(target, source, target_step, source_step, pe, nelems=None, ctx=None):
    """Get every source_step-th element of source on a PE into every target_step-th element of target."""
    _strided(False, target, source, target_step, source_step, nelems, pe, ctx)


def p(target, value, pe, ctx=None):
    """Store one number to the first element of target on a PE."""
    name, address, pe, m = word(target, C_NAMES, "target", pe, ctx=ctx)
    call(f"{name}_p", ctx, address, number(value, m), pe)


def g(source, pe, ctx=None):
    """The first element of source on a PE."""
    name, address, pe, _ = word(source, C_NAMES, "source", pe, ctx=ctx)
    return call(f"{name}_g", ctx, address, pe)
