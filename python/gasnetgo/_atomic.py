"""Atomics: on the first element of target on a PE, or on one of a context's team. The fetching ones return the old number.

Those that end in _nbi store the old number to fetch (any array of the same type), which holds it after quiet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._argument import Memory, pe_number, writable
from ._order import pending
from ._text import Text
from ._typed import Operation, element, number
from ._types import Array, Number

if TYPE_CHECKING:
    from ._team import Ctx

_INTEGERS = ("int32", "int64", "uint32", "uint64")
_EXTENDED = (*_INTEGERS, "float32", "float64")
_ON_ALL = ("fetch", "set", "swap")  # the others are for whole numbers


class AMO(Text):
    """Operations of atomic_op, atomic_fetch_op and atomic_fetch_op_nbi."""

    SET = "set"
    INC = "inc"
    ADD = "add"
    AND = "and"
    OR = "or"
    XOR = "xor"


AMO_SET = AMO.SET
AMO_INC = AMO.INC
AMO_ADD = AMO.ADD
AMO_AND = AMO.AND
AMO_OR = AMO.OR
AMO_XOR = AMO.XOR


def _operation(name):
    return Operation("atomic_" + name, _EXTENDED if name.replace("_nbi", "") in _ON_ALL else _INTEGERS)


_PLAIN = {name: _operation(name) for name in ("set", "inc", "add", "and", "or", "xor")}
_FETCH = {name: _operation(name) for name in (
    "fetch", "swap", "compare_swap", "fetch_inc", "fetch_add", "fetch_and", "fetch_or", "fetch_xor")}
_NBI = {name: _operation(name + "_nbi") for name in _FETCH}
_SET, _INC, _ADD = _PLAIN["set"], _PLAIN["inc"], _PLAIN["add"]
_GET, _SWAP, _CSWAP, _FINC, _FADD = (_FETCH[name] for name in ("fetch", "swap", "compare_swap", "fetch_inc", "fetch_add"))


def _none(operation, target, pe, ctx, what="target"):
    address = element(target, what)
    if ctx is None:
        return operation.plain[target.dtype][0](address, pe_number(pe))
    return operation.on[target.dtype][0](ctx.handle, address, pe_number(pe, ctx))


def _one(operation, target, value, pe, ctx):
    address, dtype = element(target, "target"), target.dtype
    if ctx is None:
        entry = operation.plain[dtype]
        return entry[0](address, number(value, entry, dtype), pe_number(pe))
    entry = operation.on[dtype]
    return entry[0](ctx.handle, address, number(value, entry, dtype), pe_number(pe, ctx))


def _nbi(name, fetch, target, pe, ctx, *values, what="target"):
    address, dtype = element(target, what), target.dtype
    entry = (_NBI[name].plain if ctx is None else _NBI[name].on)[dtype]
    values = [number(v, entry, dtype) for v in values]
    m = Memory(fetch, "fetch")
    writable(m, "fetch")
    if m.dtype != dtype:
        raise TypeError(f"fetch has elements of {m.dtype} and {what} of {dtype}; they must be the same")
    if m.size == 0:
        raise ValueError("fetch has no elements")
    at = m.local("fetch")
    if ctx is None:
        entry[0](at, address, *values, pe_number(pe))
    else:
        entry[0](ctx.handle, at, address, *values, pe_number(pe, ctx))
    pending(ctx).append(m)


def atomic_fetch(source: Array, pe: int, ctx: Optional[Ctx] = None) -> Any:
    """The number."""
    return _none(_GET, source, pe, ctx, "source")


def atomic_set(target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Store a number."""
    _one(_SET, target, value, pe, ctx)


