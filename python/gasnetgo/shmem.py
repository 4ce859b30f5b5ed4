"""OpenSHMEM from Python.

Arrays that every rank (here called PE) allocates together are *symmetric*: a PE reaches another PE's array by naming its own and the
other's number. Arrays are NumPy arrays where NumPy is installed, else gasnetgo.SymmetricArray; everything here takes both, and
contiguous slices of both.

    from gasnetgo import shmem

    shmem.init()
    me, n = shmem.my_pe(), shmem.n_pes()
    a = shmem.zeros(4, dtype="float64")
    shmem.put(a, [me] * 4, (me + 1) % n)
    shmem.barrier_all()
    print(a)                                  # 4 times the number of the PE to the left

What is wrong with an argument is an exception here (TypeError, ValueError, MemoryError, gasnetgo.NotInitialized). A job whose
PE leaves by an exception or sys.exit with a nonzero status ends on all PEs; the others do not wait for it.
"""

import array as _arrays
import atexit
import ctypes
import enum
import signal
import sys
import threading

from . import zshmem as _z
from ._array import SymmetricArray, count, shape_of
from ._dtype import C_NAMES
from ._dtype import dtype as _plain_dtype
from ._errors import Error, NotInitialized
from ._library import load

try:
    import numpy as _np
except ImportError:
    _np = None

__all__ = [
    "CMP", "Lock", "THREAD", "addr_accessible", "array", "atomic_add", "atomic_and", "atomic_compare_swap", "atomic_fetch",
    "atomic_fetch_add", "atomic_fetch_and", "atomic_fetch_inc", "atomic_fetch_or", "atomic_fetch_xor", "atomic_inc", "atomic_or",
    "atomic_set", "atomic_swap", "atomic_xor", "barrier_all", "empty", "fence", "finalize", "free", "full", "g", "get", "get_nbi",
    "global_exit", "iget", "info_get_name", "info_get_version", "init", "initialized", "iput", "my_pe", "n_pes", "ones", "p",
    "pe_accessible", "ptr", "put", "put_nbi", "query_thread", "quiet", "sync_all", "test", "test_all", "test_any", "test_some",
    "wait_until", "wait_until_all", "wait_until_any", "wait_until_some", "zeros",
]


class CMP(enum.IntEnum):
    """Comparisons of wait_until and test."""

    EQ = _z.SHMEM_CMP_EQ
    NE = _z.SHMEM_CMP_NE
    GT = _z.SHMEM_CMP_GT
    GE = _z.SHMEM_CMP_GE
    LT = _z.SHMEM_CMP_LT
    LE = _z.SHMEM_CMP_LE


class THREAD(enum.IntEnum):
    """How threads use the library."""

    SINGLE = _z.SHMEM_THREAD_SINGLE
    FUNNELED = _z.SHMEM_THREAD_FUNNELED
    SERIALIZED = _z.SHMEM_THREAD_SERIALIZED
    MULTIPLE = _z.SHMEM_THREAD_MULTIPLE


# Starting and ending.

_starts = 0  # init calls without their finalize
_blocks = {}  # address of a block of the symmetric heap: its size
_left_by = None  # why the interpreter is ending, when that is no success
_watching = False


def _need():
    """The library, between init and finalize."""
    if _starts == 0:
        raise NotInitialized("shmem.init() has not been called, or shmem.finalize() has ended the library")
    return load()


def _last_error(lib):
    return lib.gasnetgo_error().decode(errors="replace")


def init(thread=THREAD.SINGLE):
    """Start the library; collective. Every call is paired with a finalize, of which interpreter exit does the missing ones.

    Answers the thread level in force.
    """
    global _starts
    lib = load()
    provided = ctypes.c_int(-1)
    if lib.shmem_init_thread(int(thread), ctypes.addressof(provided)):
        raise Error(_last_error(lib) or "the library could not be started")
    _starts += 1
    _watch_exit()
    _let_interrupts_through()
    return THREAD(provided.value)


def finalize():
    """End the library; collective. The last one gives the symmetric heap back: arrays in it must not be touched afterwards."""
    global _starts
    lib = _need()
    lib.shmem_finalize()
    _starts -= 1
    if _starts == 0:
        _blocks.clear()
        _let_interrupts_through(False)


def initialized():
    """Whether the library is between init and the last finalize. Legal at any time."""
    return _starts > 0


def query_thread():
    """The thread level in force."""
    provided = ctypes.c_int()
    _need().shmem_query_thread(ctypes.addressof(provided))
    return THREAD(provided.value)


