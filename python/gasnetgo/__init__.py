"""gasnetgo: one-sided communication between the ranks of a job, from Python.

    from gasnetgo import shmem

    shmem.init()
    a = shmem.zeros(10, dtype="int64")          # the same array on every rank
    shmem.put(a, [shmem.my_pe()] * 10, (shmem.my_pe() + 1) % shmem.n_pes())
    shmem.barrier_all()

Run it with ``gasnetgo run -n 4 python3 prog.py``. Arrays are NumPy arrays where NumPy is installed, and
``gasnetgo.SymmetricArray`` where it is not. ``gasnetgo.shmem`` and ``gasnetgo.portals`` are the modules to read;
``gasnetgo.zshmem``, ``gasnetgo.zportals`` and ``gasnetgo.zjob`` are generated and give the C functions their types.
"""

from ._array import SymmetricArray
from ._errors import Error, Freed, Invalid, NotInitialized
from ._library import find, load

__all__ = ["Error", "Freed", "Invalid", "NotInitialized", "SymmetricArray", "__version__", "find", "load", "rank", "size", "version", "world"]

__version__ = "0.1.0"  # of this package; that of the library it comes with is the same


def version():
    """The version of the C library in use, as text."""
    return load().gasnetgo_version_string().decode()


def rank():
    """The number of this process in the job, from 0."""
    return load().gasnetgo_rank()


def size():
    """How many processes the job has."""
    return load().gasnetgo_size()


def world():
    """The world the program runs in, such as "live"."""
    return load().gasnetgo_world().decode()
