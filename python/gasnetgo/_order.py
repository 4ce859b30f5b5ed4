"""Order and completion of operations, and barriers."""

from ._setup import need

pending = []  # sources of put_nbi and targets of get_nbi, kept until quiet


def fence():
    """Each PE sees puts and atomics before it before those after it."""
    need().shmem_fence()


def quiet():
    """All puts, atomics and started operations are complete when it returns."""
    need().shmem_quiet()
    pending.clear()


def barrier_all():
    """Wait for all PEs, with everything complete."""
    need().shmem_barrier_all()
    pending.clear()


def sync_all():
    """Wait for all PEs; does not complete puts."""
    need().shmem_sync_all()