def global_exit(status=0):
    """End the job on all PEs, whatever they are doing, with this status."""
    lib = _need()
    _flush()
    lib.shmem_global_exit(int(status))


def _flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # closed, or a full pipe: nobody is left to tell
            pass


_interrupts = None  # what SIGINT did before init


def _let_interrupts_through(through=True):
    """Lets Ctrl-C end this PE while the library is up, unless the program has a handler of its own.

    Python's handler only makes a note, for when the interpreter is back from C; a PE that waits for another one would never see it.
    """
    global _interrupts
    if threading.current_thread() is not threading.main_thread():
        return
    if through and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _interrupts = signal.signal(signal.SIGINT, signal.SIG_DFL)
    elif not through and _interrupts is not None:
        signal.signal(signal.SIGINT, _interrupts)
        _interrupts = None


def _watch_exit():
    """Finalize at exit if the program did not; but a PE that fails must not wait in finalize for PEs that wait for it."""
    global _watching
    if _watching:
        return
    _watching = True
    excepthook, leave = sys.excepthook, sys.exit

    def failed(kind, value, trace):
        global _left_by
        _left_by = 1
        excepthook(kind, value, trace)

    def exit(status=None, /):
        global _left_by
        if status not in (None, 0, False):
            _left_by = status & 0xFF if isinstance(status, int) else 1
        leave(status)

    sys.excepthook, sys.exit = failed, exit
    atexit.register(_at_exit)


def _at_exit():
    if _starts and _left_by is not None:
        global_exit(_left_by or 1)
    while _starts:
        finalize()


def my_pe():
    """The number of this PE, from 0."""
    return _need().shmem_my_pe()


def n_pes():
    """How many PEs the job has."""
    return _need().shmem_n_pes()


def pe_accessible(pe):
    """Whether a PE of this number exists."""
    return bool(_need().shmem_pe_accessible(pe))


def addr_accessible(a, pe):
    """Whether an array is symmetric and can be reached on a PE."""
    return bool(_need().shmem_addr_accessible(_Memory(a).address, pe))


def info_get_version():
    """(major, minor) of the OpenSHMEM specification."""
    major, minor = ctypes.c_int(), ctypes.c_int()
    load().shmem_info_get_version(ctypes.addressof(major), ctypes.addressof(minor))
    return major.value, minor.value


def info_get_name():
    """The name of the implementation."""
    name = ctypes.create_string_buffer(_z.SHMEM_MAX_NAME_LEN)
    load().shmem_info_get_name(name)
    return name.value.decode()


# Memory.


def _dtype(what):
    if _np is None:
        return _plain_dtype(what)
    t = _np.dtype(str(what) if isinstance(what, type(_plain_dtype("int8"))) else what)
    if t.hasobject:
        raise TypeError(f"elements of {t} hold Python objects, which mean nothing to other PEs")
    return t


def _allocate(shape, dtype, zero):
    lib = _need()
    dtype = _dtype(dtype)
    shape = shape_of(shape)
    size = count(shape) * dtype.itemsize
    # An empty array is a block too, so that all arrays are freed alike.
    block = lib.shmem_calloc(1, size or 1) if zero else lib.shmem_malloc(size or 1)
    if not block:
        raise MemoryError(_last_error(lib) or f"no {size} bytes are left in the symmetric heap; SHMEM_SYMMETRIC_SIZE makes it larger")
    _blocks[block] = size
    return _at(block, shape, dtype)


def _at(address, shape, dtype):
    if _np is None:
        return SymmetricArray(address, shape, dtype)
    size = count(shape) * dtype.itemsize
    raw = (ctypes.c_char * size).from_address(address)
    return _np.ndarray(shape, dtype, buffer=raw) if size else _np.ndarray(shape, dtype)


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
    if _np is not None:
        values = _np.asarray(values, dtype=None if dtype is None else _dtype(dtype))
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
    """Give an array back that zeros or one of its sisters made. Collective. None does nothing."""
    lib = _need()
    if a is None:
        return
    address = a.address if isinstance(a, SymmetricArray) else _Memory(a).address
    if address not in _blocks:
        if _np is not None and isinstance(a, _np.ndarray) and a.size == 0:
            return  # NumPy keeps no address of an empty array
        raise ValueError("this is not the start of an array that shmem allocated, or it has been freed already")
    del _blocks[address]
    lib.shmem_free(address)


def ptr(a, pe):
    """The same array of another PE, to be used directly by indexing; None if that is not possible."""
    lib, m = _need(), _Memory(a)
    address = lib.shmem_ptr(m.address, m.pe(pe))
    return _at(address, m.shape, m.dtype) if address else None


