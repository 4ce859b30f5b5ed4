"""Puts and gets: with a PE of the job, or on a context with a PE of its team."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Optional

from ._argument import Function, Memory, index, length, local_memory, np, pe_number, same, symmetric_memory, writable
from ._dtype import C_NAMES
from ._order import pending
from ._setup import need
from ._typed import Operation, element, number
from ._types import Array, Number, Values

if TYPE_CHECKING:
    from ._team import Ctx

_P, _G = Operation("p", C_NAMES, others=True), Operation("g", C_NAMES, others=True)
_PUTMEM, _GETMEM, _PUTMEM_NBI, _GETMEM_NBI = (Function(name) for name in ("putmem", "getmem", "putmem_nbi", "getmem_nbi"))
_STRIDED = {(put, bits): Function(f"{'iput' if put else 'iget'}{bits}") for put in (True, False) for bits in (8, 16, 32, 64, 128)}


def _put(function, target, source, pe, size, ctx):
    need()
    t = symmetric_memory(target, "target")
    s = local_memory(source, t)
    if size is None and s.size > t.size:
        raise ValueError(f"{s.size} elements are put into an array of {t.size}; size= puts fewer")
    size = length(size, min(s.size, t.size), "target and source have")
    address, pe = t.symmetric("target"), pe_number(pe, ctx)
    function(ctx, address, s.local("source"), size * t.dtype.itemsize, pe)
    return s


def _get(function, target, source, pe, size, ctx):
    need()
    s = symmetric_memory(source, "source")
    t = Memory(target, "target")
    writable(t, "target")
    same(t, s)
    if size is None and t.size > s.size:
        raise ValueError(f"{t.size} elements are wanted from an array of {s.size}; size= gets fewer")
    size = length(size, min(s.size, t.size), "target and source have")
    address, pe = s.symmetric("source"), pe_number(pe, ctx)
    function(ctx, t.local("target"), address, size * t.dtype.itemsize, pe)
    return t


def put(target: Array, source: Values, pe: int, size: Optional[int] = None, ctx: Optional[Ctx] = None) -> None:
    """Copy source (an array, or numbers) to the beginning of target on a PE: all of it, or size elements. Complete there after quiet or a barrier."""
    _put(_PUTMEM, target, source, pe, size, ctx)


def get(target: Array, source: Array, pe: int, size: Optional[int] = None, ctx: Optional[Ctx] = None) -> None:
    """Fill target (any array), or size elements of it, from the beginning of source on a PE. Complete on return."""
    _get(_GETMEM, target, source, pe, size, ctx)


def put_nbi(target: Array, source: Values, pe: int, size: Optional[int] = None, ctx: Optional[Ctx] = None) -> None:
    """Start a put and return; source must not change until quiet or a barrier."""
    pending(ctx).append(_put(_PUTMEM_NBI, target, source, pe, size, ctx))


def get_nbi(target: Array, source: Array, pe: int, size: Optional[int] = None, ctx: Optional[Ctx] = None) -> None:
    """Start a get and return; target holds the elements after quiet or a barrier."""
    pending(ctx).append(_get(_GETMEM_NBI, target, source, pe, size, ctx))


def steps(size: int, step: int) -> int:
    """How many elements an array of that size has, a step apart."""
    return (size + step - 1) // step


def step_number(step: int, what: str) -> int:
    """A step, after a check."""
    step = index(step, what)
    if step < 1:
        raise ValueError(f"{what} = {step} is not at least 1")
    return step


def _strided(put, target, source, tst, sst, size, pe, ctx):
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
    tst, sst = step_number(tst, "tst"), step_number(sst, "sst")
    size = length(size, min(steps(t.size, tst), steps(s.size, sst)), "the arrays and steps have space for")
    bits = 8 * r.dtype.itemsize
    if (put, bits) not in _STRIDED:
        raise TypeError(f"elements of {r.dtype} have {bits} bits; strided copies are for 8, 16, 32, 64 and 128")
    r.symmetric("target" if put else "source")
    m.local("source" if put else "target")
    _STRIDED[put, bits](ctx, t.address, s.address, tst, sst, size, pe_number(pe, ctx))


def iput(target: Array, source: Values, pe: int, tst: int = 1, sst: int = 1, size: Optional[int] = None, ctx: Optional[Ctx] = None) -> None:
    """Put every sst-th element of source to every tst-th element of target on a PE: size elements, or as many as fit."""
    _strided(True, target, source, tst, sst, size, pe, ctx)


def iget(target: Array, source: Array, pe: int, tst: int = 1, sst: int = 1, size: Optional[int] = None, ctx: Optional[Ctx] = None) -> None:
    """Get every sst-th element of source on a PE into every tst-th element of target: size elements, or as many as fit."""
    _strided(False, target, source, tst, sst, size, pe, ctx)


def p(target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Store one number to the first element of target on a PE."""
    address, dtype = element(target, "target"), target.dtype
    entry = (_P.plain if ctx is None else _P.on)[dtype]
    if entry is None:
        _put(_PUTMEM, target, value, pe, 1, ctx)
    elif ctx is None:
        entry[0](address, number(value, entry, dtype), pe_number(pe))
    else:
        entry[0](ctx.handle, address, number(value, entry, dtype), pe_number(pe, ctx))


def g(source: Array, pe: int, ctx: Optional[Ctx] = None) -> Any:
    """The first element of source on a PE."""
    address = element(source, "source")
    entry = (_G.plain if ctx is None else _G.on)[source.dtype]
    if entry is None:
        return _g_other(source, pe, ctx)
    if ctx is None:
        return entry[0](address, pe_number(pe))
    return entry[0](ctx.handle, address, pe_number(pe, ctx))


def _g_other(source, pe, ctx):
    """As g, for types that C has no function for, such as complex numbers."""
    if np is not None:
        out = np.empty(1, source.dtype)
        _get(_GETMEM, out, source, pe, 1, ctx)
        return out[0]
    parts = (source.dtype.ctype * 2)()
    _GETMEM(ctx, ctypes.addressof(parts), source.address, ctypes.sizeof(parts), pe_number(pe, ctx))
    return complex(*parts)
