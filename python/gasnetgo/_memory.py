"""Arrays and plain memory in the symmetric heap."""

from __future__ import annotations

import array as _arrays
import contextlib
import ctypes
import enum
from typing import Any, Dict, List, Optional, Union

from . import _heap
from . import zshmem as _z
from ._argument import Memory, element_type, foreign, index, is_array, np, pe_number
from ._array import SymmetricArray, count, shape_of
from ._errors import Freed
from ._order import barrier_all
from ._setup import at_end, last_error, need
from ._types import Array, DTypeLike, NDArray, Number, Shape


class MALLOC(enum.IntFlag):
    """What a block will be used for."""

    ATOMICS_REMOTE = _z.SHMEM_MALLOC_ATOMICS_REMOTE
    SIGNAL_REMOTE = _z.SHMEM_MALLOC_SIGNAL_REMOTE


MALLOC_ATOMICS_REMOTE = MALLOC.ATOMICS_REMOTE
MALLOC_SIGNAL_REMOTE = MALLOC.SIGNAL_REMOTE

_views: Dict[int, List[Any]] = {}  # address of a block: the arrays without NumPy, and memoryviews, that end with it


def _block(size, align=None, hints=None, clear=True):
    """The address of a new block."""
    lib = need()
    align, hints = index(align or 0, "align"), index(hints or 0, "hints")
    if align < 0 or align & (align - 1):
        raise ValueError(f"align = {align} is not a power of two")
    if hints & ~int(MALLOC.ATOMICS_REMOTE | MALLOC.SIGNAL_REMOTE):
        raise ValueError(f"hints = {hints}: MALLOC.ATOMICS_REMOTE and MALLOC.SIGNAL_REMOTE can be combined")
    # An empty array has a block too, so that all arrays are freed in the same way.
    wanted = size or 1
    if align:
        block = lib.shmem_align(max(align, ctypes.sizeof(ctypes.c_void_p)), wanted)
    elif hints:
        block = lib.shmem_malloc_with_hints(wanted, hints)
    elif clear:
        block, clear = lib.shmem_calloc(1, wanted), False
    else:
        block = lib.shmem_malloc(wanted)
    if not block:
        raise MemoryError(last_error(lib) or f"no {size} bytes are left in the symmetric heap; SHMEM_SYMMETRIC_SIZE makes it larger")
    _heap.allocated(block, size)
    if clear:
        ctypes.memset(block, 0, wanted)
        barrier_all()  # the allocation's own barrier is before the clearing
    return block


def _order_of(order):
    if order not in ("C", "F"):
        raise ValueError(f"order = {order!r} is neither 'C' nor 'F'")
    if order == "F" and np is None:
        raise ValueError("order = 'F' needs NumPy")
    return order


def _at(address, shape, dtype, order="C"):
    if np is None:
        return SymmetricArray(address, shape, dtype)
    raw = (ctypes.c_char * max(count(shape) * dtype.itemsize, 1)).from_address(address)
    return np.ndarray(shape, dtype, buffer=raw, order=order)


def at(address, m):
    """An array at an address that is otherwise as the array of a Memory is."""
    if np is None or not isinstance(m.of, np.ndarray):
        return SymmetricArray(address, m.shape, m.dtype)
    a = _at(address, m.shape, m.dtype, "C" if m.of.flags.c_contiguous else "F")
    a.flags.writeable = m.of.flags.writeable
    return a


def _new(shape, dtype, order, align, hints, clear):
    dtype, shape = element_type(dtype), shape_of(shape)
    _order_of(order)
    block = _block(count(shape) * dtype.itemsize, align, hints, clear)
    a = _at(block, shape, dtype, order)
    if np is None:
        _views[block] = [a]
    return a


def new_array(shape: Shape, dtype: DTypeLike = float, order: str = "C", *, align: Optional[int] = None,
              hints: Optional[int] = None, clear: bool = True) -> NDArray:
    """A symmetric array, of zeros unless clear is false. Collective: all PEs call it with the same arguments.

    align is the alignment of the first element in bytes, hints a combination of MALLOC's. del_array or free frees it.
    """
    return _new(shape, dtype, order, align, hints, clear)


def empty(shape: Shape, dtype: DTypeLike = float, order: str = "C", *, align: Optional[int] = None, hints: Optional[int] = None) -> NDArray:
    """A symmetric array with undefined contents. Collective."""
    return _new(shape, dtype, order, align, hints, False)


def zeros(shape: Shape, dtype: DTypeLike = float, order: str = "C", *, align: Optional[int] = None, hints: Optional[int] = None) -> NDArray:
    """A symmetric array of zeros. Collective."""
    return _new(shape, dtype, order, align, hints, True)


def ones(shape: Shape, dtype: DTypeLike = float, order: str = "C", *, align: Optional[int] = None, hints: Optional[int] = None) -> NDArray:
    """A symmetric array of ones. Collective."""
    return full(shape, 1, dtype, order, align=align, hints=hints)


