"""Exceptions besides TypeError, ValueError and MemoryError."""


class Error(RuntimeError):
    """The library could not carry out a call."""


class NotInitialized(Error):
    """A call that needs shmem.init() came before it, or after the last shmem.finalize()."""