def atomic_swap(target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> Any:
    """Store a number and return the old one."""
    return _one(_SWAP, target, value, pe, ctx)


def atomic_compare_swap(target: Array, cond: Number, value: Number, pe: int, ctx: Optional[Ctx] = None) -> Any:
    """Store value if the number equals cond; returns the old number."""
    address, dtype = element(target, "target"), target.dtype
    entry = (_CSWAP.plain if ctx is None else _CSWAP.on)[dtype]
    cond, value = number(cond, entry, dtype), number(value, entry, dtype)
    if ctx is None:
        return entry[0](address, cond, value, pe_number(pe))
    return entry[0](ctx.handle, address, cond, value, pe_number(pe, ctx))


def atomic_inc(target: Array, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Add one."""
    _none(_INC, target, pe, ctx)


def atomic_add(target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Add a number."""
    _one(_ADD, target, value, pe, ctx)


def atomic_fetch_inc(target: Array, pe: int, ctx: Optional[Ctx] = None) -> Any:
    """Add one and return the old number."""
    return _none(_FINC, target, pe, ctx)


def atomic_fetch_add(target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> Any:
    """Add a number and return the old one."""
    return _one(_FADD, target, value, pe, ctx)


def atomic_and(target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Clear the bits that value does not have."""
    _one(_PLAIN["and"], target, value, pe, ctx)


def atomic_or(target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Set the bits of value."""
    _one(_PLAIN["or"], target, value, pe, ctx)


def atomic_xor(target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Flip the bits of value."""
    _one(_PLAIN["xor"], target, value, pe, ctx)


def atomic_fetch_and(target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> Any:
    """Clear the bits that value does not have; returns the old number."""
    return _one(_FETCH["fetch_and"], target, value, pe, ctx)


def atomic_fetch_or(target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> Any:
    """Set the bits of value; returns the old number."""
    return _one(_FETCH["fetch_or"], target, value, pe, ctx)


def atomic_fetch_xor(target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> Any:
    """Flip the bits of value; returns the old number."""
    return _one(_FETCH["fetch_xor"], target, value, pe, ctx)


def atomic_fetch_nbi(fetch: Array, source: Array, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Start atomic_fetch."""
    _nbi("fetch", fetch, source, pe, ctx, what="source")


def atomic_swap_nbi(fetch: Array, target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Start atomic_swap."""
    _nbi("swap", fetch, target, pe, ctx, value)


def atomic_compare_swap_nbi(fetch: Array, target: Array, cond: Number, value: Number, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Start atomic_compare_swap."""
    _nbi("compare_swap", fetch, target, pe, ctx, cond, value)


def atomic_fetch_inc_nbi(fetch: Array, target: Array, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Start atomic_fetch_inc."""
    _nbi("fetch_inc", fetch, target, pe, ctx)


def atomic_fetch_add_nbi(fetch: Array, target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Start atomic_fetch_add."""
    _nbi("fetch_add", fetch, target, pe, ctx, value)


def atomic_fetch_and_nbi(fetch: Array, target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Start atomic_fetch_and."""
    _nbi("fetch_and", fetch, target, pe, ctx, value)


def atomic_fetch_or_nbi(fetch: Array, target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Start atomic_fetch_or."""
    _nbi("fetch_or", fetch, target, pe, ctx, value)


def atomic_fetch_xor_nbi(fetch: Array, target: Array, value: Number, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Start atomic_fetch_xor."""
    _nbi("fetch_xor", fetch, target, pe, ctx, value)


def atomic_op(target: Array, value: Number, op: AMO, pe: int, ctx: Optional[Ctx] = None) -> None:
    """An operation of AMO, or its text. AMO.INC ignores value."""
    op = AMO(op)
    if op == AMO.INC:
        atomic_inc(target, pe, ctx)
    else:
        _one(_PLAIN[op.value], target, value, pe, ctx)


def atomic_fetch_op(target: Array, value: Number, op: AMO, pe: int, ctx: Optional[Ctx] = None) -> Any:
    """As atomic_op; returns the old number."""
    op = AMO(op)
    if op == AMO.INC:
        return atomic_fetch_inc(target, pe, ctx)
    return _one(_SWAP if op == AMO.SET else _FETCH["fetch_" + op.value], target, value, pe, ctx)


def atomic_fetch_op_nbi(fetch: Array, target: Array, value: Number, op: AMO, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Start atomic_fetch_op."""
    op = AMO(op)
    if op == AMO.INC:
        atomic_fetch_inc_nbi(fetch, target, pe, ctx)
    else:
        _nbi("swap" if op == AMO.SET else "fetch_" + op.value, fetch, target, pe, ctx, value)
