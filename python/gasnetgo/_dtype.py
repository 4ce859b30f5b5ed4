"""Element types: their names in NumPy, ctypes, array and plain Python, and in the names of C functions."""

import ctypes


class DType:
    """An element type of arrays without NumPy. Compares equal to its name and to anything that ``dtype`` converts to it."""

    __slots__ = ("name", "format", "itemsize", "ctype", "kind", "parts")

    def __init__(self, name, format, ctype):
        self.name = name
        self.format = format  # of one part
        self.ctype = ctype  # of one part
        self.kind = name[0]
        self.parts = 2 if self.kind == "c" else 1  # a complex number has a real and an imaginary part
        self.itemsize = ctypes.sizeof(ctype) * self.parts

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __str__(self):
        return self.name

    def __eq__(self, other):
        try:
            return dtype(other).name == self.name
        except TypeError:
            return NotImplemented

    def __hash__(self):
        return hash(self.name)


# Formats are those of memoryview.cast.
_ALL = {
    t.name: t
    for t in (
        DType("int8", "b", ctypes.c_int8),
        DType("int16", "h", ctypes.c_int16),
        DType("int32", "i", ctypes.c_int32),
        DType("int64", "q", ctypes.c_int64),
        DType("uint8", "B", ctypes.c_uint8),
        DType("uint16", "H", ctypes.c_uint16),
        DType("uint32", "I", ctypes.c_uint32),
        DType("uint64", "Q", ctypes.c_uint64),
        DType("float32", "f", ctypes.c_float),
        DType("float64", "d", ctypes.c_double),
        DType("complex64", "f", ctypes.c_float),
        DType("complex128", "d", ctypes.c_double),
    )
}

_ALIASES = {
    **{f"{k}{t.itemsize}": n for n, t in _ALL.items() for k in (t.kind, "<" + t.kind, "=" + t.kind)},
    **{t.format: n for n, t in _ALL.items() if t.parts == 1},
    "l": "int64",
    "L": "uint64",
    "int": "int64",
    "uint": "uint64",
    "float": "float64",
    "double": "float64",
    "long": "int64",
    "byte": "int8",
    "ubyte": "uint8",
    "short": "int16",
    "ushort": "uint16",
    "intc": "int32",
    "uintc": "uint32",
    "size": "uint64",
    "uintp": "uint64",
    "intp": "int64",
    "F": "complex64",
    "D": "complex128",
    "Zf": "complex64",
    "Zd": "complex128",
    "complex": "complex128",
    int: "int64",
    float: "float64",
    complex: "complex128",
}

# The part of the C functions' names for each type, where typed functions exist: p, g, and waiting.
C_NAMES = {
    "int8": "int8",
    "int16": "int16",
    "int32": "int32",
    "int64": "int64",
    "uint8": "uint8",
    "uint16": "uint16",
    "uint32": "uint32",
    "uint64": "uint64",
    "float32": "float",
    "float64": "double",
}


def dtype(what):
    """The DType of ``what``: a name ("int64", "i8", "q"), int, float, complex, a ctypes type, a NumPy type, a DType."""
    if isinstance(what, DType):
        return what
    try:
        name = _ALIASES.get(what, what)
    except TypeError:
        name = None
    if isinstance(name, str) and name in _ALL:
        return _ALL[name]
    for t in _ALL.values():
        if what is t.ctype and t.parts == 1:
            return t
    name = getattr(what, "name", None) or getattr(what, "__name__", None)
    if isinstance(name, str) and name in _ALL:
        return _ALL[name]
    if isinstance(what, type) and issubclass(what, ctypes._SimpleCData):
        for t in _ALL.values():
            if t.parts == 1 and ctypes.sizeof(what) == t.itemsize and dtype_of_ctype(what) == t.name:
                return t
    raise TypeError(f"{what!r} is not an element type; there are {', '.join(_ALL)}")


def dtype_of_ctype(c):
    """The name of a simple ctypes type, by size and sign, or None."""
    code = c._type_
    if code in "fd":
        return {"f": "float32", "d": "float64"}[code]
    if code in "bhilq":
        return f"int{8 * ctypes.sizeof(c)}"
    if code in "BHILQ":
        return f"uint{8 * ctypes.sizeof(c)}"
    return None
