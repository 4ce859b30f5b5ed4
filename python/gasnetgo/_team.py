"""Teams and contexts."""

from __future__ import annotations

import ctypes
import enum
from typing import Any, Dict, List, Mapping, Optional, Tuple

from . import zshmem as _z
from ._errors import Error, Invalid
from ._memory import at
from ._argument import Memory, index
from ._order import _pending
from ._setup import job, need
from ._types import Array, NDArray


class _Config(ctypes.Structure):
    _fields_ = [("num_contexts", ctypes.c_int)]


def _configuration(config, more):
    """(struct, mask) of a team's configuration by name."""
    config = {**(config or {}), **more}
    unknown = [name for name in config if name != "num_contexts"]
    if unknown:
        raise TypeError(f"config has {', '.join(unknown)}; a team's configuration has num_contexts only")
    number = index(config.get("num_contexts", 0), "num_contexts")
    return _Config(number), _z.SHMEM_TEAM_NUM_CONTEXTS if config else 0


class Team:
    """An ordered set of PEs, numbered from 0. TEAM_WORLD and TEAM_SHARED are predefined; others are split from one, by its members together.

    Team() is no team, and Team(other) another name of the same. A team that a PE is not a member of is false in an if, as TEAM_INVALID is.
    with destroys it at the end.
    """

    __slots__ = ("_handle",)

    def __init__(self, team: Optional[Team] = None) -> None:
        if team is not None and not isinstance(team, Team):
            raise TypeError(f"team is a {type(team).__name__}; it must be a Team or None")
        self._handle: int = _z.SHMEM_TEAM_INVALID if team is None else team._handle

    @staticmethod
    def _of(handle) -> Team:
        t = Team()
        t._handle = handle or _z.SHMEM_TEAM_INVALID
        return t

    @property
    def handle(self) -> int:
        """The C handle of the team."""
        if self._handle == _z.SHMEM_TEAM_INVALID:
            raise Invalid("the team has been destroyed, or this PE is not a member of it")
        return self._handle

    def my_pe(self) -> int:
        """The number of this PE in it."""
        handle = self.handle
        return need().shmem_team_my_pe(handle)

    def n_pes(self) -> int:
        """How many PEs it has."""
        handle = self.handle
        return need().shmem_team_n_pes(handle)

    def translate_pe(self, pe: Optional[int] = None, team: Optional[Team] = None) -> int:
        """The number of its PE pe (by default this one) in another team (by default the world). An Error if it is not a member there."""
        pe = self.my_pe() if pe is None else index(pe, "pe")
        other = self._translate(pe, team)
        if other < 0:
            raise Error(f"PE {pe} of {self} is not a member of {team or TEAM_WORLD}")
        return other

    def _translate(self, pe, team=None):
        return need().shmem_team_translate_pe(self.handle, pe, (TEAM_WORLD if team is None else team).handle)

    def get_config(self) -> Dict[str, int]:
        """Its configuration, by name."""
        c = _Config()
        need().shmem_team_get_config(self.handle, _z.SHMEM_TEAM_NUM_CONTEXTS, ctypes.byref(c))
        return {"num_contexts": c.num_contexts}

    def split_strided(self, start: int = 0, stride: int = 1, size: Optional[int] = None,
                      config: Optional[Mapping[str, int]] = None, **kwargs: int) -> Team:
        """A team of its PEs start, start + stride, .. (size of them, or as many as there are); an invalid one on other PEs. Collective."""
        n = self.n_pes()
        if size is None:
            if stride == 0 or not 0 <= start < n:
                raise ValueError(f"start = {start}, stride = {stride}: size must be given")
            size = (n - 1 - start) // stride + 1 if stride > 0 else start // -stride + 1
        out = ctypes.c_void_p()
        c, mask = _configuration(config, kwargs)
        if need().shmem_team_split_strided(self.handle, start, stride, size, ctypes.byref(c), mask, ctypes.byref(out)) != 0:
            raise Invalid(f"no team of start {start}, stride {stride}, size {size} among {n} PEs")
        return Team._of(out.value)

    def split_2d(self, xrange: int, config: Optional[Mapping[str, int]] = None, **kwargs: int) -> Tuple[Team, Team]:
        """Its PEs in rows of xrange: this PE's row and its column, as two teams. Collective."""
        x, y = ctypes.c_void_p(), ctypes.c_void_p()
        c, mask = _configuration(config, kwargs)
        c = ctypes.byref(c)
        if need().shmem_team_split_2d(self.handle, xrange, c, mask, ctypes.byref(x), c, mask, ctypes.byref(y)) != 0:
            raise Invalid(f"no teams of rows of {xrange}")
        return Team._of(x.value), Team._of(y.value)

    def create_ctx(self, options: int = 0) -> Ctx:
        """A context on it: see Ctx."""
        return Ctx.create(options, self)

    def sync(self) -> None:
        """Wait for its PEs; does not complete puts."""
        need().shmem_team_sync(self.handle)

    def ptr(self, target: Array, pe: int) -> Optional[NDArray]:
        """Its PE pe's copy of a symmetric array as an array with direct access, or None: see shmem.ptr."""
        m, address = Memory(target, "target"), None
        if 0 <= pe < self.n_pes():
            address = need().shmem_ptr(m.symmetric("target"), self._translate(pe))
        return at(address, m) if address else None

    def destroy(self) -> None:
        """End it, with its contexts. Collective over its PEs. Does nothing to predefined teams, and to TEAM_INVALID."""
        if self is TEAM_WORLD or self is TEAM_SHARED:
            return
        handle, self._handle = self._handle, _z.SHMEM_TEAM_INVALID
        if handle not in (_z.SHMEM_TEAM_INVALID, _z.SHMEM_TEAM_WORLD, _z.SHMEM_TEAM_SHARED):
            need().shmem_team_destroy(handle)

    def __enter__(self) -> Team:
        return self

    def __exit__(self, *_: Any) -> None:
        self.destroy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Team) and self._handle == other._handle

    def __hash__(self) -> int:
        return hash(self._handle)

    def __bool__(self) -> bool:
        return self._handle != _z.SHMEM_TEAM_INVALID

    def __repr__(self) -> str:
        names = {_z.SHMEM_TEAM_INVALID: "TEAM_INVALID", _z.SHMEM_TEAM_WORLD: "TEAM_WORLD", _z.SHMEM_TEAM_SHARED: "TEAM_SHARED"}
        return names.get(self._handle, f"<Team {self._handle:#x}>")


