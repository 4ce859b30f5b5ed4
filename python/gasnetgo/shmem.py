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

Puts, gets, atomics and signals take a context as ctx=, and then the PE numbers of its team.

A wrong argument raises an exception (TypeError, ValueError, MemoryError, gasnetgo.NotInitialized). If a PE ends by an exception,
or by sys.exit with a nonzero status, the job ends on all PEs; the others do not wait for it.
"""

from ._atomic import (
    atomic_add, atomic_and, atomic_compare_swap, atomic_fetch, atomic_fetch_add, atomic_fetch_and, atomic_fetch_inc,
    atomic_fetch_or, atomic_fetch_xor, atomic_inc, atomic_or, atomic_set, atomic_swap, atomic_xor,
)
from ._collective import (
    alltoall, alltoalls, and_reduce, broadcast, collect, fcollect, max_reduce, min_reduce, or_reduce, prod_reduce, sum_exscan, sum_inscan,
    sum_reduce, team_sync, xor_reduce,
)
from ._lock import Lock
from ._memory import addr_accessible, array, empty, free, full, ones, ptr, zeros
from ._order import barrier_all, fence, quiet, sync_all
from ._rma import g, get, get_nbi, iget, iput, p, put, put_nbi
from ._setup import (
    THREAD, finalize, global_exit, info_get_name, info_get_version, init, initialized, my_pe, n_pes, pe_accessible, query_thread,
)
from ._signal import SIGNAL, put_signal, put_signal_nbi, signal_add, signal_fetch, signal_set, signal_wait_until
from ._team import TEAM_SHARED, TEAM_WORLD, Context, Team, pe_quiet
from ._wait import CMP, test, test_all, test_any, test_some, wait_until, wait_until_all, wait_until_any, wait_until_some

__all__ = [
    "CMP", "Context", "Lock", "SIGNAL", "TEAM_SHARED", "TEAM_WORLD", "THREAD", "Team", "addr_accessible", "alltoall",
    "alltoalls", "and_reduce", "array", "atomic_add", "atomic_and", "atomic_compare_swap", "atomic_fetch", "atomic_fetch_add",
    "atomic_fetch_and", "atomic_fetch_inc", "atomic_fetch_or", "atomic_fetch_xor", "atomic_inc", "atomic_or", "atomic_set",
    "atomic_swap", "atomic_xor", "barrier_all", "broadcast", "collect", "empty", "fcollect", "fence", "finalize", "free",
    "full", "g", "get", "get_nbi", "global_exit", "iget", "info_get_name", "info_get_version", "init", "initialized", "iput",
    "max_reduce", "min_reduce", "my_pe", "n_pes", "ones", "or_reduce", "p", "pe_accessible", "pe_quiet", "prod_reduce", "ptr",
    "put", "put_nbi", "put_signal", "put_signal_nbi", "query_thread", "quiet", "signal_add", "signal_fetch", "signal_set",
    "signal_wait_until", "sum_exscan", "sum_inscan", "sum_reduce", "sync_all", "team_sync", "test", "test_all", "test_any",
    "test_some", "wait_until", "wait_until_all", "wait_until_any", "wait_until_some", "xor_reduce", "zeros",
]