class _Memory:
    """Where an array's elements lie, and what they are. Keeps the array alive."""

    __slots__ = ("of", "address", "dtype", "shape", "size")

    def __init__(self, a, what="array"):
        self.of = a
        if _np is not None and isinstance(a, _np.ndarray):
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
            self.dtype = _dtype(view.format if len(view.format) == 1 else view.format.lstrip("<=@"))
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

    def pe(self, pe):
        """pe, if there is one."""
        n = load().shmem_n_pes()
        if not isinstance(pe, int):
            try:
                pe = pe.__index__()
            except AttributeError:
                raise TypeError(f"pe = {pe!r} is no number of a PE") from None
        if not 0 <= pe < n:
            raise ValueError(f"pe = {pe} is not in 0..{n - 1}")
        return pe

    def symmetric(self, pe, what):
        """Checks that all of the memory is symmetric; answers (address, pe)."""
        lib, pe = load(), self.pe(pe)
        if self.size:
            last = self.address + self.nbytes - 1
            if not (lib.shmem_addr_accessible(self.address, pe) and lib.shmem_addr_accessible(last, pe)):
                raise ValueError(f"{what} is not symmetric: make it with shmem.zeros, empty, full or array")
        return self.address, pe


def _symmetric(a, what):
    """Memory of an array that is to be named to another PE, with the type checked against what it exchanges with."""
    if not (isinstance(a, SymmetricArray) or (_np is not None and isinstance(a, _np.ndarray))):
        raise TypeError(f"{what} is a {type(a).__name__}; it must be an array made by shmem.zeros, empty, full or array")
    return _Memory(a, what)


def _writable(m, what):
    """Refuses memory that must not be written, or whose writing nobody would see."""
    if isinstance(m.of, ctypes.Array) or (_np is not None and isinstance(m.of, _np.ndarray) and not m.of.flags.writeable):
        raise ValueError(f"{what} cannot be written to")


def _local(values, like):
    """Memory of what goes to (or comes from) another PE. Numbers and lists take the other side's type; arrays must have it."""
    bare = isinstance(values, (int, float, complex, list, tuple, range)) or hasattr(values, "__index__") and not hasattr(values, "shape")
    if bare or (_np is not None and isinstance(values, _np.generic)):
        return _Memory(_copy(values, like.dtype), "source")
    m = _Memory(values, "source")
    _same(m, like)
    return m


def _copy(values, dtype):
    if _np is not None:
        return _np.ascontiguousarray(values, dtype=dtype)
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


def _same(local, remote):
    if local.dtype != remote.dtype:
        raise TypeError(f"elements of {local.dtype} and of {remote.dtype} do not mix; convert one of the arrays")


def _fits(local, remote, what):
    if local.size > remote.size:
        raise ValueError(f"{local.size} elements are {what} an array of {remote.size}")


# Puts and gets.


def _put(function, target, source, pe):
    lib = _need()
    t = _symmetric(target, "target")
    s = _local(source, t)
    _fits(s, t, "put into")
    address, pe = t.symmetric(pe, "target")
    getattr(lib, function)(address, s.address, s.nbytes, pe)
    return s


def _get(function, target, source, pe):
    lib = _need()
    s = _symmetric(source, "source")
    t = _Memory(target, "target")
    _writable(t, "target")
    _same(t, s)
    _fits(t, s, "wanted from")
    address, pe = s.symmetric(pe, "source")
    getattr(lib, function)(t.address, address, t.nbytes, pe)
    return t


def put(target, source, pe):
    """Copy source (an array, or numbers) to the beginning of target on a PE. Complete there after quiet or a barrier."""
    _put("shmem_putmem", target, source, pe)


def get(target, source, pe):
    """Fill target (any array) from the beginning of source on a PE. Complete on return."""
    _get("shmem_getmem", target, source, pe)


_pending = []  # sources of put_nbi and targets of get_nbi, kept until quiet


def put_nbi(target, source, pe):
    """Start a put and return; source must stay as it is until quiet or a barrier."""
    _pending.append(_put("shmem_putmem_nbi", target, source, pe))


def get_nbi(target, source, pe):
    """Start a get and return; target holds the elements after quiet or a barrier."""
    _pending.append(_get("shmem_getmem_nbi", target, source, pe))


