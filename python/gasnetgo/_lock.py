"""Locks."""

from ._argument import Memory
from ._memory import free, zeros
from ._setup import need


class Lock:
    """A lock of all PEs. Made and destroyed collectively; PEs acquire it in the order of their requests.

    with lock:
        ...
    """

    def __init__(self):
        self._word = zeros(1, dtype="int64")

    def _address(self):
        if self._word is None:
            raise ValueError("the lock has been destroyed")
        return need(), Memory(self._word).address

    def acquire(self, blocking=True):
        """Acquire the lock. With blocking=False return at once; returns whether this PE holds it."""
        lib, address = self._address()
        if not blocking:
            return lib.shmem_test_lock(address) == 0
        lib.shmem_set_lock(address)
        return True

    def release(self):
        """Complete this PE's operations, then release the lock."""
        lib, address = self._address()
        lib.shmem_clear_lock(address)

    def destroy(self):
        """Free the lock's memory; collective."""
        word, self._word = self._word, None
        free(word)

    def __enter__(self):
        self.acquire()
        return self

    def __exit__(self, *_):
        self.release()