TEAM_WORLD = Team._of(_z.SHMEM_TEAM_WORLD)
TEAM_SHARED = Team._of(_z.SHMEM_TEAM_SHARED)
TEAM_INVALID = Team()


class CTX(enum.IntFlag):
    """Options of a context."""

    SERIALIZED = _z.SHMEM_CTX_SERIALIZED
    PRIVATE = _z.SHMEM_CTX_PRIVATE
    NOSTORE = _z.SHMEM_CTX_NOSTORE


CTX_SERIALIZED = CTX.SERIALIZED
CTX_PRIVATE = CTX.PRIVATE
CTX_NOSTORE = CTX.NOSTORE
_OPTIONS = int(CTX.SERIALIZED | CTX.PRIVATE | CTX.NOSTORE)


class Ctx:
    """A stream of operations with its own ordering and completion. Functions take it as ctx=, with PE numbers of its team.

    with shmem.Ctx.create() as ctx:
        shmem.put(a, values, pe, ctx=ctx)         # complete at the end

    Ctx() is no context, and Ctx(other) another name of the same.
    """

    __slots__ = ("_handle", "_n", "pending")

    def __init__(self, ctx: Optional[Ctx] = None) -> None:
        if ctx is not None and not isinstance(ctx, Ctx):
            raise TypeError(f"ctx is a {type(ctx).__name__}; it must be a Ctx or None")
        self._handle: int = _z.SHMEM_CTX_INVALID if ctx is None else ctx._handle
        self._n: int = 0 if ctx is None else ctx._n
        self.pending: List[Any] = [] if ctx is None else ctx.pending  # memory of operations in flight, retained until quiet

    @staticmethod
    def create(options: int = 0, team: Optional[Team] = None) -> Ctx:
        """A new context on a team, by default on the world."""
        team = TEAM_WORLD if team is None else team
        if index(options, "options") & ~_OPTIONS:
            raise ValueError(f"options = {options}: CTX.SERIALIZED, CTX.PRIVATE and CTX.NOSTORE can be combined")
        out, ctx = ctypes.c_uint64(_z.SHMEM_CTX_INVALID), Ctx()
        if need().shmem_team_create_ctx(team.handle, int(options), ctypes.addressof(out)) != 0:
            raise Error(f"no context with options {options} on {team}")
        ctx._handle, ctx._n = out.value, team.n_pes()
        return ctx

    @property
    def handle(self) -> int:
        """The C handle of the context."""
        if self._handle == _z.SHMEM_CTX_INVALID:
            raise Invalid("the context has been destroyed")
        return self._handle

    @property
    def default(self) -> bool:
        """Whether it is the context of calls without one."""
        return self._handle == _z.SHMEM_CTX_DEFAULT

    @property
    def n_pes(self) -> int:
        """How many PEs its team has."""
        self.handle
        return job.n_pes if self.default else self._n

    def get_team(self) -> Team:
        """Its team."""
        out = ctypes.c_void_p()
        if need().shmem_ctx_get_team(self.handle, ctypes.byref(out)) != 0:
            raise Error("the context has no team")
        return Team._of(out.value)

    def fence(self) -> None:
        """Each PE sees earlier puts and atomics on it before later ones."""
        need().shmem_ctx_fence(self.handle)

    def quiet(self) -> None:
        """All operations on it are complete when it returns."""
        need().shmem_ctx_quiet(self.handle)
        (_pending if self.default else self.pending).clear()

    def destroy(self) -> None:
        """Complete its operations and end it. Does nothing to CTX_DEFAULT and CTX_INVALID."""
        if self is CTX_DEFAULT:
            return
        handle, self._handle = self._handle, _z.SHMEM_CTX_INVALID
        if handle not in (_z.SHMEM_CTX_INVALID, _z.SHMEM_CTX_DEFAULT):
            need().shmem_ctx_destroy(handle)
            self.pending.clear()

    def __enter__(self) -> Ctx:
        return self

    def __exit__(self, *_: Any) -> None:
        self.destroy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ctx) and self._handle == other._handle

    def __hash__(self) -> int:
        return hash(self._handle)

    def __bool__(self) -> bool:
        return self._handle != _z.SHMEM_CTX_INVALID

    def __repr__(self) -> str:
        names = {_z.SHMEM_CTX_DEFAULT: "CTX_DEFAULT", _z.SHMEM_CTX_INVALID: "CTX_INVALID"}
        return names.get(self._handle, f"<Ctx {self._handle:#x}>")


CTX_INVALID = Ctx()
CTX_DEFAULT = Ctx()
CTX_DEFAULT._handle = _z.SHMEM_CTX_DEFAULT
