"""Arguments of calls: memory of arrays, numbers of PEs, and their checks."""

import ctypes
from bisect import bisect_right

from . import _heap
from ._array import SymmetricArray, count
from ._dtype import dtype as _plain_dtype
from ._errors import Freed
from ._library import load
from ._setup import job, need

try:
    import numpy as np
except ImportError:
    np = None  # type: ignore[assignment]

_ndarray = None if np is None else np.ndarray
_from_buffer, _addressof = ctypes.c_char.from_buffer, ctypes.addressof
_starts, _ends = _heap.live.starts, _heap.live.ends
HINT = "make it with shmem.zeros, empty, full or array"


def element_type(what):
    """The type of elements that `what` names."""
    if np is None:
        return _plain_dtype(float if what is None else what)
    t = np.dtype(str(what) if isinstance(what, type(_plain_dtype("int8"))) else what)
    if t.hasobject:
        raise TypeError(f"elements of {t} hold Python objects, which mean nothing to other PEs")
    return t


class Memory:
    """Address and type of an array's elements. Keeps the array alive."""

    __slots__ = ("of", "address", "dtype", "shape", "size")

    def __init__(self, a, what="array"):
        self.of = a
        if np is not None and isinstance(a, _ndarray):
            self.dtype, self.shape, self.size = a.dtype, a.shape, a.size
            try:
                self.address = _addressof(_from_buffer(a))
            except (TypeError, ValueError, BufferError):  # empty, read-only, of another order, or not contiguous
                self.address = _address(a, what)
        elif isinstance(a, SymmetricArray):
            a._alive()
            if not a.contiguous:
                raise ValueError(f"{what} is a view whose elements do not lie one after the other; iput and iget move such by strides")
            self.address, self.dtype, self.shape, self.size = a.address, a.dtype, a.shape, a.size
        else:
            self._buffer(a, what)

    def _buffer(self, a, what):
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
            self.of, self.address = copy, _addressof(copy)
        else:
            raw = (ctypes.c_char * view.nbytes).from_buffer(view.cast("B")) if view.nbytes else ctypes.c_char()
            self.of, self.address = (a, raw), _addressof(raw)

    @property
    def nbytes(self):
        return self.size * self.dtype.itemsize

    def symmetric(self, what):
        """The address, after a check that all of the memory is symmetric and allocated."""
        address = self.address
        i = bisect_right(_starts, address) - 1
        if i < 0 or address + self.nbytes > _ends[i]:
            foreign(address, self.nbytes, what)
        return address

    def local(self, what):
        """The address, after a check that the memory is not a freed part of the symmetric heap."""
        if _heap.freed.starts and _heap.freed.find(self.address) >= 0 and self.size:
            raise Freed(f"{what} has been freed")
        return self.address


def _address(a, what):
    """The address of a NumPy array that has no writable buffer in C's order."""
    flags = a.flags
    if not (flags.c_contiguous or flags.f_contiguous or a.size == 0):
        raise ValueError(f"{what} is a view whose elements do not lie one after the other; iput and iget move such by strides")
    if a.dtype.hasobject:
        raise TypeError(f"{what} has elements of {a.dtype}, which mean nothing to other PEs")
    return a.ctypes.data


def foreign(address, nbytes, what):
    """Accepts symmetric memory that C code allocated; raises for memory that is freed or not symmetric."""
    lib = need()
    if nbytes == 0:
        return
    if _heap.freed.find(address) >= 0:
        raise Freed(f"{what} has been freed")
    if not (lib.shmem_addr_accessible(address, job.me) and lib.shmem_addr_accessible(address + nbytes - 1, job.me)):
        raise ValueError(f"{what} is not symmetric: {HINT}")


def pe_number(pe, ctx=None):
    """pe as an int, after a check that it exists in the job, or in a context's team."""
    n = job.n_pes if ctx is None else ctx.n_pes
    if pe.__class__ is not int:
        try:
            pe = pe.__index__()
        except AttributeError:
            raise TypeError(f"pe = {pe!r} is no number of a PE") from None
    if not 0 <= pe < n:
        need()
        raise ValueError(f"pe = {pe} is not in 0..{n - 1}")
    return pe


def is_array(a):
    """Whether a is one of the arrays that the symmetric heap has."""
    return isinstance(a, SymmetricArray) or (np is not None and isinstance(a, _ndarray))


