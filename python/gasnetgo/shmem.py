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
    AMO, AMO_ADD, AMO_AND, AMO_INC, AMO_OR, AMO_SET, AMO_XOR, atomic_add, atomic_and, atomic_compare_swap,
    atomic_compare_swap_nbi, atomic_fetch, atomic_fetch_add, atomic_fetch_add_nbi, atomic_fetch_and,
    atomic_fetch_and_nbi, atomic_fetch_inc, atomic_fetch_inc_nbi, atomic_fetch_nbi, atomic_fetch_op,
    atomic_fetch_op_nbi, atomic_fetch_or, atomic_fetch_or_nbi, atomic_fetch_xor, atomic_fetch_xor_nbi, atomic_inc,
    atomic_op, atomic_or, atomic_set, atomic_swap, atomic_swap_nbi, atomic_xor,
)
from ._collective import (
    OP, OP_AND, OP_MAX, OP_MIN, OP_OR, OP_PROD, OP_SUM, OP_XOR, alltoall, alltoalls, and_reduce, broadcast, collect,
    fcollect, max_reduce, min_reduce, or_reduce, prod_reduce, reduce, sum_exscan, sum_inscan, sum_reduce, sync,
    xor_reduce,
)
from ._lock import Lock, clear_lock, del_lock, new_lock, set_lock, test_lock
from ._memory import (
    MALLOC, MALLOC_ATOMICS_REMOTE, MALLOC_SIGNAL_REMOTE, addr_accessible, alloc, array, del_array, empty, free,
    fromalloc, full, new_array, ones, ptr, zeros,
)
from ._order import barrier_all, fence, pe_quiet, quiet, sync_all
from ._rma import g, get, get_nbi, iget, iput, p, put, put_nbi
from ._setup import (
    MAJOR_VERSION, MINOR_VERSION, THREAD, THREAD_FUNNELED, THREAD_MULTIPLE, THREAD_SERIALIZED, THREAD_SINGLE,
    VENDOR_STRING, finalize, global_exit, info_get_name, info_get_version, init, init_thread, initialized, my_pe, n_pes,
    pcontrol, pe_accessible, query_thread,
)
from ._signal import (
    SIGNAL, SIGNAL_ADD, SIGNAL_SET, del_signal, new_signal, put_signal, put_signal_nbi, signal_add, signal_fetch,
    signal_set, signal_wait_until,
)
from ._team import (
    CTX, CTX_DEFAULT, CTX_INVALID, CTX_NOSTORE, CTX_PRIVATE, CTX_SERIALIZED, Ctx, TEAM_INVALID, TEAM_SHARED, TEAM_WORLD,
    Team,
)
from ._wait import (
    CMP, CMP_EQ, CMP_GE, CMP_GT, CMP_LE, CMP_LT, CMP_NE, test, test_all, test_all_vector, test_any, test_any_vector,
    test_some, test_some_vector, wait_until, wait_until_all, wait_until_all_vector, wait_until_any,
    wait_until_any_vector, wait_until_some, wait_until_some_vector,
)

__all__ = [
    "AMO", "AMO_ADD", "AMO_AND", "AMO_INC", "AMO_OR", "AMO_SET", "AMO_XOR", "CMP", "CMP_EQ", "CMP_GE", "CMP_GT",
    "CMP_LE", "CMP_LT", "CMP_NE", "CTX", "CTX_DEFAULT", "CTX_INVALID", "CTX_NOSTORE", "CTX_PRIVATE", "CTX_SERIALIZED",
    "Ctx", "Lock", "MAJOR_VERSION", "MALLOC", "MALLOC_ATOMICS_REMOTE", "MALLOC_SIGNAL_REMOTE", "MINOR_VERSION", "OP",
    "OP_AND", "OP_MAX", "OP_MIN", "OP_OR", "OP_PROD", "OP_SUM", "OP_XOR", "SIGNAL", "SIGNAL_ADD", "SIGNAL_SET",
    "TEAM_INVALID", "TEAM_SHARED", "TEAM_WORLD", "THREAD", "THREAD_FUNNELED", "THREAD_MULTIPLE", "THREAD_SERIALIZED",
    "THREAD_SINGLE", "Team", "VENDOR_STRING", "addr_accessible", "alloc", "alltoall", "alltoalls", "and_reduce",
    "array", "atomic_add", "atomic_and", "atomic_compare_swap", "atomic_compare_swap_nbi", "atomic_fetch",
    "atomic_fetch_add", "atomic_fetch_add_nbi", "atomic_fetch_and", "atomic_fetch_and_nbi", "atomic_fetch_inc",
    "atomic_fetch_inc_nbi", "atomic_fetch_nbi", "atomic_fetch_op", "atomic_fetch_op_nbi", "atomic_fetch_or",
    "atomic_fetch_or_nbi", "atomic_fetch_xor", "atomic_fetch_xor_nbi", "atomic_inc", "atomic_op", "atomic_or",
    "atomic_set", "atomic_swap", "atomic_swap_nbi", "atomic_xor", "barrier_all", "broadcast", "clear_lock", "collect",
    "del_array", "del_lock", "del_signal", "empty", "fcollect", "fence", "finalize", "free", "fromalloc", "full", "g",
    "get", "get_nbi", "global_exit", "iget", "info_get_name", "info_get_version", "init", "init_thread", "initialized",
    "iput", "max_reduce", "min_reduce", "my_pe", "n_pes", "new_array", "new_lock", "new_signal", "ones", "or_reduce",
    "p", "pcontrol", "pe_accessible", "pe_quiet", "prod_reduce", "ptr", "put", "put_nbi", "put_signal",
    "put_signal_nbi", "query_thread", "quiet", "reduce", "set_lock", "signal_add", "signal_fetch", "signal_set",
    "signal_wait_until", "sum_exscan", "sum_inscan", "sum_reduce", "sync", "sync_all", "test", "test_all",
    "test_all_vector", "test_any", "test_any_vector", "test_lock", "test_some", "test_some_vector", "wait_until",
    "wait_until_all", "wait_until_all_vector", "wait_until_any", "wait_until_any_vector", "wait_until_some",
    "wait_until_some_vector", "xor_reduce", "zeros",
]
