"""Locks: words of the symmetric heap that one PE at a time holds. PEs acquire them in the order of their requests."""

from __future__ import annotations

from typing import Any, Optional

from ._library import load
from ._memory import free, new_array
from ._typed import Functions, element
from ._types import Array, NDArray

_WORDS = Functions("shmem_{}_p", ("int64",))


def new_lock() -> NDArray:
    """A lock that no PE holds. Collective. del_lock frees it."""
    return new_array(1, "int64")


def del_lock(lock: Array) -> None:
    """Free a lock. Collective."""
    free(lock)


def _word(lock):
    address = element(lock, "lock")
    _WORDS[lock.dtype]
    return address


def set_lock(lock: Array) -> None:
    """Acquire a lock; waits for it."""
    load().shmem_set_lock(_word(lock))


def test_lock(lock: Array) -> bool:
    """Try to acquire a lock: False if this PE holds it now, True if another one does."""
    return load().shmem_test_lock(_word(lock)) != 0


def clear_lock(lock: Array) -> None:
    """Complete this PE's operations, then release the lock."""
    load().shmem_clear_lock(_word(lock))


class Lock:
    """A lock of all PEs as an object. Made and destroyed collectively.

    with lock:
        ...
    """

    def __init__(self) -> None:
        self._lock: Optional[NDArray] = new_lock()

    def _alive(self):
        if self._lock is None:
            raise ValueError("the lock has been destroyed")
        return self._lock

    def acquire(self, blocking: bool = True) -> bool:
        """Acquire the lock. With blocking=False return at once; returns whether this PE holds it."""
        if not blocking:
            return not test_lock(self._alive())
        set_lock(self._alive())
        return True

    def release(self) -> None:
        """Complete this PE's operations, then release the lock."""
        clear_lock(self._alive())

    def destroy(self) -> None:
        """Free the lock's memory; collective. Does nothing the second time."""
        lock, self._lock = self._lock, None
        free(lock)

    def __enter__(self) -> Lock:
        self.acquire()
        return self

    def __exit__(self, *_: Any) -> None:
        self.release()