def symmetric_memory(a, what):
    """Memory of an array that names the object on another PE."""
    if not is_array(a):
        raise TypeError(f"{what} is a {type(a).__name__}; it must be an array: {HINT}")
    return Memory(a, what)


def writable(m, what):
    """Rejects read-only memory, and temporary copies, in which a result would be lost."""
    if isinstance(m.of, ctypes.Array) or (np is not None and isinstance(m.of, _ndarray) and not m.of.flags.writeable):
        raise ValueError(f"{what} is read-only: it cannot be written to")


def local_memory(values, like):
    """Memory of data for another PE. Numbers and lists take the other array's type; arrays must have it, and its order."""
    if values.__class__ is _ndarray and np is not None:
        m = Memory(values, "source")
        same(m, like)
        return m
    bare = isinstance(values, (int, float, complex, list, tuple, range)) or hasattr(values, "__index__") and not hasattr(values, "shape")
    if bare or (np is not None and isinstance(values, np.generic)):
        return _copy(values, like.dtype)
    m = Memory(values, "source")
    same(m, like)
    return m


def _copy(values, dtype):
    if np is not None:
        given = np.asarray(values)
        copy = np.ascontiguousarray(given.astype(dtype, copy=False) if given.dtype.kind != "c" or dtype.kind == "c" else given.real, dtype=dtype)
        exact = dtype.kind in "fc" and not (given.dtype.kind == "c" and dtype.kind == "f")
        if given.dtype != dtype and not exact and not (copy.reshape(given.shape) == given).all():
            raise TypeError(f"{values!r} does not fit into elements of {dtype}")
        return Memory(copy, "source")
    flat = []

    def walk(v):
        if hasattr(v, "__len__") and not isinstance(v, (str, bytes)):
            for x in v:
                walk(x)
        elif dtype.kind == "c":
            flat.extend((complex(v).real, complex(v).imag))
        else:
            flat.append(float(v) if dtype.kind == "f" else v.__index__())

    m = object.__new__(Memory)
    try:
        walk(values)
        m.of = (dtype.ctype * len(flat))(*flat)
        if dtype.kind in "iu" and list(m.of) != flat:  # ctypes drops bits
            raise OverflowError
    except (AttributeError, OverflowError, TypeError, ValueError):
        raise TypeError(f"{values!r} does not fit into elements of {dtype}") from None
    m.address, m.dtype, m.size = _addressof(m.of), dtype, len(flat) // dtype.parts
    m.shape = (m.size,)
    return m


def same(a, b):
    """Rejects arrays of different types, and a mixture of C's and Fortran's order, which would permute the elements."""
    if a.dtype is not b.dtype and a.dtype != b.dtype:
        raise TypeError(f"elements of {a.dtype} and of {b.dtype} do not mix; convert one of the arrays")
    if len(a.shape) > 1 and len(b.shape) > 1 and {_order(a.of), _order(b.of)} == {"C", "F"}:
        raise ValueError("one array is in C's order and the other in Fortran's: numpy.ascontiguousarray and asfortranarray convert")


def _order(a):
    if np is None or not isinstance(a, _ndarray):
        return "C"
    flags = a.flags
    return "any" if flags.c_contiguous and flags.f_contiguous else "C" if flags.c_contiguous else "F"


def length(size, most, what):
    """size, the number of elements of a call, after a check; most if it is None."""
    if size is None:
        return most
    size = index(size, "size")
    if not 0 <= size <= most:
        raise ValueError(f"size = {size} is not in 0..{most}, which {what}")
    return size


def index(value, what):
    """value as an int."""
    try:
        return value.__index__()
    except AttributeError:
        raise TypeError(f"{what} = {value!r} is no whole number") from None


class Function:
    """shmem_NAME, and shmem_ctx_NAME for calls with a context. Looked up at the first call."""

    __slots__ = ("name", "plain", "on")

    def __init__(self, name):
        self.name, self.plain, self.on = name, None, None

    def __call__(self, ctx, *arguments):
        if self.plain is None:
            self.plain, self.on = getattr(load(), "shmem_" + self.name), getattr(load(), "shmem_ctx_" + self.name)
        if ctx is None:
            return self.plain(*arguments)
        return self.on(ctx.handle, *arguments)
