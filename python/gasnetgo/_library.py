"""Finding libgasnetgo.so and giving its functions their types."""

import ctypes
import os
import pathlib
import threading

from . import zjob, zportals, zshmem
from ._errors import Error

NAME = "libgasnetgo.so.1"

_lock = threading.Lock()
_lib = None


def find():
    """Path of the library, or its bare name where only the loader's own search is left.

    In this order: the file that GASNETGO_LIBRARY names, a ``lib`` folder beside or above this package (as ``make build`` and
    ``make install`` lay it out), ``build/lib`` of the source tree, the loader.
    """
    named = os.environ.get("GASNETGO_LIBRARY")
    if named:
        return named
    for folder in pathlib.Path(__file__).resolve().parents[1:5]:
        for lib in (folder / "lib" / NAME, folder / "build" / "lib" / NAME):
            if lib.exists():
                return str(lib)
    return NAME


def load():
    """The library as a ctypes.CDLL, loaded once."""
    global _lib
    with _lock:
        if _lib is None:
            # The globals of a C program are symmetric: the library maps them into memory that peers see. An interpreter's globals
            # are its own business. Nothing in Python can name them, so sharing them would only cost memory and put the
            # interpreter's state within reach of a stray put. Who wants it all the same sets the variable.
            os.environ.setdefault("GASNETGO_DATA_SEGMENT", "off")
            path = find()
            try:
                lib = ctypes.CDLL(path)
            except OSError as e:
                raise Error(f"cannot load {path}: {e}; run make build, or set GASNETGO_LIBRARY to libgasnetgo.so") from e
            _lib = zportals.bind(zshmem.bind(zjob.bind(lib)))
    return _lib
