"""Exceptions besides TypeError, ValueError and MemoryError."""


class Error(RuntimeError):
    """The library could not carry out a call."""


class NotInitialized(Error):
    """A call that needs shmem.init() came before it, or after the last shmem.finalize()."""


class Invalid(Error, ValueError):
    """An argument that the library refuses, such as a team or context that has been destroyed."""


class Freed(Error, ValueError, KeyError):
    """Memory that has been freed, or that was not allocated by this package. Also a KeyError, which shmem4py raises for it."""

    __str__ = Exception.__str__  # KeyError's puts the sentence in quotes
