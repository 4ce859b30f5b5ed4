"""Runs programs that were written for shmem4py, unmodified.

    gasnetgo run -n 4 python3 -m gasnetgo.shmem4py prog.py arguments

runs prog.py with a module shmem4py that has the names of gasnetgo.shmem. A program can also begin with ``import gasnetgo.shmem4py``, after which
``from shmem4py import shmem`` finds it. As in shmem4py, the first import of ``shmem4py.shmem`` starts the library, unless
``shmem4py.rc.initialize`` or SHMEM4PY_RC_INITIALIZE says otherwise. shmem4py itself, if it is installed, is hidden.

What differs is in docs/user/python.md.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import os
import runpy
import sys
from types import ModuleType
from typing import Any, List, Optional, Sequence

from . import shmem

_PACKAGE = "shmem4py"
_WORDS = {**dict.fromkeys(("true", "yes", "on", "y", "1"), True), **dict.fromkeys(("false", "no", "off", "n", "0"), False)}


class Rc:
    """How importing shmem4py.shmem starts the library: set before it. finalize has no effect, as interpreter exit always ends the library."""

    initialize: bool = True
    threads: bool = False
    thread_level: str = "multiple"
    finalize: Optional[bool] = None

    def __setattr__(self, name: str, value: Any) -> None:
        if not hasattr(self, name):
            raise TypeError(f"shmem4py.rc has no option {name}; it has initialize, threads, thread_level and finalize")
        super().__setattr__(name, value)

    def __call__(self, **options: Any) -> None:
        """Set several options: all of them, or none if one does not exist."""
        for name in options:
            if not hasattr(self, name):
                raise TypeError(f"shmem4py.rc has no option {name}; it has initialize, threads, thread_level and finalize")
        for name, value in options.items():
            setattr(self, name, value)

    def __repr__(self) -> str:
        return f"<{type(self).__module__}.rc>"

    def _start(self) -> None:
        """Start the library as the options and the environment say."""
        for name in ("initialize", "threads", "thread_level", "finalize"):
            text = os.environ.get(f"SHMEM4PY_RC_{name.upper()}", "").lower()
            if text:
                setattr(self, name, _WORDS.get(text, text))
        if not self.initialize:
            return
        if not self.threads:
            shmem.init()
            return
        try:
            level = shmem.THREAD[self.thread_level.upper()]
        except (AttributeError, KeyError):
            raise ValueError(f"shmem4py.rc.thread_level = {self.thread_level!r}: single, funneled, serialized or multiple") from None
        shmem.init_thread(level)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Makes the modules shmem4py, shmem4py.rc and shmem4py.shmem."""

    def find_spec(self, fullname: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None) -> Optional[importlib.machinery.ModuleSpec]:
        if fullname not in (_PACKAGE, _PACKAGE + ".shmem"):
            return None
        return importlib.util.spec_from_loader(fullname, self, is_package=fullname == _PACKAGE)

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ == _PACKAGE:
            module.__doc__ = "gasnetgo's OpenSHMEM under the name of shmem4py."
            rc = Rc()
            module.__dict__["rc"] = rc
            sys.modules[_PACKAGE + ".rc"] = rc  # type: ignore[assignment]  # import shmem4py.rc
            return
        module.__doc__ = shmem.__doc__
        module.__dict__.update({name: getattr(shmem, name) for name in shmem.__all__}, __all__=list(shmem.__all__))
        sys.modules[_PACKAGE].__dict__["rc"]._start()


def install() -> None:
    """Make ``import shmem4py`` find gasnetgo. Importing this module has done so."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def main(words: List[str]) -> None:
    """Run a program: its file and its arguments, or -m, a module and its arguments."""
    module = words[:1] == ["-m"]
    words = words[1:] if module else words
    if not words:
        sys.exit("usage: python3 -m gasnetgo.shmem4py (prog.py | -m module) [arguments]")
    sys.argv[:] = words
    if module:
        sys.path[0] = os.getcwd()
        runpy.run_module(words[0], run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = os.path.dirname(os.path.abspath(words[0]))
        runpy.run_path(words[0], run_name="__main__")


install()

if __name__ == "__main__":
    # The module of this name, not this __main__, is what shmem4py's modules are made by.
    from gasnetgo import shmem4py as _this

    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "__main__"]
    _this.install()
    main(sys.argv[1:])
