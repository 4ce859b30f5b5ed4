"""Waiting for elements of this PE to change, and testing them."""

from __future__ import annotations

import ctypes
import enum
from typing import List, Optional, Sequence, Union

from . import zshmem as _z
from ._argument import symmetric_memory
from ._dtype import C_NAMES
from ._setup import need
from ._typed import Functions, element, number
from ._types import Array, Number


class CMP(enum.IntEnum):
    """Comparisons of wait_until and test. Their names and signs in text, such as "ge" and ">=", do as well."""

    EQ = _z.SHMEM_CMP_EQ
    NE = _z.SHMEM_CMP_NE
    GT = _z.SHMEM_CMP_GT
    GE = _z.SHMEM_CMP_GE
    LT = _z.SHMEM_CMP_LT
    LE = _z.SHMEM_CMP_LE


CMP_EQ = CMP.EQ
CMP_NE = CMP.NE
CMP_GT = CMP.GT
CMP_GE = CMP.GE
CMP_LT = CMP.LT
CMP_LE = CMP.LE

Comparison = Union[CMP, int, str]
Status = Optional[Sequence[int]]

_BY_NAME = {"==": CMP.EQ, "!=": CMP.NE, ">": CMP.GT, ">=": CMP.GE, "<": CMP.LT, "<=": CMP.LE}
_BY_NAME.update({name: c for c in CMP for name in (c.name, c.name.lower())})
_WAITABLE = ("int16", "uint16", "int32", "int64", "uint32", "uint64")
_WAIT_NAMES = {**C_NAMES, "int16": "short", "uint16": "ushort"}  # the only names of these types in the wait functions
_NONE = (1 << 64) - 1  # SIZE_MAX: no index


def _functions(name):
    return Functions(f"shmem_{{}}_{name}", _WAITABLE, _WAIT_NAMES)


_WAIT, _TEST = _functions("wait_until"), _functions("test")
_SEVERAL = {name: _functions(name) for call in ("wait_until", "test") for which in ("all", "any", "some")
            for name in (f"{call}_{which}", f"{call}_{which}_vector")}


def comparison(cmp: Comparison) -> int:
    """A comparison as the C functions take it."""
    if isinstance(cmp, CMP):
        return cmp
    try:
        return _BY_NAME[cmp] if isinstance(cmp, str) else CMP(cmp)
    except (KeyError, ValueError):
        raise ValueError(f"cmp = {cmp!r} is none of CMP's, {', '.join(_BY_NAME)}") from None


def wait_until(ivar: Array, cmp: Comparison, value: Number) -> None:
    """Block until the first element of ivar on this PE satisfies the comparison with value."""
    address, dtype = element(ivar, "ivar"), ivar.dtype
    entry = _WAIT[dtype]
    entry[0](address, comparison(cmp), number(value, entry, dtype))


def test(ivar: Array, cmp: Comparison, value: Number) -> bool:
    """Whether the first element of ivar on this PE satisfies the comparison with value."""
    address, dtype = element(ivar, "ivar"), ivar.dtype
    entry = _TEST[dtype]
    return bool(entry[0](address, comparison(cmp), number(value, entry, dtype)))


def _several(name, ivars, cmp, value, status):
    """What the C function returns, and for those that find several, the indices."""
    need()
    m = symmetric_memory(ivars, "ivars")
    entry, found = _SEVERAL[name][m.dtype], None
    arguments = [m.symmetric("ivars"), m.size]
    if "some" in name:
        found = (ctypes.c_size_t * m.size)()
        arguments.append(ctypes.addressof(found))
    if status is not None:
        if len(status) < m.size:
            raise ValueError(f"status has {len(status)} elements, fewer than the {m.size} of ivars")
        status = (ctypes.c_int * m.size)(*(1 if s else 0 for s in status[: m.size]))
    arguments += [None if status is None else ctypes.addressof(status), comparison(cmp)]
    if name.endswith("_vector"):
        if len(value) < m.size:
            raise ValueError(f"values has {len(value)} elements, fewer than the {m.size} of ivars")
        values = (getattr(ctypes, f"c_{m.dtype.name}") * m.size)(*(number(v, entry, m.dtype) for v in value[: m.size]))
        arguments.append(ctypes.addressof(values))
    else:
        arguments.append(number(value, entry, m.dtype))
    answer = entry[0](*arguments)
    return answer if found is None else list(found[:answer])


def _index(answer):
    return None if answer == _NONE else answer


def wait_until_all(ivars: Array, cmp: Comparison, value: Number, status: Status = None) -> None:
    """Block until all elements of ivars satisfy the comparison with value; those whose status is true do not count."""
    _several("wait_until_all", ivars, cmp, value, status)


def wait_until_any(ivars: Array, cmp: Comparison, value: Number, status: Status = None) -> Optional[int]:
    """Block until an element does, and return its index; None if none counts."""
    return _index(_several("wait_until_any", ivars, cmp, value, status))


def wait_until_some(ivars: Array, cmp: Comparison, value: Number, status: Status = None) -> List[int]:
    """Block until at least one element does, and return the indices of all that do."""
    return _several("wait_until_some", ivars, cmp, value, status)


def wait_until_all_vector(ivars: Array, cmp: Comparison, values: Sequence[Number], status: Status = None) -> None:
    """As wait_until_all, with a value for each element."""
    _several("wait_until_all_vector", ivars, cmp, values, status)


def wait_until_any_vector(ivars: Array, cmp: Comparison, values: Sequence[Number], status: Status = None) -> Optional[int]:
    """As wait_until_any, with a value for each element."""
    return _index(_several("wait_until_any_vector", ivars, cmp, values, status))


def wait_until_some_vector(ivars: Array, cmp: Comparison, values: Sequence[Number], status: Status = None) -> List[int]:
    """As wait_until_some, with a value for each element."""
    return _several("wait_until_some_vector", ivars, cmp, values, status)


def test_all(ivars: Array, cmp: Comparison, value: Number, status: Status = None) -> bool:
    """Whether all elements of ivars satisfy the comparison with value."""
    return bool(_several("test_all", ivars, cmp, value, status))


def test_any(ivars: Array, cmp: Comparison, value: Number, status: Status = None) -> Optional[int]:
    """The index of an element that does, or None."""
    return _index(_several("test_any", ivars, cmp, value, status))


def test_some(ivars: Array, cmp: Comparison, value: Number, status: Status = None) -> List[int]:
    """The indices of all elements that do."""
    return _several("test_some", ivars, cmp, value, status)


def test_all_vector(ivars: Array, cmp: Comparison, values: Sequence[Number], status: Status = None) -> bool:
    """As test_all, with a value for each element."""
    return bool(_several("test_all_vector", ivars, cmp, values, status))


def test_any_vector(ivars: Array, cmp: Comparison, values: Sequence[Number], status: Status = None) -> Optional[int]:
    """As test_any, with a value for each element."""
    return _index(_several("test_any_vector", ivars, cmp, values, status))


def test_some_vector(ivars: Array, cmp: Comparison, values: Sequence[Number], status: Status = None) -> List[int]:
    """As test_some, with a value for each element."""
    return _several("test_some_vector", ivars, cmp, values, status)
