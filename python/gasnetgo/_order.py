"""Order and completion of operations, and barriers."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, List, Optional, Sequence

from ._argument import pe_number
from ._setup import need

if TYPE_CHECKING:
    from ._team import Ctx

_pending: List[Any] = []  # memory of operations in flight, retained until quiet


def pending(ctx: Optional[Ctx]) -> List[Any]:
    """Where memory of an operation on a context is retained until quiet."""
    return _pending if ctx is None or ctx.default else ctx.pending


def fence(ctx: Optional[Ctx] = None) -> None:
    """Each PE sees puts and atomics (on the context) before it before those after it."""
    if ctx is None:
        need().shmem_fence()
    else:
        ctx.fence()


def quiet(ctx: Optional[Ctx] = None) -> None:
    """All puts, atomics and started operations (on the context) are complete when it returns."""
    if ctx is None:
        need().shmem_quiet()
        _pending.clear()
    else:
        ctx.quiet()


def pe_quiet(pes: Sequence[int], ctx: Optional[Ctx] = None) -> None:
    """Complete the operations towards some PEs (a list of numbers)."""
    lib, m = need(), (ctypes.c_int * len(pes))(*(pe_number(pe, ctx) for pe in pes))
    if ctx is None:
        lib.shmem_pe_quiet(ctypes.addressof(m), len(pes))
    else:
        lib.shmem_ctx_pe_quiet(ctx.handle, ctypes.addressof(m), len(pes))


def barrier_all() -> None:
    """Wait for all PEs, with everything complete."""
    need().shmem_barrier_all()
    _pending.clear()


def sync_all() -> None:
    """Wait for all PEs; does not complete puts."""
    need().shmem_sync_all()
