"""Arrays in the symmetric heap."""

import array as _arrays
import ctypes

from ._argument import Memory, element_type, np
from ._array import SymmetricArray, count, shape_of
from ._order import barrier_all
from ._setup import blocks, last_error, need


def _allocate(shape, dtype, zero):
    lib = need()
    dtype = element_type(dtype)
    shape = shape_of(shape)
    size = count(shape) * dtype.itemsize
    # An empty array has a block too, so that all arrays are freed in the same way.
    block = lib.shmem_calloc(1, size or 1) if zero else lib.shmem_malloc(size or 1)
    if not block:
        raise MemoryError(last_error(lib) or f"no {size} bytes are left in the symmetric heap; SHMEM_SYMMETRIC_SIZE makes it larger")
    blocks[block] = size
    return _at(block, shape, dtype)


def _at(address, shape, dtype):
    if np is None:
        return SymmetricArray(address, shape, dtype)
    size = count(shape) * dtype.itemsize
    raw = (ctypes.c_char * size).from_address(address)
    return np.ndarray(shape, dtype, buffer=raw) if size else np.ndarray(shape, dtype)


def empty(shape, dtype=float):
    """A symmetric array with undefined contents. Collective: all PEs call it with the same arguments."""
    return _allocate(shape, dtype, False)


def zeros(shape, dtype=float):
    """A symmetric array of zeros. Collective."""
    return _allocate(shape, dtype, True)


def ones(shape, dtype=float):
    """A symmetric array of ones. Collective."""
    return full(shape, 1, dtype)


def full(shape, value, dtype=float):
    """A symmetric array filled with a value, which may differ between PEs. Collective."""
    a = _allocate(shape, dtype, False)
    a.fill(value)
    barrier_all()  # shmem_malloc's own barrier is before the filling
    return a


def array(values, dtype=None):
    """A symmetric array with a copy of values, which may differ between PEs; their shape and type may not. Collective."""
    if np is not None:
        values = np.asarray(values, dtype=None if dtype is None else element_type(dtype))
        a = _allocate(values.shape, values.dtype, False)
        a[...] = values
    else:
        shape = values.shape if isinstance(values, SymmetricArray) else _shape_of_lists(values)
        a = _allocate(shape, dtype or _dtype_of_values(values), False)
        a[...] = values
    barrier_all()
    return a


def _shape_of_lists(values):
    shape = []
    while hasattr(values, "__len__") and not isinstance(values, (str, bytes)):
        shape.append(len(values))
        if not len(values):
            break
        values = values[0]
    return tuple(shape)


def _dtype_of_values(values):
    if isinstance(values, SymmetricArray):
        return values.dtype
    if isinstance(values, _arrays.array):
        return values.typecode
    if isinstance(values, memoryview):
        return values.format
    while hasattr(values, "__len__") and len(values):
        if any(isinstance(v, float) for v in values):
            return float
        values = values[0]
    return float if isinstance(values, float) else int


def free(a):
    """Free an array of zeros, ones, empty, full or array. Collective. None does nothing."""
    lib = need()
    if a is None:
        return
    address = a.address if isinstance(a, SymmetricArray) else Memory(a).address
    if address not in blocks:
        if np is not None and isinstance(a, np.ndarray) and a.size == 0:
            return  # NumPy keeps no address of an empty array
        raise ValueError("this is not the start of an array that shmem allocated, or it has been freed already")
    del blocks[address]
    lib.shmem_free(address)


def ptr(a, pe):
    """The same array of another PE, for direct use by indexing; None if its memory cannot be accessed."""
    lib, m = need(), Memory(a)
    address = lib.shmem_ptr(m.address, m.pe(pe))
    return _at(address, m.shape, m.dtype) if address else None


def addr_accessible(a, pe):
    """Whether an array is symmetric and accessible on a PE."""
    return bool(need().shmem_addr_accessible(Memory(a).address, pe))
