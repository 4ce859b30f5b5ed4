"""Puts, gets, atomics and waiting of gasnetgo.shmem in a job of any size, with NumPy and without."""

import array
import ctypes

import gasnetgo
from gasnetgo import shmem
from gasnetgo.shmem import CMP
from shmem_job import Job, setUpModule, tearDownModule  # noqa: F401  (unittest calls them)

try:
    import numpy as np
except ImportError:
    np = None


class Transfers(Job):
    def test_put(self):
        a = shmem.zeros(4, dtype="int32")
        shmem.put(a, [self.me] * 3, self.right)
        shmem.barrier_all()
        self.assertEqual(a.tolist(), [self.left] * 3 + [0])
        shmem.barrier_all()
        shmem.put(a[2:], array.array("i", [7, 8]), self.right)
        shmem.put(a, 5, self.right)
        shmem.barrier_all()
        self.assertEqual(a.tolist(), [5, self.left, 7, 8])
        shmem.free(a)

    def test_get(self):
        a = shmem.full((2, 2), self.me, dtype="float64")
        local = array.array("d", [0] * 3)
        shmem.get(local, a, self.right)
        self.assertEqual(local.tolist(), [self.right] * 3)
        b = shmem.zeros(2)
        shmem.get(b, a[1], self.left)
        self.assertEqual(b.tolist(), [self.left] * 2)
        shmem.free(a)
        shmem.free(b)

    def test_size(self):
        a, b = shmem.full(4, self.me), shmem.full(4, -1)
        shmem.put(b, a, self.right, 2)
        shmem.barrier_all()
        self.assertEqual(b.tolist(), [self.left, self.left, -1, -1])
        shmem.get(b, a, self.right, size=1)
        self.assertEqual(b.tolist(), [self.right, self.left, -1, -1])
        shmem.barrier_all()
        shmem.free(a)
        shmem.free(b)

    def test_nbi(self):
        a, b = shmem.full(1000, self.me, dtype="int64"), shmem.zeros(1000, dtype="int64")
        shmem.put_nbi(b, a, self.right)
        got = array.array("q", [0] * 1000)
        shmem.get_nbi(got, a, self.left)
        shmem.quiet()
        self.assertEqual(set(got), {self.left})
        shmem.barrier_all()
        self.assertEqual(set(b.tolist()), {self.left})
        shmem.free(a)
        shmem.free(b)

    def test_p_and_g(self):
        for kind, value in (("int8", -3), ("uint8", 250), ("int16", -300), ("uint16", 60000), ("int32", -(1 << 31)), ("uint32", (1 << 32) - 1), ("int64", -(1 << 63)), ("uint64", (1 << 64) - 1), ("float32", 0.5), ("float64", 0.1), ("complex64", 1 - 2j), ("complex128", 0.1j)):
            a = shmem.zeros(2, dtype=kind)
            shmem.p(a[1:], value, self.right)
            shmem.barrier_all()
            self.assertEqual(a[1], value)
            self.assertEqual(shmem.g(a[1:], self.right), value)
            self.assertEqual(shmem.g(a, self.right), 0)
            shmem.free(a)

    def test_strided(self):
        for kind in ("int8", "int16", "int32", "float64", "complex64", "complex128"):
            a = shmem.zeros(7, dtype=kind)
            shmem.iput(a, [1, 2, 3], self.right, 3)
            shmem.barrier_all()
            self.assertEqual(a.tolist(), [1, 0, 0, 2, 0, 0, 3])
            b = shmem.zeros(4, dtype=kind)
            shmem.iget(b, a, self.right, 1, 3)
            self.assertEqual(b.tolist(), [1, 2, 3, 0])
            shmem.iget(b, a, self.left, 2, 3, 2)
            self.assertEqual(b.tolist(), [1, 2, 2, 0])
            with self.assertRaisesRegex(ValueError, "size = 4"):
                shmem.iget(b, a, self.left, 2, 3, size=4)
            with self.assertRaisesRegex(ValueError, "sst = 0"):
                shmem.iget(b, a, self.left, 1, 0)
            shmem.free(a)
            shmem.free(b)

    def test_refused(self):
        a = shmem.zeros(4, dtype="int64")
        with self.assertRaisesRegex(ValueError, rf"pe = {self.n} is not in 0..{self.n - 1}"):
            shmem.put(a, [1], self.n)
        with self.assertRaisesRegex(ValueError, "pe = -1"):
            shmem.g(a, -1)
        with self.assertRaisesRegex(TypeError, "pe = 'x'"):
            shmem.get(array.array("q", [0]), a, "x")
        with self.assertRaisesRegex(TypeError, "float64.*int64|int64.*float64"):
            shmem.put(a, array.array("d", [1]), 0)
        with self.assertRaisesRegex(TypeError, "do not mix"):
            shmem.get(array.array("i", [0]), a, 0)
        with self.assertRaisesRegex(ValueError, "5 elements"):
            shmem.put(a, [0] * 5, 0)
        with self.assertRaisesRegex(ValueError, "5 elements"):
            shmem.get(array.array("q", [0] * 5), a, 0)
        with self.assertRaisesRegex(TypeError, "target is a list"):
            shmem.put([0], [1], 0)
        with self.assertRaisesRegex(ValueError, "one after the other"):
            shmem.put(a[::2], [1, 2], 0)
        with self.assertRaisesRegex(TypeError, "no array"):
            shmem.put(a, object(), 0)
        memory = (ctypes.c_int64 * 4)()
        foreign = np.frombuffer(memory, dtype="int64") if np else gasnetgo.SymmetricArray(ctypes.addressof(memory), 4, "int64")
        with self.assertRaisesRegex(ValueError, "target is not symmetric"):
            shmem.put(foreign, [1], 0)
        with self.assertRaisesRegex(OverflowError, "does not fit"):
            shmem.p(a, 1 << 63, 0)
        with self.assertRaises(TypeError):
            shmem.p(a, 1.5, 0)
        with self.assertRaisesRegex(TypeError, "does not fit"):
            shmem.put(a, [1, 2.5], 0)
        with self.assertRaisesRegex(ValueError, "size = 5 is not in 0..4"):
            shmem.put(a, a, 0, 5)
        self.assertEqual(a.tolist(), [0] * 4)
        shmem.free(a)

    def test_bytes(self):
        a = shmem.zeros(5, dtype="uint8")
        shmem.put(a, b"hello", self.right)
        shmem.barrier_all()
        self.assertEqual(bytes(a.tolist()), b"hello")
        into = bytearray(5)
        shmem.get(into, a, self.right)
        self.assertEqual(into, b"hello")
        with self.assertRaisesRegex(ValueError, "cannot be written"):
            shmem.get(b"12345", a, 0)
        shmem.free(a)


