"""GASNet-1 from Python.

Every process (here called node) attaches a segment of memory that the others put into and get from, and registers handlers: functions that
another node calls by a message. Local memory is any buffer: bytes, a bytearray, an array.array, a NumPy array.

    from gasnetgo import gasnet

    @gasnet.short
    def add(token, amount):                     # a message without data; its parameters after token are 32-bit numbers
        total[token.source] += amount

    gasnet.attach(1 << 20, [add])
    me, n = gasnet.mynode(), gasnet.nodes()
    total = [0] * n
    gasnet.barrier()
    gasnet.put((me + 1) % n, 64, b"hello")      # to offset 64 of the right neighbour's segment
    add.request((me + 1) % n, 5)
    gasnet.block_until(lambda: total[(me - 1) % n] == 5)
    gasnet.barrier()
    print(bytes(gasnet.segment()[64:69]))

Handlers run inside calls of this module, on the calling thread. A handler may reply through its token, once, and must not make requests or wait.
One that raises ends the job, as an exception anywhere does. The C functions themselves are gasnetgo.load().gasnet_put and so on after attach,
and their constants are in gasnetgo.zgasnet.
"""

from __future__ import annotations

import atexit
import ctypes
import inspect
import traceback
from typing import Any, Callable, List, NoReturn, Optional, Sequence

from . import _setup
from . import zgasnet as _z
from ._buffer import Memory
from ._errors import Error
from ._library import load

__all__ = [
    "Failed", "Handle", "Handler", "Token", "attach", "barrier", "barrier_notify", "barrier_try", "barrier_wait", "block_until", "exit", "get",
    "get_nb", "long", "max_segment", "medium", "memset", "mynode", "nodes", "poll", "put", "put_nb", "segment", "segment_size", "short",
]


class Failed(Error):
    """A GASNet function returned a code other than GASNET_OK."""

    def __init__(self, function: str, code: int) -> None:
        name, text = _library().gasnet_ErrorName(code), _library().gasnet_ErrorDesc(code)
        super().__init__(f"{function}: {name.decode()}: {text.decode()}")
        self.function, self.code = function, code


class _State:
    lib: Any = None  # with its functions' types
    started = False
    segments: List[Any] = []  # (address, size) of every node, after attach
    handlers: List[Handler] = []  # which the library calls


_state = _State()


def _library():
    if _state.lib is None:
        _state.lib = _z.bind(load())
    return _state.lib


def _call(name, *arguments):
    code = getattr(_library(), name)(*arguments)
    if code != _z.GASNET_OK:
        raise Failed(name, code)


def _attached():
    if not _state.segments:
        raise Error("gasnet.attach() has not been called")
    return _state.lib


def _start():
    if _state.started:
        return
    _call("gasnet_init", None, None)
    _state.started = True
    _setup._watch_exit()
    _setup._let_interrupts_through()
    atexit.register(_leave)  # the ending interpreter must not be called by a message


def _leave():
    _setup._at_exit()
    exit(_setup._left_by or 0)


def max_segment() -> int:
    """The largest segment that all nodes can attach, in bytes. Before attach."""
    _start()
    return _library().gasnet_getMaxGlobalSegmentSize()


