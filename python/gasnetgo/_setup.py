"""Starting and ending OpenSHMEM, and information about it."""

import atexit
import ctypes
import enum
import signal
import sys
import threading

from . import zshmem as _z
from ._errors import Error, NotInitialized
from ._library import load


class THREAD(enum.IntEnum):
    """How threads use the library."""

    SINGLE = _z.SHMEM_THREAD_SINGLE
    FUNNELED = _z.SHMEM_THREAD_FUNNELED
    SERIALIZED = _z.SHMEM_THREAD_SERIALIZED
    MULTIPLE = _z.SHMEM_THREAD_MULTIPLE


_starts = 0  # init calls without their finalize
blocks = {}  # address of a block of the symmetric heap: its size
_left_by = None  # the reason why the interpreter is ending, if it is a failure
_watching = False


def need():
    """The library, between init and finalize."""
    if _starts == 0:
        raise NotInitialized("shmem.init() has not been called, or shmem.finalize() has ended the library")
    return load()


def last_error(lib):
    return lib.gasnetgo_error().decode(errors="replace")


def init(thread=THREAD.SINGLE):
    """Start the library; collective. Every call is paired with a finalize; interpreter exit makes the missing ones.

    Returns the thread level in force.
    """
    global _starts
    lib = load()
    provided = ctypes.c_int(-1)
    if lib.shmem_init_thread(int(thread), ctypes.addressof(provided)):
        raise Error(last_error(lib) or "the library could not be started")
    _starts += 1
    _watch_exit()
    _let_interrupts_through()
    return THREAD(provided.value)


def finalize():
    """End the library; collective. The last call frees the symmetric heap: arrays in it must not be used afterwards."""
    global _starts
    lib = need()
    lib.shmem_finalize()
    _starts -= 1
    if _starts == 0:
        blocks.clear()
        _let_interrupts_through(False)


def initialized():
    """Whether the library is between init and the last finalize. Legal at any time."""
    return _starts > 0


def query_thread():
    """The thread level in force."""
    provided = ctypes.c_int()
    need().shmem_query_thread(ctypes.addressof(provided))
    return THREAD(provided.value)


def global_exit(status=0):
    """End the job on all PEs, whatever they are doing, with this status."""
    lib = need()
    _flush()
    lib.shmem_global_exit(int(status))


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


def my_pe():
    """The number of this PE, from 0."""
    return need().shmem_my_pe()


def n_pes():
    """How many PEs the job has."""
    return need().shmem_n_pes()


def pe_accessible(pe):
    """Whether a PE of this number exists."""
    return bool(need().shmem_pe_accessible(pe))


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