class Atomics(Job):
    def test_counting(self):
        for kind in ("int32", "uint32", "int64", "uint64"):
            a = shmem.zeros(1, dtype=kind)
            for _ in range(10):
                shmem.atomic_add(a, 2, 0)
                shmem.atomic_inc(a, 0)
                shmem.atomic_fetch_add(a, 3, 0)
                shmem.atomic_fetch_inc(a, 0)
            shmem.barrier_all()
            self.assertEqual(shmem.atomic_fetch(a, 0), 70 * self.n)
            shmem.free(a)

    def test_swaps(self):
        a = shmem.full(2, 5, dtype="int64")
        here = a[1:]
        self.assertEqual(shmem.atomic_swap(here, 6, self.me), 5)
        self.assertEqual(shmem.atomic_compare_swap(here, 5, 7, self.me), 6)
        self.assertEqual(shmem.atomic_compare_swap(here, 6, 7, self.me), 6)
        self.assertEqual(a.tolist(), [5, 7])
        shmem.atomic_set(here, -1, self.me)
        self.assertEqual(a.tolist(), [5, -1])
        f = shmem.zeros(1)
        self.assertEqual(shmem.atomic_swap(f, 0.25, self.me), 0)
        self.assertEqual(shmem.atomic_fetch(f, self.me), 0.25)
        with self.assertRaisesRegex(TypeError, "float64 cannot be used here"):
            shmem.atomic_add(f, 1, self.me)
        shmem.free(a)
        shmem.free(f)

    def test_bits(self):
        a = shmem.zeros(1, dtype="uint32")
        shmem.barrier_all()
        shmem.atomic_or(a, 1 << self.me, 0)
        shmem.barrier_all()
        self.assertEqual(shmem.atomic_fetch(a, 0), (1 << self.n) - 1)
        shmem.barrier_all()
        if self.me == 0:
            self.assertEqual(shmem.atomic_fetch_xor(a, 0xF0, 0) ^ 0xF0, a[0])
            shmem.atomic_set(a, 0xFF, 0)
            shmem.atomic_and(a, 0x3C, 0)
            shmem.atomic_xor(a, 0x0F, 0)
            self.assertEqual(shmem.atomic_fetch_and(a, 0x30, 0), 0x33)
            self.assertEqual(shmem.atomic_fetch_or(a, 1, 0), 0x30)
            self.assertEqual(a[0], 0x31)
        shmem.free(a)

    def test_nbi(self):
        a, old = shmem.full(1, self.me, dtype="int64"), shmem.zeros(1, dtype="int64")
        shmem.barrier_all()

        def started(f, *arguments, ctx=None):
            f(old, a, *arguments, self.right, ctx=ctx)
            shmem.quiet(ctx)
            return old[0]

        self.assertEqual(started(shmem.atomic_fetch_nbi), self.right)
        with shmem.Ctx.create() as ctx:
            self.assertEqual(started(shmem.atomic_swap_nbi, 8, ctx=ctx), self.right)
        self.assertEqual(started(shmem.atomic_compare_swap_nbi, 8, 9), 8)
        self.assertEqual(started(shmem.atomic_fetch_inc_nbi), 9)
        self.assertEqual(started(shmem.atomic_fetch_add_nbi, 2), 10)
        self.assertEqual(started(shmem.atomic_fetch_and_nbi, 8), 12)
        self.assertEqual(started(shmem.atomic_fetch_or_nbi, 3), 8)
        self.assertEqual(started(shmem.atomic_fetch_xor_nbi, 1), 11)
        self.assertEqual(started(shmem.atomic_fetch_op_nbi, None, shmem.AMO_INC), 10)
        self.assertEqual(started(shmem.atomic_fetch_op_nbi, 5, "set"), 11)
        self.assertEqual(shmem.atomic_fetch_op(a, 3, shmem.AMO.ADD, self.right), 5)
        shmem.atomic_op(a, 1, shmem.AMO_OR, self.right)
        shmem.barrier_all()
        self.assertEqual(a[0], 9)
        short = shmem.zeros(1, dtype="int32")
        with self.assertRaisesRegex(TypeError, "fetch has elements of int32"):
            shmem.atomic_fetch_nbi(short, a, 0)
        with self.assertRaises(ValueError):
            shmem.atomic_op(a, 1, "nand", 0)
        for x in (a, old, short):
            shmem.free(x)


