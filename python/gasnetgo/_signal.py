"""Signals: puts that update a signal word when their data has arrived. A signal word is the first element of a symmetric array of uint64."""

import enum

from . import zshmem as _z
from ._argument import call, fits, local_memory, symmetric_memory, word
from ._library import load
from ._order import pending
from ._setup import need
from ._wait import CMP


class SIGNAL(enum.IntEnum):
    """The effect of a signal on its word."""

    SET = _z.SHMEM_SIGNAL_SET
    ADD = _z.SHMEM_SIGNAL_ADD


def _word(sig, pe=None, ctx=None):
    return word(sig, ("uint64",), "signal", pe, ctx=ctx)[1:3]


def _value(value):
    if not 0 <= value < 1 << 64:
        raise OverflowError(f"{value} does not fit into a signal")
    return value


def _put(function, target, source, signal, value, pe, op, ctx):
    need()
    t = symmetric_memory(target, "target")
    s = local_memory(source, t)
    fits(s, t, "put into")
    address, pe = t.symmetric(pe, "target", ctx)
    call(function, ctx, address, s.address, s.nbytes, _word(signal, pe, ctx)[0], _value(value), SIGNAL(op), pe)
    return s


def put_signal(target, source, signal, value, pe, op=SIGNAL.SET, ctx=None):
    """Put source to target on a PE, then set signal there to value, or add it."""
    _put("putmem_signal", target, source, signal, value, pe, op, ctx)


def put_signal_nbi(target, source, signal, value, pe, op=SIGNAL.SET, ctx=None):
    """Start put_signal and return; source must not change until quiet."""
    (pending if ctx is None else ctx.pending).append(_put("putmem_signal_nbi", target, source, signal, value, pe, op, ctx))


def signal_set(signal, value, pe, ctx=None):
    """Set signal on a PE to value."""
    address, pe = _word(signal, pe, ctx)
    call("signal_set", ctx, address, _value(value), pe)


def signal_add(signal, value, pe, ctx=None):
    """Add value to signal on a PE."""
    address, pe = _word(signal, pe, ctx)
    call("signal_add", ctx, address, _value(value), pe)


def signal_fetch(signal):
    """This PE's signal."""
    return load().shmem_signal_fetch(_word(signal)[0])


def signal_wait_until(signal, cmp, value):
    """Block until this PE's signal satisfies the comparison with value; returns the signal."""
    return load().shmem_signal_wait_until(_word(signal)[0], CMP(cmp), _value(value))
