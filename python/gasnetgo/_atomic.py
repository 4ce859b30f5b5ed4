"""Atomics: on the first element of target on a PE, or on one of a context's team. The fetching ones return the old number."""

from ._argument import INTEGERS, call, number, word

_EXTENDED = (*INTEGERS, "float32", "float64")


def _atomic(op, allowed, target, pe, ctx, *values):
    name, address, pe, m = word(target, allowed, "target", pe, ctx=ctx)
    return call(f"{name}_atomic_{op}", ctx, address, *(number(v, m) for v in values), pe)


def atomic_fetch(source, pe, ctx=None):
    """The number."""
    return _atomic("fetch", _EXTENDED, source, pe, ctx)


def atomic_set(target, value, pe, ctx=None):
    """Store a number."""
    _atomic("set", _EXTENDED, target, pe, ctx, value)


def atomic_swap(target, value, pe, ctx=None):
    """Store a number and return the old one."""
    return _atomic("swap", _EXTENDED, target, pe, ctx, value)


def atomic_compare_swap(target, cond, value, pe, ctx=None):
    """Store value if the number equals cond; returns the old number."""
    return _atomic("compare_swap", INTEGERS, target, pe, ctx, cond, value)


def atomic_add(target, value, pe, ctx=None):
    """Add a number."""
    _atomic("add", INTEGERS, target, pe, ctx, value)


def atomic_fetch_add(target, value, pe, ctx=None):
    """Add a number and return the old one."""
    return _atomic("fetch_add", INTEGERS, target, pe, ctx, value)


def atomic_inc(target, pe, ctx=None):
    """Add one."""
    _atomic("inc", INTEGERS, target, pe, ctx)


def atomic_fetch_inc(target, pe, ctx=None):
    """Add one and return the old number."""
    return _atomic("fetch_inc", INTEGERS, target, pe, ctx)


def atomic_and(target, value, pe, ctx=None):
    """Clear the bits that value does not have."""
    _atomic("and", INTEGERS, target, pe, ctx, value)


def atomic_or(target, value, pe, ctx=None):
    """Set the bits of value."""
    _atomic("or", INTEGERS, target, pe, ctx, value)


def atomic_xor(target, value, pe, ctx=None):
    """Flip the bits of value."""
    _atomic("xor", INTEGERS, target, pe, ctx, value)


def atomic_fetch_and(target, value, pe, ctx=None):
    """Clear the bits that value does not have; returns the old number."""
    return _atomic("fetch_and", INTEGERS, target, pe, ctx, value)


def atomic_fetch_or(target, value, pe, ctx=None):
    """Set the bits of value; returns the old number."""
    return _atomic("fetch_or", INTEGERS, target, pe, ctx, value)


def atomic_fetch_xor(target, value, pe, ctx=None):
    """Flip the bits of value; returns the old number."""
    return _atomic("fetch_xor", INTEGERS, target, pe, ctx, value)
