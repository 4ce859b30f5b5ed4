"""Locks."""

from ._argument import Memory
from ._memory import free, zeros
from ._setup import need


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
        return need(), Memory(self._word).address

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
