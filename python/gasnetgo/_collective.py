"""Collectives on teams: all PEs of a team call them together, with arrays of the same size unless stated otherwise."""

from ._argument import Memory, symmetric_memory, writable
from ._dtype import C_NAMES
from ._setup import my_pe, need
from .zshmem import SHMEM_TEAM_WORLD

_NAMES = {**C_NAMES, "complex64": "complexf", "complex128": "complexd", "longdouble": "longdouble", "float128": "longdouble"}
_SIZES = {1: "int8", 2: "int16", 4: "int32", 8: "int64", 16: "longdouble"}  # for routines that only copy
_BITS = tuple(n for n in C_NAMES if "int" in n)


def _handle(team):
    return SHMEM_TEAM_WORLD if team is None else getattr(team, "handle", team)


def _memory(dest, source, team, per_pe=0):
    """(library, team, dest, source, PEs), after checks of the arrays: dest has space for per_pe sources for each PE."""
    lib, team = need(), _handle(team)
    d, s = symmetric_memory(dest, "dest"), symmetric_memory(source, "source")
    writable(d, "dest")
    if d.dtype != s.dtype:
        raise TypeError(f"elements of {s.dtype} and of {d.dtype} do not mix; convert one of the arrays")
    n = lib.shmem_team_n_pes(team)
    if n < 0:
        raise ValueError(f"team = {team!r} is no team of this PE")
    room = s.size * (per_pe * n if per_pe else 1)
    if d.size < room:
        raise ValueError(f"dest has {d.size} elements and needs {room}")
    for m, what in ((d, "dest"), (s, "source")):
        m.symmetric(my_pe(), what)
    return lib, team, d, s, n


def team_sync(team=None):
    """Wait for all PEs of a team (all PEs if there is none); does not complete puts."""
    need().shmem_team_sync(_handle(team))


def broadcast(dest, source, root=0, team=None):
    """Copy PE root's source to the beginning of dest on all PEs of the team, its own included."""
    lib, team, d, s, n = _memory(dest, source, team)
    if not 0 <= root < n:
        raise ValueError(f"root = {root} is not in 0..{n - 1}")
    lib.shmem_broadcastmem(team, d.address, s.address, s.nbytes, root)


def fcollect(dest, source, team=None):
    """Put the sources of all PEs behind each other into dest of each."""
    lib, team, d, s, _ = _memory(dest, source, team, per_pe=1)
    lib.shmem_fcollectmem(team, d.address, s.address, s.nbytes)


def collect(dest, source, team=None):
    """As fcollect, with sources of any sizes. dest must be long enough for all of them."""
    lib, team, d, s, _ = _memory(dest, source, team)
    lib.shmem_collectmem(team, d.address, s.address, s.nbytes)


def alltoall(dest, source, team=None):
    """Cut each source into as many blocks as there are PEs: block j of PE i becomes block i of PE j's dest."""
    lib, team, d, s, n = _memory(dest, source, team)
    if s.size % n:
        raise ValueError(f"source has {s.size} elements, which {n} PEs cannot share alike")
    lib.shmem_alltoallmem(team, d.address, s.address, s.nbytes // n)


def alltoalls(dest, source, dest_step=1, source_step=1, nelems=None, team=None):
    """As alltoall for nelems elements a block, that are steps apart: as many as source has room for if nelems is not given."""
    lib, team, d, s, n = _memory(dest, source[:0], team)
    s = Memory(source)
    for name, step in (("dest_step", dest_step), ("source_step", source_step)):
        if step < 1:
            raise ValueError(f"{name} = {step} is not at least 1")
    room = min((m.size + step - 1) // step for m, step in ((d, dest_step), (s, source_step))) // n
    if nelems is None:
        nelems = room
    if not 0 <= nelems <= room:
        raise ValueError(f"nelems = {nelems} is not in 0..{room}, which the arrays and steps have room for")
    if s.dtype.itemsize not in _SIZES:
        raise TypeError(f"elements of {s.dtype} cannot be used here; those of {', '.join(map(str, _SIZES))} bytes can")
    s.symmetric(my_pe(), "source")
    getattr(lib, f"shmem_{_SIZES[s.dtype.itemsize]}_alltoalls")(team, d.address, s.address, dest_step, source_step, nelems)


def _typed(names, routine, dest, source, team):
    lib, team, d, s, _ = _memory(dest, source, team)
    if s.dtype.name not in names:
        raise TypeError(f"elements of {s.dtype} cannot be used here; those of {', '.join(names)} can")
    getattr(lib, f"shmem_{_NAMES[s.dtype.name]}_{routine}")(team, d.address, s.address, s.size)


def sum_reduce(dest, source, team=None):
    """Add the sources of all PEs up, element by element, into dest of each. dest may be source."""
    _typed(_NAMES, "sum_reduce", dest, source, team)


def prod_reduce(dest, source, team=None):
    """As sum_reduce, with products."""
    _typed(_NAMES, "prod_reduce", dest, source, team)


def min_reduce(dest, source, team=None):
    """As sum_reduce, with the minimum."""
    _typed([n for n in _NAMES if "complex" not in n], "min_reduce", dest, source, team)


def max_reduce(dest, source, team=None):
    """As sum_reduce, with the maximum."""
    _typed([n for n in _NAMES if "complex" not in n], "max_reduce", dest, source, team)


def and_reduce(dest, source, team=None):
    """As sum_reduce, with bitwise and."""
    _typed(_BITS, "and_reduce", dest, source, team)


def or_reduce(dest, source, team=None):
    """As sum_reduce, with bitwise or."""
    _typed(_BITS, "or_reduce", dest, source, team)


def xor_reduce(dest, source, team=None):
    """As sum_reduce, with bitwise exclusive or."""
    _typed(_BITS, "xor_reduce", dest, source, team)


def sum_inscan(dest, source, team=None):
    """Add up the sources of the PEs before this one and its own. dest may be source."""
    _typed(_NAMES, "sum_inscan", dest, source, team)


def sum_exscan(dest, source, team=None):
    """Add up the sources of the PEs before this one: 0 on the first."""
    _typed(_NAMES, "sum_exscan", dest, source, team)
