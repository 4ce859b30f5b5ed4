"""Collectives on teams: all PEs of a team (of the world, if there is none) call them together.

Both arrays are symmetric. size is a number of elements; without it all of source takes part. Unless stated otherwise it is the same on all PEs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ._argument import index, length, same, symmetric_memory, writable
from ._dtype import C_NAMES
from ._library import load
from ._rma import step_number, steps
from ._setup import need
from ._text import Text
from ._types import Array
from .zshmem import SHMEM_TEAM_WORLD

if TYPE_CHECKING:
    from ._team import Team

_NAMES = {**C_NAMES, "complex64": "complexf", "complex128": "complexd", "longdouble": "longdouble", "float128": "longdouble"}
_ORDERED = tuple(n for n in _NAMES if "complex" not in n)
_SIZES = {1: "int8", 2: "int16", 4: "int32", 8: "int64", 16: "longdouble"}  # for routines that only copy
_BITS = tuple(n for n in C_NAMES if "int" in n)


class OP(Text):
    """Operations of reduce."""

    AND = "and"
    OR = "or"
    XOR = "xor"
    MAX = "max"
    MIN = "min"
    SUM = "sum"
    PROD = "prod"


OP_AND = OP.AND
OP_OR = OP.OR
OP_XOR = OP.XOR
OP_MAX = OP.MAX
OP_MIN = OP.MIN
OP_SUM = OP.SUM
OP_PROD = OP.PROD
_REDUCIBLE = {OP.AND: _BITS, OP.OR: _BITS, OP.XOR: _BITS, OP.MAX: _ORDERED, OP.MIN: _ORDERED, OP.SUM: tuple(_NAMES), OP.PROD: tuple(_NAMES)}


def _handle(team):
    """(C handle of a team, its PEs)."""
    lib = need()
    if team is None:
        return SHMEM_TEAM_WORLD, lib.shmem_n_pes()
    try:
        handle = team.handle
    except AttributeError:
        raise TypeError(f"team is a {type(team).__name__}; it must be a Team or None") from None
    return handle, lib.shmem_team_n_pes(handle)


def _pair(target, source):
    """Memory of target and source, after checks."""
    need()
    t, s = symmetric_memory(target, "target"), symmetric_memory(source, "source")
    writable(t, "target")
    same(t, s)
    t.symmetric("target")
    s.symmetric("source")
    return t, s


def _sized(target, source, size, parts=1):
    """Memory of target and source, and how many elements of source take part; target must have space for parts times as many."""
    t, s = _pair(target, source)
    size = length(size, s.size, "source has")
    if t.size < size * parts:
        raise ValueError(f"target has {t.size} elements and needs {size * parts}")
    return t, s, size


def sync(team: Optional[Team] = None) -> None:
    """Wait for all PEs of a team; does not complete puts."""
    lib = need()
    if team is None:
        lib.shmem_sync_all()
    else:
        lib.shmem_team_sync(_handle(team)[0])


def broadcast(target: Array, source: Array, root: int = 0, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """Copy PE root's source to the beginning of target on all PEs, its own included."""
    handle, n = _handle(team)
    t, s, size = _sized(target, source, size)
    if not 0 <= index(root, "root") < n:
        raise ValueError(f"root = {root} is not in 0..{n - 1}")
    load().shmem_broadcastmem(handle, t.address, s.address, size * s.dtype.itemsize, root)


def collect(target: Array, source: Array, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """Put the sources of all PEs behind each other into target of each. Sizes may differ; target must have space for all of them."""
    handle, _ = _handle(team)
    t, s, size = _sized(target, source, size)
    load().shmem_collectmem(handle, t.address, s.address, size * s.dtype.itemsize)


def fcollect(target: Array, source: Array, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """As collect, faster, with the same size on all PEs."""
    handle, n = _handle(team)
    t, s, size = _sized(target, source, size, n)
    load().shmem_fcollectmem(handle, t.address, s.address, size * s.dtype.itemsize)


def alltoall(target: Array, source: Array, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """Cut each source into blocks of size elements, one for each PE: block j of PE i becomes block i of PE j's target."""
    alltoalls(target, source, 1, 1, size, team)


def alltoalls(target: Array, source: Array, tst: int = 1, sst: int = 1, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """As alltoall, with elements that are sst apart in source and become tst apart in target."""
    handle, n = _handle(team)
    t, s = _pair(target, source)
    tst, sst = step_number(tst, "tst"), step_number(sst, "sst")
    most = min(steps(t.size, tst), steps(s.size, sst))
    if size is None and (most % n or tst == sst == 1 and t.size < s.size):
        raise ValueError(f"target has {t.size} elements (tst = {tst}) and source {s.size} (sst = {sst}), which {n} PEs cannot share alike; size= says how many")
    size = length(size, most // n, "the arrays and steps have space for")
    if tst == sst == 1:
        load().shmem_alltoallmem(handle, t.address, s.address, size * s.dtype.itemsize)
        return
    if s.dtype.itemsize not in _SIZES:
        raise TypeError(f"elements of {s.dtype} cannot be used here; those of {', '.join(map(str, _SIZES))} bytes can")
    getattr(load(), f"shmem_{_SIZES[s.dtype.itemsize]}_alltoalls")(handle, t.address, s.address, tst, sst, size)


def _typed(names, routine, target, source, size, team):
    handle, _ = _handle(team)
    t, s, size = _sized(target, source, size)
    if s.dtype.name not in names or not getattr(s.dtype, "isnative", True):
        raise TypeError(f"elements of {s.dtype} cannot be used here; those of {', '.join(names)} can")
    getattr(load(), f"shmem_{_NAMES[s.dtype.name]}_{routine}")(handle, t.address, s.address, size)


def reduce(target: Array, source: Array, op: OP = OP.SUM, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """Combine the sources of all PEs by an operation of OP (or its text), element by element, into target of each. target may be source."""
    op = OP(op)
    _typed(_REDUCIBLE[op], f"{op.value}_reduce", target, source, size, team)


def and_reduce(target: Array, source: Array, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """reduce by bitwise and."""
    reduce(target, source, OP.AND, size, team)


def or_reduce(target: Array, source: Array, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """reduce by bitwise or."""
    reduce(target, source, OP.OR, size, team)


def xor_reduce(target: Array, source: Array, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """reduce by bitwise exclusive or."""
    reduce(target, source, OP.XOR, size, team)


def max_reduce(target: Array, source: Array, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """reduce by the maximum."""
    reduce(target, source, OP.MAX, size, team)


def min_reduce(target: Array, source: Array, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """reduce by the minimum."""
    reduce(target, source, OP.MIN, size, team)


def sum_reduce(target: Array, source: Array, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """reduce by addition."""
    reduce(target, source, OP.SUM, size, team)


def prod_reduce(target: Array, source: Array, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """reduce by multiplication."""
    reduce(target, source, OP.PROD, size, team)


def sum_inscan(target: Array, source: Array, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """Add up the sources of the PEs before this one and its own. target may be source."""
    _typed(tuple(_NAMES), "sum_inscan", target, source, size, team)


def sum_exscan(target: Array, source: Array, size: Optional[int] = None, team: Optional[Team] = None) -> None:
    """Add up the sources of the PEs before this one: 0 on the first."""
    _typed(tuple(_NAMES), "sum_exscan", target, source, size, team)
