"""Signals: puts that update a signal word when their data has arrived. A signal is the first element of a symmetric array of uint64."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Optional

from . import zshmem as _z
from ._argument import Function, length, local_memory, pe_number, symmetric_memory
from ._library import load
from ._memory import MALLOC, free, new_array
from ._order import pending
from ._setup import need
from ._typed import Functions, element, number
from ._types import Array, NDArray, Values
from ._wait import CMP, comparison

if TYPE_CHECKING:
    from ._team import Ctx


class SIGNAL(enum.IntEnum):
    """The effect of a signal on its word."""

    SET = _z.SHMEM_SIGNAL_SET
    ADD = _z.SHMEM_SIGNAL_ADD


SIGNAL_SET = SIGNAL.SET
SIGNAL_ADD = SIGNAL.ADD

_WORDS = Functions("shmem_{}_p", ("uint64",))  # for the range of the numbers only
_PUT, _PUT_NBI = Function("putmem_signal"), Function("putmem_signal_nbi")
_SIGNAL_SET, _SIGNAL_ADD = Function("signal_set"), Function("signal_add")


def new_signal() -> NDArray:
    """A signal, of value 0. Collective. del_signal frees it."""
    return new_array(1, "uint64", hints=MALLOC.SIGNAL_REMOTE)


def del_signal(signal: Array) -> None:
    """Free a signal. Collective."""
    free(signal)


def _word(signal):
    address = element(signal, "signal")
    _WORDS[signal.dtype]
    return address


def _value(value, signal):
    return number(value, _WORDS[signal.dtype], signal.dtype)


def _put(function, target, source, pe, signal, value, sigop, size, ctx):
    need()
    t = symmetric_memory(target, "target")
    s = local_memory(source, t)
    if size is None and s.size > t.size:
        raise ValueError(f"{s.size} elements are put into an array of {t.size}; size= puts fewer")
    size = length(size, min(s.size, t.size), "target and source have")
    address, word = t.symmetric("target"), _word(signal)
    function(ctx, address, s.local("source"), size * t.dtype.itemsize, word, _value(value, signal), SIGNAL(sigop), pe_number(pe, ctx))
    return s


def put_signal(target: Array, source: Values, pe: int, signal: Array, value: int, sigop: SIGNAL = SIGNAL.SET,
               size: Optional[int] = None, ctx: Optional[Ctx] = None) -> None:
    """Put source to target on a PE (see put), then set signal there to value, or add it."""
    _put(_PUT, target, source, pe, signal, value, sigop, size, ctx)


def put_signal_nbi(target: Array, source: Values, pe: int, signal: Array, value: int, sigop: SIGNAL = SIGNAL.SET,
                   size: Optional[int] = None, ctx: Optional[Ctx] = None) -> None:
    """Start put_signal and return; source must not change until quiet."""
    pending(ctx).append(_put(_PUT_NBI, target, source, pe, signal, value, sigop, size, ctx))


def signal_set(signal: Array, value: int, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Set signal on a PE to value."""
    _SIGNAL_SET(ctx, _word(signal), _value(value, signal), pe_number(pe, ctx))


def signal_add(signal: Array, value: int, pe: int, ctx: Optional[Ctx] = None) -> None:
    """Add value to signal on a PE."""
    _SIGNAL_ADD(ctx, _word(signal), _value(value, signal), pe_number(pe, ctx))


def signal_fetch(signal: Array) -> int:
    """This PE's signal."""
    return load().shmem_signal_fetch(_word(signal))


def signal_wait_until(signal: Array, cmp: CMP, value: int) -> int:
    """Block until this PE's signal satisfies the comparison with value; returns the signal."""
    return load().shmem_signal_wait_until(_word(signal), comparison(cmp), _value(value, signal))
