"""SymmetricArray: arrays in the symmetric heap where NumPy is not installed."""

import array
import ctypes

from ._dtype import dtype as _dtype
from ._errors import Freed


def shape_of(shape):
    """A shape as a tuple of lengths."""
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    for n in shape:
        if not isinstance(n, int) or n < 0:
            raise ValueError(f"shape {shape!r} is not made of lengths")
    return shape


def count(shape):
    """How many elements a shape has."""
    n = 1
    for s in shape:
        n *= s
    return n


class SymmetricArray:
    """An array of numbers in memory that other ranks can reach.

    Made by shmem.zeros, empty, full and array. Indexing is as in NumPy: whole numbers, slices and tuples of them. A slice, or an index
    that leaves dimensions over, is a view of the same memory. An array does not own its memory: shmem.free frees it, and indexing raises
    gasnetgo.Freed from then on, also of views.
    """

    __slots__ = ("address", "dtype", "shape", "strides", "_flat", "_start")
    # _flat is a memoryview of the elements of the array that a view was made from; those of complex numbers are pairs.

    def __init__(self, address, shape, dtype):
        self.dtype = _dtype(dtype)
        self.shape = shape_of(shape)
        self.address = address
        strides, step = [], 1
        for n in reversed(self.shape):
            strides.insert(0, step)
            step *= n
        self.strides = tuple(strides)  # in elements
        size = self.size * self.dtype.itemsize
        raw = (ctypes.c_char * size).from_address(address) if size else bytearray()
        self._flat = memoryview(raw).cast("B").cast(self.dtype.format)
        self._start = 0

    def _view(self, start, shape, strides):
        v = object.__new__(SymmetricArray)
        v.dtype, v.shape, v.strides, v._flat, v._start = self.dtype, tuple(shape), tuple(strides), self._flat, start
        v.address = self.address + (start - self._start) * self.dtype.itemsize
        return v

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return count(self.shape)

    @property
    def itemsize(self):
        return self.dtype.itemsize

    @property
    def nbytes(self):
        return self.size * self.itemsize

    @property
    def contiguous(self):
        """Whether the elements lie one after the other, as in C."""
        step = 1
        for n, s in zip(reversed(self.shape), reversed(self.strides)):
            if n != 1 and s != step:
                return self.size == 0
            step *= n
        return True

    @property
    def data(self):
        """The elements as a flat memoryview (the parts of complex numbers in turn); only of a contiguous array."""
        if not self.contiguous:
            raise ValueError("the elements of this view do not lie one after the other")
        self._alive()
        parts = self.dtype.parts
        return self._flat[self._start * parts : (self._start + self.size) * parts]

    def release(self):
        """End the use of the memory by this array and its views, when it is freed."""
        self._flat.release()

    def _alive(self):
        try:
            self._flat.nbytes
        except ValueError:
            raise Freed("the array's memory has been freed, by shmem.free or shmem.finalize") from None

    def __len__(self):
        if not self.shape:
            raise TypeError("an array without dimensions has no length")
        return self.shape[0]

    def _locate(self, index):
        """(start, shape, strides) of an index."""
        self._alive()
        index = index if isinstance(index, tuple) else (index,)
        if Ellipsis in index:
            at = index.index(Ellipsis)
            index = index[:at] + (slice(None),) * (self.ndim - len(index) + 1) + index[at + 1 :]
        if len(index) > self.ndim:
            raise IndexError(f"{len(index)} indices for an array of {self.ndim} dimensions")
        start, shape, strides = self._start, [], []
        for axis, n in enumerate(self.shape):
            step = self.strides[axis]
            i = index[axis] if axis < len(index) else slice(None)
            if isinstance(i, slice):
                first, last, stride = i.indices(n)
                start += first * step if len(range(first, last, stride)) else 0
                shape.append(len(range(first, last, stride)))
                strides.append(stride * step)
                continue
            try:
                i = i.__index__()
            except AttributeError:
                raise TypeError(f"{i!r} is no index; whole numbers, slices and ... are") from None
            if not -n <= i < n:
                raise IndexError(f"index {i} is not in an axis of length {n}")
            start += (i % n) * step
        return start, shape, strides

    def __getitem__(self, index):
        start, shape, strides = self._locate(index)
        return self._view(start, shape, strides) if shape else self._number(start)

    def __setitem__(self, index, value):
        start, shape, strides = self._locate(index)
        if not shape:
            value = self._element(value)
            if self.dtype.parts == 2:
                self._flat[2 * start], self._flat[2 * start + 1] = value.real, value.imag
            else:
                self._flat[start] = value
            return
        self._view(start, shape, strides)._assign(value)

    def _number(self, i):
        return complex(self._flat[2 * i], self._flat[2 * i + 1]) if self.dtype.parts == 2 else self._flat[i]

    def _element(self, value):
        try:
            if self.dtype.kind == "c":
                return complex(value)
            return float(value) if self.dtype.kind == "f" else value.__index__()
        except (AttributeError, TypeError, ValueError):
            raise TypeError(f"{value!r} does not fit into elements of {self.dtype}") from None

    def _assign(self, value):
        if not hasattr(value, "__len__"):
            self.fill(value)
            return
        if len(value) != len(self):
            raise ValueError(f"{len(value)} values for {len(self)} places")
        if self.ndim > 1:
            for i, v in enumerate(value):
                self[i] = v
            return
        if isinstance(value, SymmetricArray):
            value = value.tolist()  # the two may overlap
        try:
            parts = (value,)
            if self.dtype.parts == 2:
                value = [complex(v) for v in value]
                parts = [v.real for v in value], [v.imag for v in value]
            numbers = [array.array(self.dtype.format, part) for part in parts]
        except (TypeError, ValueError):
            raise TypeError(f"{value!r} does not fit into elements of {self.dtype}") from None
        if len(value):
            for line, part in zip(self._lines(), numbers):
                line[:] = memoryview(part)

    def fill(self, value):
        """Set all elements to value."""
        if self.ndim == 0:
            self[()] = value
        elif self.ndim == 1:
            self._assign([self._element(value)] * len(self))
        else:
            for row in self:
                row.fill(value)

    def _lines(self):
        """The elements of one dimension as a memoryview with steps: one for each part."""
        parts, n = self.dtype.parts, self.shape[0]
        if n == 0:
            return [self._flat[:0]] * parts
        step, first = self.strides[0] * parts, self._start * parts
        lines = []
        for start in range(first, first + parts):
            stop = start + n * step
            lines.append(self._flat[start : stop if stop >= 0 else None : step])
        return lines

    def tolist(self):
        """The elements as nested lists; a number if there are no dimensions."""
        self._alive()
        if self.ndim == 0:
            return self._number(self._start)
        if self.ndim == 1:
            lines = [line.tolist() for line in self._lines()]
            return lines[0] if len(lines) == 1 else [complex(*parts) for parts in zip(*lines)]
        return [self[i].tolist() for i in range(self.shape[0])]

    def reshape(self, *shape):
        """The same elements in another shape."""
        shape = shape_of(shape[0] if len(shape) == 1 else shape)
        if count(shape) != self.size:
            raise ValueError(f"{self.size} elements do not make shape {shape}")
        if not self.contiguous:
            raise ValueError("the elements of this view do not lie one after the other")
        strides, step = [], 1
        for n in reversed(shape):
            strides.insert(0, step)
            step *= n
        return self._view(self._start, shape, strides)

    def __iter__(self):
        for i in range(len(self)):
            yield self[i]

    def __repr__(self):
        return f"SymmetricArray({self.tolist()!r}, dtype='{self.dtype}')"
