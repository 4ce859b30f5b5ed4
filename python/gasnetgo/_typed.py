"""Calls on one element: the C function for each type, looked up once, and the checks that they share."""

import ctypes
from bisect import bisect_right

from . import _heap
from ._argument import HINT, Memory, foreign, is_array, np
from ._array import SymmetricArray
from ._dtype import C_NAMES
from ._library import load
from ._setup import need

_from_buffer, _addressof = ctypes.c_char.from_buffer, ctypes.addressof
_starts, _ends = _heap.live.starts, _heap.live.ends
_ndarray = SymmetricArray if np is None else np.ndarray


class Functions(dict):
    """The functions of one operation, such as shmem_int64_p: by an array's type, (function, lowest, highest number).

    lowest is None for floating-point numbers. Entries are made at their first use. With others, the entry of a type that has no function is None.
    """

    def __init__(self, pattern, allowed, names=C_NAMES, others=False):
        self.pattern, self.allowed, self.names, self.others = pattern, allowed, names, others

    def __missing__(self, dtype):
        name = dtype.name
        if name not in self.allowed or not getattr(dtype, "isnative", True):
            if self.others:
                self[dtype] = None
                return None
            raise TypeError(f"elements of {dtype} cannot be used here; those of {', '.join(self.allowed)} can")
        bits, low, high = 8 * dtype.itemsize, None, None
        if dtype.kind == "u":
            low, high = 0, (1 << bits) - 1
        elif dtype.kind == "i":
            low, high = -(1 << bits - 1), (1 << bits - 1) - 1
        entry = self[dtype] = (getattr(load(), self.pattern.format(self.names[name])), low, high)
        return entry


class Operation:
    """The functions of one operation without a context, and with one."""

    __slots__ = ("plain", "on")

    def __init__(self, name, allowed, others=False):
        self.plain = Functions(f"shmem_{{}}_{name}", allowed, others=others)
        self.on = Functions(f"shmem_ctx_{{}}_{name}", allowed, others=others)


def element(a, what):
    """The address of the first element of a symmetric array."""
    kind = a.__class__
    if kind is _ndarray and np is not None:
        try:
            address = _addressof(_from_buffer(a))
        except (TypeError, ValueError, BufferError):
            address = _unusual(a, what)
    else:
        address = _unusual(a, what)
    i = bisect_right(_starts, address) - 1
    if i < 0 or address + a.itemsize > _ends[i]:
        foreign(address, a.itemsize, what)
    return address


def _unusual(a, what):
    """As element, for arrays without NumPy, read-only ones and views."""
    need()
    if not is_array(a):
        raise TypeError(f"{what} is a {type(a).__name__}; it must be an array: {HINT}")
    if a.size == 0:
        raise ValueError(f"{what} has no elements")
    if isinstance(a, SymmetricArray):
        a._alive()
        return a.address
    return Memory(a, what).address


def number(value, entry, dtype):
    """A number that the elements can hold, for the function of an entry."""
    low = entry[1]
    if low is None:
        try:
            return value.__float__()
        except (AttributeError, TypeError):
            raise TypeError(f"{value!r} does not fit into elements of {dtype}") from None
    try:
        value = value.__index__()
    except (AttributeError, TypeError):
        raise TypeError(f"{value!r} does not fit into elements of {dtype}") from None
    if not low <= value <= entry[2]:
        raise OverflowError(f"{value} does not fit into elements of {dtype}")
    return value
