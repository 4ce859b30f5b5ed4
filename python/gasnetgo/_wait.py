"""Waiting for elements of this PE to change, and testing them."""

import ctypes
import enum

from . import zshmem as _z
from ._argument import INTEGERS, number, word
from ._dtype import C_NAMES
from ._library import load


class CMP(enum.IntEnum):
    """Comparisons of wait_until and test."""

    EQ = _z.SHMEM_CMP_EQ
    NE = _z.SHMEM_CMP_NE
    GT = _z.SHMEM_CMP_GT
    GE = _z.SHMEM_CMP_GE
    LT = _z.SHMEM_CMP_LT
    LE = _z.SHMEM_CMP_LE


_WAITABLE = ("int16", "uint16", *INTEGERS)
_WAIT_NAMES = {**C_NAMES, "int16": "short", "uint16": "ushort"}  # the only names of these types in the wait functions
_NONE = (1 << 64) - 1  # SIZE_MAX: no index


def wait_until(ivar, cmp, value):
    """Block until the first element of ivar on this PE satisfies the comparison with value."""
    name, address, _, m = word(ivar, _WAITABLE, "ivar", names=_WAIT_NAMES)
    getattr(load(), f"shmem_{name}_wait_until")(address, CMP(cmp), number(value, m))


def test(ivar, cmp, value):
    """Whether the first element of ivar on this PE satisfies the comparison with value."""
    name, address, _, m = word(ivar, _WAITABLE, "ivar", names=_WAIT_NAMES)
    return bool(getattr(load(), f"shmem_{name}_test")(address, CMP(cmp), number(value, m)))


def _several(op, ivars, cmp, value, status, indices=False):
    name, address, _, m = word(ivars, _WAITABLE, "ivars", names=_WAIT_NAMES)
    if status is not None:
        if len(status) != m.size:
            raise ValueError(f"{len(status)} statuses for {m.size} elements")
        status = (ctypes.c_int * m.size)(*(1 if s else 0 for s in status))
    arguments = [address, m.size]
    found = (ctypes.c_size_t * m.size)() if indices else None
    if indices:
        arguments.append(ctypes.addressof(found))
    arguments += [None if status is None else ctypes.addressof(status), CMP(cmp), number(value, m)]
    answer = getattr(load(), f"shmem_{name}_{op}")(*arguments)
    return list(found[:answer]) if indices else answer


def wait_until_all(ivars, cmp, value, status=None):
    """Block until all elements of ivars satisfy the comparison with value; those whose status is true do not count."""
    _several("wait_until_all", ivars, cmp, value, status)


def wait_until_any(ivars, cmp, value, status=None):
    """Block until an element does, and return its index; None if none counts."""
    i = _several("wait_until_any", ivars, cmp, value, status)
    return None if i == _NONE else i


def wait_until_some(ivars, cmp, value, status=None):
    """Block until at least one element does, and return the indices of all that do."""
    return _several("wait_until_some", ivars, cmp, value, status, indices=True)


def test_all(ivars, cmp, value, status=None):
    """Whether all elements of ivars satisfy the comparison with value."""
    return bool(_several("test_all", ivars, cmp, value, status))


def test_any(ivars, cmp, value, status=None):
    """The index of an element that does, or None."""
    i = _several("test_any", ivars, cmp, value, status)
    return None if i == _NONE else i


def test_some(ivars, cmp, value, status=None):
    """The indices of all elements that do."""
    return _several("test_some", ivars, cmp, value, status, indices=True)
