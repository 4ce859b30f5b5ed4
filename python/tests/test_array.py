"""SymmetricArray by itself, on ordinary memory: no job is needed."""

import ctypes
import random
import unittest

from gasnetgo import SymmetricArray
from gasnetgo._dtype import dtype


def made(shape, kind="int32", values=None):
    n = 1
    for s in shape if isinstance(shape, tuple) else (shape,):
        n *= s
    t = dtype(kind)
    memory = (t.ctype * max(n, 1))(*(range(n) if values is None else values))
    a = SymmetricArray(ctypes.addressof(memory), shape, kind)
    return a, memory


class Types(unittest.TestCase):
    def test_names(self):
        for what, name in (("i8", "int64"), ("<u4", "uint32"), ("q", "int64"), (int, "int64"), (float, "float64"), ("d", "float64"), (ctypes.c_long, "int64"), (ctypes.c_ubyte, "uint8"), ("int16", "int16"), (dtype("f4"), "float32"), (complex, "complex128"), ("c8", "complex64"), ("D", "complex128")):
            self.assertEqual(dtype(what).name, name, what)
            self.assertEqual(dtype(what), what)
        self.assertEqual(dtype("i4").itemsize, 4)

    def test_unknown(self):
        for what in ("int128", "complex256", None, object, 3, [], ctypes.c_char_p):
            with self.assertRaisesRegex(TypeError, "no|not an element type"):
                dtype(what)
        self.assertNotEqual(dtype("i4"), "nonsense")


class Arrays(unittest.TestCase):
    def test_one_dimension(self):
        a, _ = made(5)
        self.assertEqual((len(a), a.shape, a.size, a.nbytes, a.ndim), (5, (5,), 5, 20, 1))
        self.assertEqual((a[0], a[-1], list(a)), (0, 4, [0, 1, 2, 3, 4]))
        a[1] = 9
        self.assertEqual(a.tolist(), [0, 9, 2, 3, 4])
        self.assertEqual(repr(a), "SymmetricArray([0, 9, 2, 3, 4], dtype='int32')")
        for bad in (5, -6):
            with self.assertRaisesRegex(IndexError, "axis of length 5"):
                a[bad]
        with self.assertRaises(TypeError):
            a["x"]
        with self.assertRaises(IndexError):
            a[0, 0]

    def test_views_share_memory(self):
        a, memory = made((3, 4))
        self.assertEqual(a[1].tolist(), [4, 5, 6, 7])
        self.assertEqual(a[:, 1].tolist(), [1, 5, 9])
        self.assertEqual(a[::2, ::-1].tolist(), [[3, 2, 1, 0], [11, 10, 9, 8]])
        self.assertEqual(a[..., 2].tolist(), [2, 6, 10])
        a[1:, 1:3] = 0
        self.assertEqual(list(memory), [0, 1, 2, 3, 4, 0, 0, 7, 8, 0, 0, 11])
        a[0] = [7, 7, 7, 7]
        a[:, 3] = range(3)
        self.assertEqual(a.tolist(), [[7, 7, 7, 0], [4, 0, 0, 1], [8, 0, 0, 2]])
        self.assertTrue(a[1].contiguous)
        self.assertTrue(a[1:].contiguous)
        self.assertFalse(a[:, 1].contiguous)
        self.assertEqual(a[2].address, ctypes.addressof(memory) + 32)
        self.assertEqual(a.reshape(2, 6)[1, 5], 2)

    def test_complex(self):
        for kind, part in (("complex64", ctypes.c_float), ("complex128", ctypes.c_double)):
            memory = (part * 12)(*range(12))
            a = SymmetricArray(ctypes.addressof(memory), (2, 3), kind)
            self.assertEqual(a.tolist(), [[0 + 1j, 2 + 3j, 4 + 5j], [6 + 7j, 8 + 9j, 10 + 11j]])
            self.assertEqual((a[1, 0], a.itemsize, a[1].address), (6 + 7j, 2 * ctypes.sizeof(part), ctypes.addressof(memory) + 6 * ctypes.sizeof(part)))
            self.assertEqual(a[0][::-1].tolist(), [4 + 5j, 2 + 3j, 0 + 1j])
            a[:, 1] = [1, -1j]
            a[0, 0] = 5
            a[1, ::2] = 0
            self.assertEqual(list(memory), [5, 0, 1, 0, 4, 5, 0, 0, 0, -1, 0, 0])
            a.fill(2j)
            self.assertEqual(list(memory), [0, 2] * 6)
            with self.assertRaises(TypeError):
                a[0, 0] = "x"

    def test_overlapping_assignment(self):
        a, _ = made(6)
        a[1:] = a[:-1]
        self.assertEqual(a.tolist(), [0, 0, 1, 2, 3, 4])

    def test_empty(self):
        a, _ = made(0)
        self.assertEqual((len(a), a.tolist(), a.nbytes), (0, [], 0))
        a.fill(1)
        a, _ = made((2, 0))
        self.assertEqual(a.tolist(), [[], []])

    def test_refused(self):
        a, _ = made(4)
        for bad in (1.5, "x", None):
            with self.assertRaises(TypeError):
                a[0] = bad
        with self.assertRaises(ValueError):
            a[0] = 1 << 40
        with self.assertRaisesRegex(ValueError, "3 values for 4 places"):
            a[:] = [1, 2, 3]
        with self.assertRaises(ValueError):
            a.reshape(3)
        with self.assertRaises(ValueError):
            SymmetricArray(0, -1, "i4")
        with self.assertRaises(ValueError):
            a[::2].data

    def test_against_lists(self):
        """Slices of slices, compared with the same of Python's lists."""
        chance = random.Random(1)
        for _ in range(300):
            n = chance.randrange(0, 12)
            a, _memory = made(n)
            plain = list(range(n))
            for _ in range(3):
                s = slice(*(chance.choice((None, chance.randrange(-14, 14))) for _ in range(2)), chance.choice((None, 1, 2, 3, -1, -2)))
                a, plain = a[s], plain[s]
                self.assertEqual(a.tolist(), plain)
                self.assertEqual(len(a), len(plain))
                for i, v in enumerate(plain):
                    self.assertEqual(a[i], v)
