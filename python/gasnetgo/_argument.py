"""Arguments of calls: memory of arrays, and its checks."""

import ctypes

from ._array import SymmetricArray, count
from ._dtype import C_NAMES
from ._dtype import dtype as _plain_dtype
from ._library import load
from ._setup import my_pe, need

try:
    import numpy as np
except ImportError:
    np = None

INTEGERS = ("int32", "int64", "uint32", "uint64")


def element_type(what):
    if np is None:
        return _plain_dtype(what)
    t = np.dtype(str(what) if isinstance(what, type(_plain_dtype("int8"))) else what)
    if t.hasobject:
        raise TypeError(f"elements of {t} hold Python objects, which mean nothing to other PEs")
    return t


class Memory:
    """Address and type of an array's elements. Keeps the array alive."""

    __slots__ = ("of", "address", "dtype", "shape", "size")

    def __init__(self, a, what="array"):
        self.of = a
        if np is not None and isinstance(a, np.ndarray):
            if not (a.flags.c_contiguous or a.size == 0):
                raise ValueError(f"{what} is a view whose elements do not lie one after the other; iput and iget move such by strides")
            if a.dtype.hasobject:
                raise TypeError(f"{what} has elements of {a.dtype}, which mean nothing to other PEs")
            self.address, self.dtype, self.shape, self.size = a.ctypes.data, a.dtype, a.shape, a.size
        elif isinstance(a, SymmetricArray):
            if not a.contiguous:
                raise ValueError(f"{what} is a view whose elements do not lie one after the other; iput and iget move such by strides")
            self.address, self.dtype, self.shape, self.size = a.address, a.dtype, a.shape, a.size
        else:
            try:
                view = memoryview(a)
            except TypeError:
                raise TypeError(f"{what} is a {type(a).__name__}, which is no array") from None
            if not view.c_contiguous:
                raise ValueError(f"{what} is a view whose elements do not lie one after the other")
            self.dtype = element_type(view.format if len(view.format) == 1 else view.format.lstrip("<=@"))
            self.shape, self.size = view.shape, count(view.shape)
            if view.readonly:
                copy = ctypes.create_string_buffer(view.tobytes(), view.nbytes or 1)
                self.of, self.address = copy, ctypes.addressof(copy)
            else:
                raw = (ctypes.c_char * view.nbytes).from_buffer(view.cast("B")) if view.nbytes else ctypes.c_char()
                self.of, self.address = (a, raw), ctypes.addressof(raw)

    @property
    def nbytes(self):
        return self.size * self.dtype.itemsize

    def pe(self, pe, ctx=None):
        """pe, after a check that it exists in the job, or in a context's team."""
        n = load().shmem_n_pes() if ctx is None else ctx.n_pes
        if not isinstance(pe, int):
            try:
                pe = pe.__index__()
            except AttributeError:
                raise TypeError(f"pe = {pe!r} is no number of a PE") from None
        if not 0 <= pe < n:
            raise ValueError(f"pe = {pe} is not in 0..{n - 1}")
        return pe

    def symmetric(self, pe, what, ctx=None):
        """Checks that all of the memory is symmetric; returns (address, pe)."""
        lib, pe = load(), self.pe(pe, ctx)
        if self.size:
            last, me = self.address + self.nbytes - 1, lib.shmem_my_pe()
            if not (lib.shmem_addr_accessible(self.address, me) and lib.shmem_addr_accessible(last, me)):
                raise ValueError(f"{what} is not symmetric: make it with shmem.zeros, empty, full or array")
        return self.address, pe


def symmetric_memory(a, what):
    """Memory of an array that names the object on another PE, with its type checked against the other array's."""
    if not (isinstance(a, SymmetricArray) or (np is not None and isinstance(a, np.ndarray))):
        raise TypeError(f"{what} is a {type(a).__name__}; it must be an array made by shmem.zeros, empty, full or array")
    return Memory(a, what)


def writable(m, what):
    """Rejects read-only memory, and temporary copies, in which a result would be lost."""
    if isinstance(m.of, ctypes.Array) or (np is not None and isinstance(m.of, np.ndarray) and not m.of.flags.writeable):
        raise ValueError(f"{what} cannot be written to")


def local_memory(values, like):
    """Memory of data for (or from) another PE. Numbers and lists take the other side's type; arrays must have it."""
    bare = isinstance(values, (int, float, complex, list, tuple, range)) or hasattr(values, "__index__") and not hasattr(values, "shape")
    if bare or (np is not None and isinstance(values, np.generic)):
        return Memory(_copy(values, like.dtype), "source")
    m = Memory(values, "source")
    same(m, like)
    return m


def _copy(values, dtype):
    if np is not None:
        return np.ascontiguousarray(values, dtype=dtype)
    flat = []

    def walk(v):
        if hasattr(v, "__len__") and not isinstance(v, (str, bytes)):
            for x in v:
                walk(x)
        else:
            flat.append(float(v) if dtype.kind == "f" else v.__index__())

    try:
        walk(values)
        return (dtype.ctype * len(flat))(*flat)
    except (AttributeError, TypeError, ValueError):
        raise TypeError(f"{values!r} does not fit into elements of {dtype}") from None


def same(local, remote):
    if local.dtype != remote.dtype:
        raise TypeError(f"elements of {local.dtype} and of {remote.dtype} do not mix; convert one of the arrays")


def fits(local, remote, what):
    if local.size > remote.size:
        raise ValueError(f"{local.size} elements are {what} an array of {remote.size}")


def call(name, ctx, *arguments):
    """Calls shmem_NAME, or shmem_ctx_NAME if there is a context."""
    lib = need()
    if ctx is None:
        return getattr(lib, "shmem_" + name)(*arguments)
    return getattr(lib, "shmem_ctx_" + name)(ctx.handle, *arguments)


def word(a, allowed, what, pe=None, names=C_NAMES, ctx=None):
    """(C name of the type, address, pe, memory) of the first element of an array."""
    need()
    m = symmetric_memory(a, what)
    if m.dtype.name not in allowed:
        raise TypeError(f"elements of {m.dtype} cannot be used here; those of {', '.join(allowed)} can")
    if m.size == 0:
        raise ValueError(f"{what} has no elements")
    address, pe = m.symmetric(my_pe() if pe is None else pe, what, ctx)
    return names[m.dtype.name], address, pe, m


def number(value, m):
    """A number that the elements can hold."""
    if m.dtype.kind == "f":
        try:
            return float(value)
        except (TypeError, ValueError):
            raise TypeError(f"{value!r} does not fit into elements of {m.dtype}") from None
    try:
        value = value.__index__()
    except AttributeError:
        raise TypeError(f"{value!r} does not fit into elements of {m.dtype}") from None
    bits = 8 * m.dtype.itemsize
    low, high = (0, (1 << bits) - 1) if m.dtype.kind == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)
    if not low <= value <= high:
        raise OverflowError(f"{value} does not fit into elements of {m.dtype}")
    return value