def _strided(put, target, source, target_step, source_step, nelems, pe):
    lib = _need()
    remote, local = (target, source) if put else (source, target)
    r = _symmetric(remote, "target" if put else "source")
    if put:
        m = _local(local, r)
    else:
        m = _Memory(local, "target")
        _writable(m, "target")
        _same(m, r)
    t, s = (r, m) if put else (m, r)
    for name, step in (("target_step", target_step), ("source_step", source_step)):
        if step < 1:
            raise ValueError(f"{name} = {step} is not at least 1")
    room = min(_steps(t.size, target_step), _steps(s.size, source_step))
    if nelems is None:
        nelems = room
    if not 0 <= nelems <= room:
        raise ValueError(f"nelems = {nelems} is not in 0..{room}, which the arrays and steps have room for")
    bits = 8 * r.dtype.itemsize
    if bits not in (8, 16, 32, 64, 128):
        raise TypeError(f"elements of {r.dtype} have {bits} bits; strided copies are for 8, 16, 32, 64 and 128")
    _, pe = r.symmetric(pe, "target" if put else "source")
    getattr(lib, f"shmem_{'iput' if put else 'iget'}{bits}")(t.address, s.address, target_step, source_step, nelems, pe)


def _steps(size, step):
    return (size + step - 1) // step


def iput(target, source, target_step, source_step, pe, nelems=None):
    """Put every source_step-th element of source to every target_step-th place of target on a PE; as many as there is room for."""
    _strided(True, target, source, target_step, source_step, nelems, pe)


def iget(target, source, target_step, source_step, pe, nelems=None):
    """Get every source_step-th element of source on a PE into every target_step-th place of target."""
    _strided(False, target, source, target_step, source_step, nelems, pe)


_INTEGERS = ("int32", "int64", "uint32", "uint64")
_WAITABLE = ("int16", "uint16", *_INTEGERS)
_WAIT_NAMES = {**C_NAMES, "int16": "short", "uint16": "ushort"}  # the only names these types have there


def _word(a, allowed, what, pe=None, names=C_NAMES):
    """(C name of the type, address, pe, memory) of the first element of an array."""
    _need()
    m = _symmetric(a, what)
    if m.dtype.name not in allowed:
        raise TypeError(f"elements of {m.dtype} cannot be used here; those of {', '.join(allowed)} can")
    if m.size == 0:
        raise ValueError(f"{what} has no elements")
    address, pe = m.symmetric(my_pe() if pe is None else pe, what)
    return names[m.dtype.name], address, pe, m


def _value(value, m):
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


def p(target, value, pe):
    """Store one number to the first element of target on a PE."""
    name, address, pe, m = _word(target, C_NAMES, "target", pe)
    getattr(load(), f"shmem_{name}_p")(address, _value(value, m), pe)


def g(source, pe):
    """The first element of source on a PE."""
    name, address, pe, _ = _word(source, C_NAMES, "source", pe)
    return getattr(load(), f"shmem_{name}_g")(address, pe)


# Atomics: on the first element of target on a PE. The fetching ones answer what was there before.

_EXTENDED = (*_INTEGERS, "float32", "float64")


def _atomic(op, allowed, target, pe, *values):
    name, address, pe, m = _word(target, allowed, "target", pe)
    return getattr(load(), f"shmem_{name}_atomic_{op}")(address, *(_value(v, m) for v in values), pe)


def atomic_fetch(source, pe):
    """The number there."""
    return _atomic("fetch", _EXTENDED, source, pe)


def atomic_set(target, value, pe):
    """Store a number."""
    _atomic("set", _EXTENDED, target, pe, value)


def atomic_swap(target, value, pe):
    """Store a number and answer the old one."""
    return _atomic("swap", _EXTENDED, target, pe, value)


def atomic_compare_swap(target, cond, value, pe):
    """Store value if cond is there; answers what was there."""
    return _atomic("compare_swap", _INTEGERS, target, pe, cond, value)


def atomic_add(target, value, pe):
    """Add a number."""
    _atomic("add", _INTEGERS, target, pe, value)


def atomic_fetch_add(target, value, pe):
    """Add a number and answer the old one."""
    return _atomic("fetch_add", _INTEGERS, target, pe, value)


def atomic_inc(target, pe):
    """Add one."""
    _atomic("inc", _INTEGERS, target, pe)


def atomic_fetch_inc(target, pe):
    """Add one and answer the old number."""
    return _atomic("fetch_inc", _INTEGERS, target, pe)


def atomic_and(target, value, pe):
    """Clear the bits that value does not have."""
    _atomic("and", _INTEGERS, target, pe, value)


def atomic_or(target, value, pe):
    """Set the bits of value."""
    _atomic("or", _INTEGERS, target, pe, value)


def atomic_xor(target, value, pe):
    """Flip the bits of value."""
    _atomic("xor", _INTEGERS, target, pe, value)


