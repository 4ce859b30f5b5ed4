"""What can go wrong, beyond TypeError, ValueError and MemoryError."""


class Error(RuntimeError):
    """The library could not do what was asked."""


class NotInitialized(Error):
    """A call that needs shmem.init() came before it, or after the last shmem.finalize()."""