def full(shape: Shape, fill_value: Number, dtype: DTypeLike = None, order: str = "C", *, align: Optional[int] = None,
         hints: Optional[int] = None) -> NDArray:
    """A symmetric array filled with a value, which may differ between PEs; its type is by default that of the value. Collective."""
    if dtype is None:
        dtype = type(fill_value) if np is None else np.asarray(fill_value).dtype
    a = _new(shape, dtype, order, align, hints, False)
    if np is None:
        a.fill(fill_value)
    else:
        np.copyto(a, np.asarray(fill_value), casting="unsafe")
    barrier_all()  # the allocation's own barrier is before the filling
    return a


def array(obj: Any, dtype: DTypeLike = None, *, order: str = "K", align: Optional[int] = None, hints: Optional[int] = None) -> NDArray:
    """A symmetric array with a copy of obj, whose values may differ between PEs; its shape and type may not. Collective."""
    if order not in ("K", "A", "C", "F"):
        raise ValueError(f"order = {order!r} is none of 'K', 'A', 'C', 'F'")
    if np is not None:
        values: Any = np.asarray(obj, None if dtype is None else element_type(dtype), order=order)  # type: ignore[call-overload]
        fortran = values.flags.f_contiguous and not values.flags.c_contiguous
        a = _new(values.shape, values.dtype, "F" if fortran else "C", align, hints, False)
    else:
        values = obj
        shape = values.shape if isinstance(values, SymmetricArray) else _shape_of_lists(values)
        a = _new(shape, dtype or _dtype_of_values(values), "C", align, hints, False)
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
    kinds = set()

    def walk(v):
        if hasattr(v, "__len__") and not isinstance(v, (str, bytes)):
            for x in v:
                walk(x)
        else:
            kinds.add(type(v))

    walk(values)
    return complex if complex in kinds else float if float in kinds or not kinds else int


def alloc(count: int, size: int = 1, align: Optional[int] = None, hints: Optional[int] = None, clear: bool = True) -> memoryview:
    """count * size bytes of the symmetric heap, zero unless clear is false. Collective. free frees them."""
    count, size = index(count, "count"), index(size, "size")
    if count < 0 or size < 0:
        raise ValueError(f"count = {count} and size = {size} must not be negative")
    return _bytes(_block(count * size, align, hints, clear), count * size)


def _bytes(address, size):
    return memoryview((ctypes.c_char * size).from_address(address)).cast("B")


def fromalloc(mem: memoryview, shape: Optional[Shape] = None, dtype: DTypeLike = None, order: str = "C") -> NDArray:
    """Memory of alloc as an array: by default of float64, and of one dimension."""
    if not isinstance(mem, memoryview):
        raise TypeError(f"mem is a {type(mem).__name__}; it must be what alloc returned")
    kind, address = element_type(dtype), _address(mem)
    shape = shape_of(mem.nbytes // kind.itemsize if shape is None else shape)
    if count(shape) * kind.itemsize > mem.nbytes:
        raise ValueError(f"shape {shape} of {kind} needs {count(shape) * kind.itemsize} bytes; mem has {mem.nbytes}")
    if _heap.live.find(address) < 0:
        foreign(address, mem.nbytes, "mem")
    a = _at(address, shape, kind, _order_of(order))
    if np is None:
        _views.setdefault(address, []).append(a)
    return a


def _address(mem):
    return ctypes.addressof((ctypes.c_char * mem.nbytes).from_buffer(mem))


def free(mem: Union[memoryview, Array, None]) -> None:
    """Free what one of the functions above returned. Collective. None does nothing. Afterwards no call takes the memory."""
    lib = need()
    if mem is None:
        return
    if isinstance(mem, memoryview):
        address = _address(mem)
    elif not is_array(mem):
        raise TypeError(f"mem is a {type(mem).__name__}; it must be an array or memory of the symmetric heap")
    else:
        address = mem.address if isinstance(mem, SymmetricArray) else Memory(mem, "mem").address
    if not _heap.released(address):
        raise Freed("this is not the start of memory that shmem allocated, or it has been freed already")
    _end_views(address)
    lib.shmem_free(address)


def del_array(a: Array) -> None:
    """Free an array: as free."""
    if not is_array(a):
        raise TypeError(f"a is a {type(a).__name__}; it must be an array")
    free(a)


def _end_views(address):
    for a in _views.pop(address, ()):
        with contextlib.suppress(BufferError):  # a memoryview that the program made of it
            a.release()


def _end_all_views():
    for address in list(_views):
        _end_views(address)


at_end.append(_end_all_views)


def ptr(target: Array, pe: int) -> Optional[NDArray]:
    """The same array of another PE, for direct use by indexing; None if its memory cannot be accessed."""
    lib, m = need(), Memory(target, "target")
    address = lib.shmem_ptr(m.local("target"), pe_number(pe))
    return at(address, m) if address else None


def addr_accessible(addr: Array, pe: int) -> bool:
    """Whether an array is symmetric and accessible on a PE."""
    lib, m = need(), Memory(addr, "addr")
    return _heap.freed.find(m.address) < 0 and bool(lib.shmem_addr_accessible(m.address, pe_number(pe)))
