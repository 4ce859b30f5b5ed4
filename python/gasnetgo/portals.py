"""Portals 3.3 from Python.

A process opens an interface and offers memory there under a portal index and match bits. Others put into it and get from it without a
call of the process. Memory is any writable buffer: a bytearray, an array.array, a NumPy array.

    from gasnetgo import portals

    ni = portals.NI()
    eq = ni.eq(16)
    inbox = bytearray(100)
    ni.attach(4, match_bits=7).md(inbox, eq=eq)       # puts and gets to index 4 with bits 7 find it
    portals.barrier()

    right = portals.ids()[(portals.rank() + 1) % portals.size()]
    ni.bind(b"hello").put(right, 4, match_bits=7)
    event = eq.wait()                                 # KIND.PUT_END: from event.initiator, event.mlength bytes

A code other than PTL_OK raises portals.Failed, with the code as its attribute. unlink() or free() closes an object, NI.close() or interpreter exit
all of them. Until then the library holds their memory, so that a bytearray cannot be resized. The C functions themselves are
gasnetgo.load().PtlPut and so on, and their constants and structs are in gasnetgo.zportals.
"""

import atexit
import collections
import ctypes
import enum
import time

from . import zportals as _z
from ._errors import Error
from ._library import load
from ._buffer import Memory

__all__ = [
    "ANY", "EQ", "Event", "Failed", "KIND", "MD", "ME", "NI", "OPTION", "ProcessID", "barrier", "ids", "rank", "size",
]

ProcessID = collections.namedtuple("ProcessID", "nid pid")
ProcessID.__doc__ = "The identity of a process: its node, and its number there."

ANY = ProcessID(_z.PTL_NID_ANY, _z.PTL_PID_ANY)
WHOLE = None


class KIND(enum.IntEnum):
    """The kind of an event."""

    GET_START = _z.PTL_EVENT_GET_START
    GET_END = _z.PTL_EVENT_GET_END
    PUT_START = _z.PTL_EVENT_PUT_START
    PUT_END = _z.PTL_EVENT_PUT_END
    GETPUT_START = _z.PTL_EVENT_GETPUT_START
    GETPUT_END = _z.PTL_EVENT_GETPUT_END
    REPLY_START = _z.PTL_EVENT_REPLY_START
    REPLY_END = _z.PTL_EVENT_REPLY_END
    SEND_START = _z.PTL_EVENT_SEND_START
    SEND_END = _z.PTL_EVENT_SEND_END
    ACK = _z.PTL_EVENT_ACK
    UNLINK = _z.PTL_EVENT_UNLINK


class OPTION(enum.IntFlag):
    """Options of a memory descriptor."""

    PUT = _z.PTL_MD_OP_PUT
    GET = _z.PTL_MD_OP_GET
    MANAGE_REMOTE = _z.PTL_MD_MANAGE_REMOTE
    TRUNCATE = _z.PTL_MD_TRUNCATE
    ACK_DISABLE = _z.PTL_MD_ACK_DISABLE
    START_DISABLE = _z.PTL_MD_EVENT_START_DISABLE
    END_DISABLE = _z.PTL_MD_EVENT_END_DISABLE


class Failed(Error):
    """A Portals function returned a code other than PTL_OK."""

    def __init__(self, function, code):
        super().__init__(f"{function}: {load().PtlErrorStr(code & 0xffffffff).decode()}")
        self.function, self.code = function, code


def _call(name, *args, fine=(_z.PTL_OK,)):
    code = getattr(load(), name)(*args)
    if code not in fine:
        raise Failed(name, code)
    return code


def _made(name, *args):
    """The handle that a function stores through its last argument."""
    handle = ctypes.c_uint32(_z.PTL_INVALID_HANDLE)
    _call(name, *args, ctypes.addressof(handle))
    return handle.value


def rank():
    """The number of this process in the job, from 0."""
    return load().cnos_get_rank()


def size():
    """How many processes the job has."""
    return load().cnos_get_size()


def ids():
    """The ProcessID of every rank."""
    at = ctypes.c_void_p()
    n = load().cnos_get_nidpid_map(ctypes.addressof(at))
    if n < 0:
        raise Error(load().gasnetgo_error().decode(errors="replace") or "there is no job to take part in")
    entries = (_z.ptl_process_id_t * n).from_address(at.value)
    return [ProcessID(e.nid, e.pid) for e in entries]