def attach(size: int = 1 << 20, handlers: Sequence[Handler] = ()) -> None:
    """Join the job with a segment of size bytes (rounded up to pages) and these handlers. Collective, once; same handlers in the same order on all nodes."""
    _start()
    if size < 0 or not all(isinstance(h, Handler) for h in handlers):
        raise ValueError(f"size = {size} must not be negative, and handlers must be made by gasnet.short, medium or long")
    size = -(-size // _z.GASNET_PAGESIZE) * _z.GASNET_PAGESIZE
    table = (_z.gasnet_handlerentry_t * len(handlers))()
    for i, h in enumerate(handlers):
        h._index = 128 + i
        table[i].index, table[i].fnptr = h._index, ctypes.cast(h._entry, ctypes.c_void_p).value
    _call("gasnet_attach", ctypes.addressof(table) if handlers else None, len(handlers), size, 0)
    _state.handlers = list(handlers)
    n = _library().gasnet_nodes()
    all_segments = (_z.gasnet_seginfo_t * n)()
    _call("gasnet_getSegmentInfo", ctypes.addressof(all_segments), n)
    _state.segments = [(s.addr or 0, s.size) for s in all_segments]


def mynode() -> int:
    """The number of this node, from 0."""
    _start()
    return _library().gasnet_mynode()


def nodes() -> int:
    """How many nodes the job has."""
    _start()
    return _library().gasnet_nodes()


def segment() -> memoryview:
    """This node's segment: numpy.frombuffer makes an array of it."""
    lib = _attached()
    address, size = _state.segments[lib.gasnet_mynode()]
    return memoryview((ctypes.c_char * size).from_address(address)).cast("B")


def segment_size(node: int) -> int:
    """The size of a node's segment in bytes."""
    _attached()
    return _state.segments[_node(node)][1]


def _node(node):
    if not 0 <= node < len(_state.segments):
        raise ValueError(f"node = {node} is not in 0..{len(_state.segments) - 1}")
    return node


def _remote(node, offset, nbytes):
    """The address at an offset of a node's segment, after a check that nbytes fit there."""
    address, size = _state.segments[_node(node)]
    if not 0 <= offset <= size - nbytes:
        raise ValueError(f"offset = {offset}: {nbytes} bytes do not fit into node {node}'s segment of {size}")
    return address + offset


def put(node: int, offset: int, source: Any) -> None:
    """Copy the bytes of source to an offset of a node's segment. Complete on return."""
    lib, m = _attached(), Memory(source)
    lib.gasnet_put_bulk(node, _remote(node, offset, m.nbytes), m.address, m.nbytes)


def get(target: Any, node: int, offset: int) -> None:
    """Fill target from an offset of a node's segment. Complete on return."""
    lib, m = _attached(), Memory(target, writable=True)
    lib.gasnet_get_bulk(m.address, node, _remote(node, offset, m.nbytes), m.nbytes)


def memset(node: int, offset: int, value: int, nbytes: int) -> None:
    """Set bytes of a node's segment. Complete on return."""
    lib = _attached()
    if nbytes < 0 or not 0 <= value < 256:
        raise ValueError(f"value = {value} must be in 0..255, and nbytes = {nbytes} not negative")
    lib.gasnet_memset(node, _remote(node, offset, nbytes), value, nbytes)


class Handle:
    """A put or get in flight. Its memory is retained, and must not change, until wait returns or done is true."""

    __slots__ = ("_handle", "_memory")

    def __init__(self, handle, memory) -> None:
        self._handle, self._memory = handle, memory

    def wait(self) -> None:
        """Wait until it is complete."""
        if self._memory is not None:
            _state.lib.gasnet_wait_syncnb(self._handle)
            self._memory = None

    def done(self) -> bool:
        """Whether it is complete. Does not wait."""
        if self._memory is not None and _state.lib.gasnet_try_syncnb(self._handle) == _z.GASNET_OK:
            self._memory = None
        return self._memory is None


def put_nb(node: int, offset: int, source: Any) -> Handle:
    """Start a put."""
    lib, m = _attached(), Memory(source)
    return Handle(lib.gasnet_put_nb_bulk(node, _remote(node, offset, m.nbytes), m.address, m.nbytes), m)


def get_nb(target: Any, node: int, offset: int) -> Handle:
    """Start a get."""
    lib, m = _attached(), Memory(target, writable=True)
    return Handle(lib.gasnet_get_nb_bulk(m.address, node, _remote(node, offset, m.nbytes), m.nbytes), m)


def _phase(value):
    return (0, _z.GASNET_BARRIERFLAG_ANONYMOUS) if value is None else (value, 0)


def barrier_notify(value: Optional[int] = None) -> None:
    """Begin a barrier: this node is here. With a value, barrier_wait compares it with those of the other nodes."""
    _attached().gasnet_barrier_notify(*_phase(value))


def barrier_wait(value: Optional[int] = None) -> None:
    """Wait until all nodes have notified. Raises Failed if their values differ."""
    _attached()
    _call("gasnet_barrier_wait", *_phase(value))


def barrier_try(value: Optional[int] = None) -> bool:
    """barrier_wait, if it need not wait: whether the barrier is over."""
    code = _attached().gasnet_barrier_try(*_phase(value))
    if code not in (_z.GASNET_OK, _z.GASNET_ERR_NOT_READY):
        raise Failed("gasnet_barrier_try", code)
    return code == _z.GASNET_OK


def barrier() -> None:
    """Wait for all nodes. Puts and gets without a handle are complete; messages may still be under way."""
    barrier_notify()
    barrier_wait()


def poll() -> None:
    """Run the handlers of messages that have arrived."""
    _attached()
    _call("gasnet_AMPoll")


def block_until(condition: Callable[[], Any]) -> None:
    """Run handlers until condition() is true; only a handler can make it so."""
    lib, waiting = _attached(), (ctypes.c_uint64 * 16)()
    while not condition():
        lib.gasneti_block(ctypes.addressof(waiting))


def exit(status: int = 0) -> NoReturn:
    """End the job with a status, on all nodes. With 0, waits for nodes that still run, for a time."""
    _setup._flush()
    _library().gasnet_exit(int(status))
    raise SystemExit(status)  # the call above does not return


class Token:
    """What a handler knows of the message. Valid while the handler runs."""

    __slots__ = ("_token",)

    def __init__(self, token) -> None:
        self._token = token

    @property
    def source(self) -> int:
        """The node that sent the message."""
        node = ctypes.c_uint32()
        _call("gasnet_AMGetMsgSource", self._token, ctypes.addressof(node))
        return node.value

    def reply(self, handler: Handler, *arguments: Any) -> None:
        """Send a message back: as handler.request, without the node. Only for requests, and once."""
        handler._send("Reply", self._token, self.source, arguments)


class Handler:
    """A function that other nodes call by a message. gasnet.short, medium and long make it; attach registers it."""

    def __init__(self, function: Callable[..., None], kind: str) -> None:
        self.function, self.kind = function, kind
        self.__doc__ = function.__doc__
        first = 1 if kind == "Short" else 2
        parameters = list(inspect.signature(function).parameters.values())
        if len(parameters) < first or any(p.kind not in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters):
            raise TypeError(f"{function.__name__}: a handler's parameters are {'token' if first == 1 else 'token, data'} and up to 16 numbers, all by position")
        self.count = len(parameters) - first
        if self.count > 16:
            raise TypeError(f"{function.__name__} has {self.count} numbers; a message has at most 16")
        self._index: Optional[int] = None
        data = () if kind == "Short" else (ctypes.c_void_p, ctypes.c_size_t)
        self._entry = ctypes.CFUNCTYPE(None, ctypes.c_void_p, *data, *[ctypes.c_int32] * self.count)(self._run)

    def _run(self, token, *arguments):
        try:
            if self.kind == "Short":
                self.function(Token(token), *arguments)
                return
            address, size, *numbers = arguments
            raw = (ctypes.c_char * size).from_address(address) if size else b""
            self.function(Token(token), bytes(raw) if self.kind == "Medium" else memoryview(raw).cast("B"), *numbers)
        except BaseException:  # nothing above this frame could handle it, and the sender may wait for what the handler did not do
            traceback.print_exc()
            exit(1)

    def request(self, node: int, *arguments: Any) -> None:
        """Send the message to a node: (node, numbers..) of a short one, (node, data, numbers..) of a medium one, (node, data, offset, numbers..) of a long one.

        data is copied before the call returns; a long message's is stored at an offset of the node's segment.
        """
        _attached()
        self._send("Request", _node(node), node, arguments)

    def _send(self, what, to, node, arguments):
        name = self.function.__name__
        if self._index is None or self not in _state.handlers:
            raise Error(f"{name} was not given to gasnet.attach()")
        extra = {"Short": 0, "Medium": 1, "Long": 2}[self.kind]
        if len(arguments) != extra + self.count:
            raise TypeError(f"{name} takes {extra + self.count} arguments; {len(arguments)} were given")
        numbers = arguments[extra:]
        for x in numbers:
            if not isinstance(x, int) or not -(1 << 31) <= x < 1 << 31:
                raise ValueError(f"{name}: {x!r} is no number of 32 bits")
        data = []
        if extra:
            m = Memory(arguments[0])
            most = getattr(_state.lib, "gasnet_AMMaxMedium" if self.kind == "Medium" else f"gasnet_AMMaxLong{what}")()
            if m.nbytes > most:
                raise ValueError(f"{name}: {m.nbytes} bytes of data are more than {most}")
            data = [m.address, m.nbytes]
        if self.kind == "Long":
            data.append(_remote(node, arguments[1], data[1]))
        _call(f"gasnet_AM{what}{self.kind}{self.count}", to, self._index, *data, *numbers)


def short(function: Callable[..., None]) -> Handler:
    """A handler of messages without data: function(token, numbers..)."""
    return Handler(function, "Short")


def medium(function: Callable[..., None]) -> Handler:
    """A handler of messages with data, which it gets as bytes: function(token, data, numbers..)."""
    return Handler(function, "Medium")


def long(function: Callable[..., None]) -> Handler:
    """A handler of messages whose data is in the segment, as a memoryview: function(token, data, numbers..)."""
    return Handler(function, "Long")
