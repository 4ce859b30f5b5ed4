"""Atomics: on the first element of target on a PE. The fetching ones answer what was there before."""

from ._argument import INTEGERS, number, word
from ._library import load

_EXTENDED = (*INTEGERS, "float32", "float64")


def _atomic(op, allowed, target, pe, *values):
    name, address, pe, m = word(target, allowed, "target", pe)
    return getattr(load(), f"shmem_{name}_atomic_{op}")(address, *(number(v, m) for v in values), pe)


def atomic_fetch(source, pe):
    """The number there."""
    return _atomic("fetch", _EXTENDED, source, pe)


def atomic_set(target, value, pe):
    """Store a number."""
    _atomic("set", _EXTENDED, target, pe, value)


def atomic_swap(target, value, pe):
    """Store a number and answer the old one."""
    return _atomic("swap", _EXTENDED, target, pe, value)


def atomic_compare_swap(target, cond, value, pe):
    """Store value if cond is there; answers what was there."""
    return _atomic("compare_swap", INTEGERS, target, pe, cond, value)


def atomic_add(target, value, pe):
    """Add a number."""
    _atomic("add", INTEGERS, target, pe, value)


def atomic_fetch_add(target, value, pe):
    """Add a number and answer the old one."""
    return _atomic("fetch_add", INTEGERS, target, pe, value)


def atomic_inc(target, pe):
    """Add one."""
    _atomic("inc", INTEGERS, target, pe)


def atomic_fetch_inc(target, pe):
    """Add one and answer the old number."""
    return _atomic("fetch_inc", INTEGERS, target, pe)


def atomic_and(target, value, pe):
    """Clear the bits that value does not have."""
    _atomic("and", INTEGERS, target, pe, value)


def atomic_or(target, value, pe):
    """Set the bits of value."""
    _atomic("or", INTEGERS, target, pe, value)


def atomic_xor(target, value, pe):
    """Flip the bits of value."""
    _atomic("xor", INTEGERS, target, pe, value)


def atomic_fetch_and(target, value, pe):
    """Clear the bits that value does not have; answers the old number."""
    return _atomic("fetch_and", INTEGERS, target, pe, value)


def atomic_fetch_or(target, value, pe):
    """Set the bits of value; answers the old number."""
    return _atomic("fetch_or", INTEGERS, target, pe, value)


def atomic_fetch_xor(target, value, pe):
    """Flip the bits of value; answers the old number."""
    return _atomic("fetch_xor", INTEGERS, target, pe, value)