def barrier():
    """Wait until all processes of the job are here."""
    if load().cnos_barrier():
        raise Error(load().gasnetgo_error().decode(errors="replace") or "there is no job to take part in")


class NI:
    """The network interface of this process. All NI objects of a process are the same interface."""

    def __init__(self):
        most, handle = ctypes.c_int(), ctypes.c_uint32()
        self._mds = {}  # descriptors in use by the library, by handle
        self.limits = _z.ptl_ni_limits_t()
        _call("PtlInit", ctypes.addressof(most))
        _call("PtlNIInit", _z.PTL_IFACE_DEFAULT, _z.PTL_PID_ANY, None, ctypes.addressof(self.limits), ctypes.addressof(handle),
              fine=(_z.PTL_OK, _z.PTL_IFACE_DUP))
        self.handle = handle.value
        # The ending interpreter frees the memory, and no peer may write to it then.
        atexit.register(self.close)

    @property
    def id(self):
        """The ProcessID of this process."""
        it = _z.ptl_process_id_t()
        _call("PtlGetId", self.handle, ctypes.addressof(it))
        return ProcessID(it.nid, it.pid)

    def status(self, register=_z.PTL_SR_DROP_COUNT):
        """A status register: by default the number of dropped messages."""
        value = ctypes.c_uint64()
        _call("PtlNIStatus", self.handle, register, ctypes.addressof(value))
        return value.value

    def eq(self, count):
        """An event queue for that many events."""
        return EQ(self, _made("PtlEQAlloc", self.handle, count, None))

    def attach(self, pt, match_bits=0, ignore_bits=0, source=ANY, unlink=False, first=False):
        """A match entry at the end of a list, or at its head. With unlink it is removed with its descriptor."""
        return ME(self, _made("PtlMEAttach", self.handle, pt, _z.ptl_process_id_t(*source), match_bits, ignore_bits, int(unlink),
                              _z.PTL_INS_BEFORE if first else _z.PTL_INS_AFTER))

    def bind(self, memory, eq=None, threshold=None, unlink=False, options=OPTION.START_DISABLE):
        """A memory descriptor to put from and to get into. Read-only memory (bytes) is enough to put from."""
        memory = Memory(memory)
        md = _descriptor(memory, eq, threshold, unlink, options)
        return MD(self, _made("PtlMDBind", self.handle, md, int(unlink)), memory)

    def close(self):
        """Close the interface and free its objects, unless it was opened elsewhere too."""
        if self.handle is not None:
            load().PtlNIFini(self.handle)
            atexit.unregister(self.close)
            self.handle = None
            for md in list(self._mds.values()):
                md._gone()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _descriptor(memory, eq, threshold, unlink, options):
    if unlink and eq:
        options |= _z.PTL_MD_EVENT_AUTO_UNLINK_ENABLE  # otherwise no event tells when the memory is free
    return _z.ptl_md_t(start=memory.address, length=memory.nbytes, options=options,
                       threshold=_z.PTL_MD_THRESH_INF if threshold is None else threshold,
                       eq_handle=eq.handle if eq else _z.PTL_EQ_NONE)


class ME:
    """A match entry."""

    def __init__(self, ni, handle):
        self.ni, self.handle = ni, handle

    def insert(self, match_bits=0, ignore_bits=0, source=ANY, unlink=False, before=False):
        """Another match entry, just after this one or just before it."""
        return ME(self.ni, _made("PtlMEInsert", self.handle, _z.ptl_process_id_t(*source), match_bits, ignore_bits, int(unlink),
                                 _z.PTL_INS_BEFORE if before else _z.PTL_INS_AFTER))

    def md(self, memory, eq=None, threshold=None, unlink=False, options=OPTION.PUT | OPTION.GET | OPTION.START_DISABLE):
        """A memory descriptor for the requests that this entry matches. Without OPTION.MANAGE_REMOTE each put or get goes behind the one before."""
        memory = Memory(memory, writable=bool(options & OPTION.PUT))
        md = _descriptor(memory, eq, threshold, unlink, options)
        return MD(self.ni, _made("PtlMDAttach", self.handle, md, int(unlink)), memory)

    def unlink(self):
        """Remove the entry and its descriptor."""
        _call("PtlMEUnlink", self.handle)


