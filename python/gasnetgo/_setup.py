"""Starting and ending OpenSHMEM, and information about it."""

from __future__ import annotations

import atexit
import ctypes
import enum
import signal
import sys
import threading
from typing import Callable, List, NoReturn, Tuple

from . import _heap
from . import zshmem as _z
from ._errors import Error, NotInitialized
from ._library import load


class THREAD(enum.IntEnum):
    """How threads use the library."""

    SINGLE = _z.SHMEM_THREAD_SINGLE
    FUNNELED = _z.SHMEM_THREAD_FUNNELED
    SERIALIZED = _z.SHMEM_THREAD_SERIALIZED
    MULTIPLE = _z.SHMEM_THREAD_MULTIPLE


THREAD_SINGLE = THREAD.SINGLE
THREAD_FUNNELED = THREAD.FUNNELED
THREAD_SERIALIZED = THREAD.SERIALIZED
THREAD_MULTIPLE = THREAD.MULTIPLE

MAJOR_VERSION: int = _z.SHMEM_MAJOR_VERSION
MINOR_VERSION: int = _z.SHMEM_MINOR_VERSION
VENDOR_STRING: str = _z.SHMEM_VENDOR_STRING


class Job:
    """The job, as every call needs it. n_pes is 0 unless the library runs: then no number is that of a PE."""

    __slots__ = ("n_pes", "me")

    def __init__(self) -> None:
        self.n_pes, self.me = 0, -1


job = Job()
at_end: List[Callable[[], None]] = []  # functions that finalize calls before the heap is gone
_starts = 0  # init calls without their finalize
_left_by = None  # the reason why the interpreter is ending, if it is a failure
_watching = False


def need():
    """The library, between init and finalize."""
    if _starts == 0:
        raise NotInitialized("shmem.init() has not been called, or shmem.finalize() has ended the library")
    return load()


def last_error(lib):
    return lib.gasnetgo_error().decode(errors="replace")


def init() -> None:
    """Start the library; collective. Every call is paired with a finalize; interpreter exit makes the missing ones."""
    init_thread(THREAD.SINGLE)


def init_thread(requested: int = THREAD.MULTIPLE) -> THREAD:
    """As init, for threads that use the library as requested says. Returns the level in force."""
    global _starts
    lib = load()
    provided = ctypes.c_int(-1)
    if lib.shmem_init_thread(int(requested), ctypes.addressof(provided)):
        raise Error(last_error(lib) or "the library could not be started")
    if _starts == 0:
        _heap.began()
        job.n_pes, job.me = lib.shmem_n_pes(), lib.shmem_my_pe()
    _starts += 1
    _watch_exit()
    _let_interrupts_through()
    return THREAD(provided.value)


def finalize() -> None:
    """End the library; collective. The last call frees the symmetric heap: arrays in it must not be used afterwards."""
    global _starts
    lib = need()
    if _starts == 1:
        for end in at_end:
            end()
    lib.shmem_finalize()
    _starts -= 1
    if _starts == 0:
        job.n_pes, job.me = 0, -1
        _heap.ended()
        _let_interrupts_through(False)


def initialized() -> bool:
    """Whether the library is between init and the last finalize. Legal at any time."""
    return _starts > 0


def query_thread() -> THREAD:
    """The thread level in force."""
    provided = ctypes.c_int()
    need().shmem_query_thread(ctypes.addressof(provided))
    return THREAD(provided.value)


def global_exit(status: int = 0) -> NoReturn:
    """End the job on all PEs, whatever they are doing, with this status."""
    lib = need()
    _flush()
    lib.shmem_global_exit(int(status))
    raise SystemExit(status)  # the call above does not return


def _flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # closed, or a full pipe: the message cannot be printed
            pass


_interrupts = None  # the handler of SIGINT before init


def _let_interrupts_through(through=True):
    """Lets Ctrl-C end this PE while the library runs, unless the program has a handler of its own.

    Python's handler only sets a flag, which the interpreter checks after a return from C; a PE that waits for another one would never check it.
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
    """Finalize at exit if the program did not. A PE that fails must not do so: it would wait in finalize for PEs that wait for it."""
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


def my_pe() -> int:
    """The number of this PE, from 0."""
    need()
    return job.me


def n_pes() -> int:
    """How many PEs the job has."""
    need()
    return job.n_pes


def pe_accessible(pe: int) -> bool:
    """Whether a PE of this number exists."""
    return bool(need().shmem_pe_accessible(pe))


def info_get_version() -> Tuple[int, int]:
    """(major, minor) of the OpenSHMEM specification."""
    major, minor = ctypes.c_int(), ctypes.c_int()
    load().shmem_info_get_version(ctypes.addressof(major), ctypes.addressof(minor))
    return major.value, minor.value


def info_get_name() -> str:
    """The name of the implementation."""
    name = ctypes.create_string_buffer(_z.SHMEM_MAX_NAME_LEN)
    load().shmem_info_get_name(name)
    return name.value.decode()


def pcontrol(level: int = 1) -> None:
    """Set the level of profiling of tools that intercept calls: 0 none, 1 as usual, 2 as usual with buffers flushed; others as the tool says."""
    need().shmem_pcontrol(int(level))