def atomic_fetch_and(target, value, pe):
    """Clear the bits that value does not have; answers the old number."""
    return _atomic("fetch_and", _INTEGERS, target, pe, value)


def atomic_fetch_or(target, value, pe):
    """Set the bits of value; answers the old number."""
    return _atomic("fetch_or", _INTEGERS, target, pe, value)


def atomic_fetch_xor(target, value, pe):
    """Flip the bits of value; answers the old number."""
    return _atomic("fetch_xor", _INTEGERS, target, pe, value)


# Order and waiting.


def fence():
    """Puts and atomics before it are seen by each PE before those after it."""
    _need().shmem_fence()


def quiet():
    """All puts, atomics and started operations are complete when it returns."""
    _need().shmem_quiet()
    _pending.clear()


def barrier_all():
    """Wait for all PEs, with everything complete."""
    _need().shmem_barrier_all()
    _pending.clear()


def sync_all():
    """Wait for all PEs; says nothing about what has been put."""
    _need().shmem_sync_all()


def wait_until(ivar, cmp, value):
    """Block until the first element of ivar on this PE compares so with value."""
    name, address, _, m = _word(ivar, _WAITABLE, "ivar", names=_WAIT_NAMES)
    getattr(load(), f"shmem_{name}_wait_until")(address, CMP(cmp), _value(value, m))


def test(ivar, cmp, value):
    """Whether the first element of ivar on this PE compares so with value."""
    name, address, _, m = _word(ivar, _WAITABLE, "ivar", names=_WAIT_NAMES)
    return bool(getattr(load(), f"shmem_{name}_test")(address, CMP(cmp), _value(value, m)))


_NONE = (1 << 64) - 1  # SIZE_MAX: no index


def _several(op, ivars, cmp, value, status, indices=False):
    name, address, _, m = _word(ivars, _WAITABLE, "ivars", names=_WAIT_NAMES)
    if status is not None:
        if len(status) != m.size:
            raise ValueError(f"{len(status)} statuses for {m.size} elements")
        status = (ctypes.c_int * m.size)(*(1 if s else 0 for s in status))
    arguments = [address, m.size]
    found = (ctypes.c_size_t * m.size)() if indices else None
    if indices:
        arguments.append(ctypes.addressof(found))
    arguments += [None if status is None else ctypes.addressof(status), CMP(cmp), _value(value, m)]
    answer = getattr(load(), f"shmem_{name}_{op}")(*arguments)
    return list(found[:answer]) if indices else answer


def wait_until_all(ivars, cmp, value, status=None):
    """Block until all elements of ivars compare so with value; those whose status is true do not count."""
    _several("wait_until_all", ivars, cmp, value, status)


def wait_until_any(ivars, cmp, value, status=None):
    """Block until an element does, and answer its index; None if none counts."""
    i = _several("wait_until_any", ivars, cmp, value, status)
    return None if i == _NONE else i


def wait_until_some(ivars, cmp, value, status=None):
    """Block until at least one element does, and answer the indices of all that do."""
    return _several("wait_until_some", ivars, cmp, value, status, indices=True)


def test_all(ivars, cmp, value, status=None):
    """Whether all elements of ivars compare so with value."""
    return bool(_several("test_all", ivars, cmp, value, status))


def test_any(ivars, cmp, value, status=None):
    """The index of an element that does, or None."""
    i = _several("test_any", ivars, cmp, value, status)
    return None if i == _NONE else i


def test_some(ivars, cmp, value, status=None):
    """The indices of all elements that do."""
    return _several("test_some", ivars, cmp, value, status, indices=True)


class Lock:
    """A lock that all PEs see. Made and destroyed collectively; PEs get it in the order in which they ask.

    with lock:
        ...
    """

    def __init__(self):
        self._word = zeros(1, dtype="int64")

    def _address(self):
        if self._word is None:
            raise ValueError("the lock has been destroyed")
        return _need(), _Memory(self._word).address

    def acquire(self, blocking=True):
        """Take the lock. Without blocking: answers whether it was free."""
        lib, address = self._address()
        if not blocking:
            return lib.shmem_test_lock(address) == 0
        lib.shmem_set_lock(address)
        return True

    def release(self):
        """Complete this PE's operations, then give the lock up."""
        lib, address = self._address()
        lib.shmem_clear_lock(address)

    def destroy(self):
        """Give the lock's memory back; collective."""
        word, self._word = self._word, None
        free(word)

    def __enter__(self):
        self.acquire()
        return self

    def __exit__(self, *_):
        self.release()