class MD:
    """A memory descriptor. It is valid until unlink(), or until it is used up if it was made with unlink=True."""

    def __init__(self, ni, handle, memory):
        self.ni, self.handle, self.memory = ni, handle, memory
        ni._mds[handle] = self  # the library may read and write the memory even if the program holds no reference to this object

    def put(self, target, pt, match_bits=0, remote_offset=0, hdr_data=0, ack=False, offset=0, length=WHOLE):
        """Send the memory, or length bytes of it from offset on. Events: SEND_END, and ACK if requested."""
        _call("PtlPutRegion", self.handle, offset, self._length(offset, length), _z.PTL_ACK_REQ if ack else _z.PTL_NOACK_REQ,
              _z.ptl_process_id_t(*target), pt, 0, match_bits, remote_offset, hdr_data)

    def get(self, target, pt, match_bits=0, remote_offset=0, offset=0, length=WHOLE):
        """Fetch into all of the memory, or length bytes to offset. Events: SEND_END and REPLY_END."""
        if not self.memory.writable:
            raise ValueError("the memory cannot be written to")
        _call("PtlGetRegion", self.handle, offset, self._length(offset, length), _z.ptl_process_id_t(*target), pt, 0, match_bits,
              remote_offset)

    def swap(self, new, target, pt, match_bits=0, remote_offset=0, hdr_data=0):
        """Send the memory of another descriptor to the target, and store the target's old bytes here. Events: SEND_END there, REPLY_END here."""
        if not self.memory.writable:
            raise ValueError("the memory cannot be written to")
        _call("PtlGetPut", self.handle, new.handle, _z.ptl_process_id_t(*target), pt, 0, match_bits, remote_offset, hdr_data)

    def _length(self, offset, length):
        if offset < 0 or length is not WHOLE and length < 0:
            raise ValueError(f"offset {offset} and length {length} must not be negative")
        return max(self.memory.nbytes - offset, 0) if length is WHOLE else length

    def unlink(self):
        """Remove the descriptor and release its memory. Does nothing if it was unlinked already."""
        if self.ni._mds.get(self.handle) is self:
            _call("PtlMDUnlink", self.handle, fine=(_z.PTL_OK, _z.PTL_MD_INVALID))
            self._gone()

    def _gone(self):
        del self.ni._mds[self.handle]
        self.memory.release()


Event = collections.namedtuple("Event", "kind initiator pt_index match_bits rlength mlength offset hdr_data md ok dropped link sequence")
Event.__doc__ = """An event. md is the descriptor's object, ok whether the data was moved, dropped whether events before this one were lost."""


class EQ:
    """An event queue."""

    SLICE = 0.1  # seconds after which a wait checks for signals for Python

    def __init__(self, ni, handle):
        self.ni, self.handle = ni, handle

    def get(self):
        """The oldest event, or None. Does not wait."""
        return self._poll(0)

    def wait(self, timeout=None):
        """The oldest event; waits for it for at most timeout seconds, then returns None."""
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            left = self.SLICE if end is None else min(self.SLICE, max(end - time.monotonic(), 0))
            event = self._poll(int(left * 1000 + 0.999))
            if event or end is not None and time.monotonic() >= end:
                return event

    def _poll(self, milliseconds):
        handle, which, e = ctypes.c_uint32(self.handle), ctypes.c_int(), _z.ptl_event_t()
        code = _call("PtlEQPoll", ctypes.addressof(handle), 1, milliseconds, ctypes.addressof(e), ctypes.addressof(which),
                     fine=(_z.PTL_OK, _z.PTL_EQ_EMPTY, _z.PTL_EQ_DROPPED))
        if code == _z.PTL_EQ_EMPTY:
            return None
        md = self.ni._mds.get(e.md_handle)
        if e.type == KIND.UNLINK and md is not None:
            md._gone()
        return Event(KIND(e.type), ProcessID(e.initiator.nid, e.initiator.pid), e.pt_index, e.match_bits, e.rlength, e.mlength, e.offset,
                     e.hdr_data, md, e.ni_fail_type == _z.PTL_NI_OK, code == _z.PTL_EQ_DROPPED, e.link, e.sequence)

    def free(self):
        """Remove the queue."""
        _call("PtlEQFree", self.handle)