class Waiting(Job):
    def test_ring(self):
        data, flag = shmem.zeros(4, dtype="int64"), shmem.zeros(1, dtype="int64")
        for turn in range(1, 20):
            shmem.put(data, [turn * 100 + self.me] * 4, self.right)
            shmem.fence()
            shmem.p(flag, turn, self.right)
            shmem.wait_until(flag, CMP.GE, turn)
            self.assertEqual(data.tolist(), [turn * 100 + self.left] * 4)
            shmem.barrier_all()
        self.assertTrue(shmem.test(flag, CMP.EQ, 19))
        self.assertFalse(shmem.test(flag, CMP.LT, 19))
        shmem.free(data)
        shmem.free(flag)

    def test_several(self):
        a = shmem.zeros(self.n, dtype="int32")
        self.assertIsNone(shmem.test_any(a, CMP.NE, 0))
        self.assertEqual(shmem.test_some(a, CMP.NE, 0), [])
        shmem.barrier_all()
        for pe in range(self.n):
            shmem.p(a[self.me :], 1 + self.me, pe)
        self.assertIn(shmem.wait_until_any(a, CMP.NE, 0), range(self.n))
        self.assertTrue(shmem.wait_until_some(a, CMP.NE, 0))
        shmem.wait_until_all(a, CMP.NE, 0)
        self.assertEqual(a.tolist(), list(range(1, self.n + 1)))
        self.assertTrue(shmem.test_all(a, CMP.GE, 1))
        self.assertEqual(shmem.test_some(a, CMP.GT, 1), list(range(1, self.n)))
        self.assertEqual(shmem.test_any(a, CMP.GT, 0, status=[1] * (self.n - 1) + [0]), self.n - 1)
        self.assertIsNone(shmem.wait_until_any(a, CMP.EQ, 0, status=[True] * self.n))
        with self.assertRaisesRegex(ValueError, "status has"):
            shmem.test_all(a, CMP.EQ, 0, status=[0] * (self.n - 1))
        shmem.free(a)

    def test_vectors(self):
        a = shmem.array([1, 2, 3], dtype="int64")
        shmem.wait_until_all_vector(a, "eq", [1, 2, 3])
        self.assertEqual(shmem.wait_until_any_vector(a, ">", [1, 1, 3]), 1)
        self.assertEqual(shmem.wait_until_some_vector(a, CMP.GE, [1, 3, 3]), [0, 2])
        self.assertTrue(shmem.test_all_vector(a, "<=", a))
        self.assertFalse(shmem.test_all_vector(a, "NE", [0, 0, 3]))
        self.assertIsNone(shmem.test_any_vector(a, shmem.CMP_LT, [0, 0, 0]))
        self.assertEqual(shmem.test_some_vector(a, "==", [1, 0, 3], status=[1, 0, 0]), [2])
        with self.assertRaisesRegex(ValueError, "values has 2 elements"):
            shmem.test_all_vector(a, "==", [1, 2])
        with self.assertRaisesRegex(ValueError, "cmp = '=<'"):
            shmem.test(a, "=<", 1)
        shmem.free(a)

    def test_types(self):
        for kind in ("int16", "uint16", "int32", "uint32", "int64", "uint64"):
            a = shmem.ones(1, dtype=kind)
            shmem.wait_until(a, CMP.EQ, 1)
            shmem.free(a)
        a = shmem.ones(1, dtype="int8")
        with self.assertRaisesRegex(TypeError, "int8 cannot be used here"):
            shmem.wait_until(a, CMP.EQ, 1)
        b = shmem.ones(1, dtype="int32")
        with self.assertRaisesRegex(ValueError, "cmp = 17 is none of"):
            shmem.wait_until(b, 17, 1)
        shmem.free(b)
        shmem.free(a)
