"""Teams and contexts."""

import ctypes

from . import zshmem as _z
from ._argument import Memory
from ._memory import ptr
from ._order import pending
from ._setup import need


class _Config(ctypes.Structure):
    _fields_ = [("num_contexts", ctypes.c_int)]


class Team:
    """An ordered set of PEs, numbered from 0. shmem.TEAM_WORLD and TEAM_SHARED are predefined; others are split from one, by its members together."""

    def __init__(self, handle):
        self._handle = handle

    @property
    def handle(self):
        """The C handle of the team."""
        if self._handle is None:
            raise ValueError("the team has been destroyed")
        return self._handle

    def my_pe(self):
        """The number of this PE in it."""
        return need().shmem_team_my_pe(self.handle)

    def n_pes(self):
        """How many PEs it has."""
        return need().shmem_team_n_pes(self.handle)

    def translate_pe(self, pe, team=None):
        """The number of its PE pe in another team (by default the world), or None if it is not a member there."""
        other = need().shmem_team_translate_pe(self.handle, pe, (team or TEAM_WORLD).handle)
        return None if other < 0 else other

    def config(self):
        """Its configuration, by name."""
        c = _Config()
        need().shmem_team_get_config(self.handle, _z.SHMEM_TEAM_NUM_CONTEXTS, ctypes.byref(c))
        return {"num_contexts": c.num_contexts}

    def split_strided(self, start=0, stride=1, size=None, num_contexts=0):
        """A team of its PEs start, start + stride, .. (size of them, or as many as there are); None on a PE that is not in it. Collective."""
        n = self.n_pes()
        if size is None:
            if stride == 0 or not 0 <= start < n:
                raise ValueError(f"start = {start}, stride = {stride}: size must be given")
            size = (n - 1 - start) // stride + 1 if stride > 0 else start // -stride + 1
        out, c = ctypes.c_void_p(), _Config(num_contexts)
        status = need().shmem_team_split_strided(
            self.handle, start, stride, size, ctypes.byref(c), _z.SHMEM_TEAM_NUM_CONTEXTS, ctypes.byref(out))
        if status != 0:
            raise ValueError(f"no team of start {start}, stride {stride}, size {size} among {n} PEs")
        return Team(out.value) if out.value else None

    def split_2d(self, xrange, num_contexts=0):
        """Its PEs in rows of xrange: this PE's row and its column, as two teams. Collective."""
        x, y, c = ctypes.c_void_p(), ctypes.c_void_p(), _Config(num_contexts)
        mask = _z.SHMEM_TEAM_NUM_CONTEXTS
        status = need().shmem_team_split_2d(
            self.handle, xrange, ctypes.byref(c), mask, ctypes.byref(x), ctypes.byref(c), mask, ctypes.byref(y))
        if status != 0:
            raise ValueError(f"no teams of rows of {xrange}")
        return Team(x.value), Team(y.value)

    def create_ctx(self, options=0):
        """A context on it: see Context."""
        return Context(options, self)

    def ptr(self, array, pe):
        """Its PE pe's copy of a symmetric array as an array with direct access, or None: see shmem.ptr."""
        pe = self.translate_pe(pe)
        return None if pe is None else ptr(array, pe)

    def destroy(self):
        """End it, with its contexts. Collective over its PEs."""
        need().shmem_team_destroy(self.handle)
        self._handle = None

    def __eq__(self, other):
        return isinstance(other, Team) and self._handle == other._handle

    def __hash__(self):
        return hash(self._handle)

    def __repr__(self):
        return "<Team, destroyed>" if self._handle is None else f"<Team {self._handle:#x}>"


TEAM_WORLD = Team(1)
TEAM_SHARED = Team(2)


class Context:
    """A stream of operations with its own ordering and completion. Functions take it as ctx=, with PE numbers of its team.

    with shmem.Context() as ctx:
        shmem.put(a, values, pe, ctx=ctx)         # complete at the end
    """

    SERIALIZED = _z.SHMEM_CTX_SERIALIZED
    PRIVATE = _z.SHMEM_CTX_PRIVATE
    NOSTORE = _z.SHMEM_CTX_NOSTORE

    def __init__(self, options=0, team=TEAM_WORLD):
        out = ctypes.c_void_p()
        if need().shmem_team_create_ctx(team.handle, options, ctypes.byref(out)) != 0:
            raise ValueError(f"no context with options {options} on {team}")
        self._handle, self.team, self.n_pes = out.value, team, team.n_pes()
        self.pending = []  # arrays of put_nbi and get_nbi, retained until quiet

    @property
    def handle(self):
        """The C handle of the context."""
        if self._handle is None:
            raise ValueError("the context has been destroyed")
        return self._handle

    def fence(self):
        """Each PE sees earlier puts and atomics on it before later ones."""
        need().shmem_ctx_fence(self.handle)

    def quiet(self):
        """All operations on it are complete when it returns."""
        need().shmem_ctx_quiet(self.handle)
        self.pending.clear()

    def destroy(self):
        """Complete its operations and end it."""
        need().shmem_ctx_destroy(self.handle)
        self._handle = None
        self.pending.clear()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.destroy()


def pe_quiet(pes, ctx=None):
    """Complete the operations towards some PEs (a list of numbers)."""
    lib, m = need(), (ctypes.c_int * len(pes))(*pes)
    for pe in pes:
        Memory(m, "pes").pe(pe, ctx)
    if ctx is None:
        lib.shmem_pe_quiet(ctypes.addressof(m), len(pes))
        pending.clear()
    else:
        lib.shmem_ctx_pe_quiet(ctx.handle, ctypes.addressof(m), len(pes))
