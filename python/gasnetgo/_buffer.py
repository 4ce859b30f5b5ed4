"""Memory of Python objects for C functions."""

import ctypes


class Memory:
    """The bytes of a contiguous buffer, held so that their address does not change."""

    def __init__(self, of, writable=False):
        view = memoryview(of)
        if not view.c_contiguous:
            raise ValueError("the elements of this view do not lie one after the other")
        if writable and view.readonly:
            raise ValueError("memory that is written to must not be read-only")
        self.of, self.nbytes, self.writable = of, view.nbytes, not view.readonly
        if not self.nbytes:
            self._raw, self.address = None, None
        elif self.writable:
            self._raw = (ctypes.c_char * self.nbytes).from_buffer(view)
            self.address = ctypes.addressof(self._raw)
        else:
            self._raw = bytes(view)  # a copy, unless it is bytes
            self.address = ctypes.cast(ctypes.c_char_p(self._raw), ctypes.c_void_p).value

    def release(self):
        """Release the object's memory."""
        self._raw = None
