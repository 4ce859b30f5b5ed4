"""Finding libgasnetgo.so and giving its functions their types."""

import ctypes
import os
import pathlib
import shutil
import threading

from . import zjob, zportals, zshmem
from ._errors import Error

NAME = "libgasnetgo.so.1"

_lock = threading.Lock()
_lib = None


def find():
    """Path of the library, or its bare name if only the loader can find it.

    In this order: the file that GASNETGO_LIBRARY names, a folder above this package, or ``lib`` there (as ``make install`` and
    ``make build`` lay it out), ``build/lib`` of the source tree, where it was when pip installed this package, beside the command
    gasnetgo, the loader.
    """
    named = os.environ.get("GASNETGO_LIBRARY")
    if named:
        return named
    for folder in pathlib.Path(__file__).resolve().parents[1:5]:
        for lib in (folder / NAME, folder / "lib" / NAME, folder / "build" / "lib" / NAME):
            if lib.exists():
                return str(lib)
    try:
        from ._installed import LIBRARY  # type: ignore  # pip install writes it
    except ImportError:
        LIBRARY = ""
    launcher = shutil.which("gasnetgo")
    beside = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(launcher))), "libexec", "gasnetgo", "lib", NAME) if launcher else ""
    for path in (LIBRARY, beside):
        if os.path.exists(path):
            return path
    return NAME


def load():
    """The library as a ctypes.CDLL, loaded once."""
    global _lib
    with _lock:
        if _lib is None:
            # The globals of a C program are symmetric: the library maps them into shared memory. Python code cannot name the globals
            # of the interpreter, so sharing them would only cost memory and expose the interpreter's state to stray puts. A program
            # that needs them sets the variable.
            os.environ.setdefault("GASNETGO_DATA_SEGMENT", "off")
            path = find()
            try:
                lib = ctypes.CDLL(path)
            except OSError as e:
                raise Error(f"cannot load {path}: {e}; run make build or make install, or set GASNETGO_LIBRARY to libgasnetgo.so") from e
            _lib = zportals.bind(zshmem.bind(zjob.bind(lib)))
    return _lib
