"""gasnetgo.shmem in a job of any size, with NumPy and without."""

import array
import ctypes
import unittest

import gasnetgo
from gasnetgo import shmem
from gasnetgo.shmem import CMP
from shmem_job import Job, setUpModule, tearDownModule  # noqa: F401  (unittest calls them)

try:
    import numpy as np
except ImportError:
    np = None


class Setup(Job):
    def test_who(self):
        self.assertTrue(0 <= self.me < self.n)
        self.assertEqual((gasnetgo.rank(), gasnetgo.size()), (self.me, self.n))
        self.assertRegex(gasnetgo.version(), r"^\d+\.\d+\.\d+$")
        self.assertEqual(shmem.info_get_version(), (1, 6))
        self.assertEqual(shmem.info_get_name(), "gasnetgo")
        self.assertTrue(shmem.pe_accessible(self.n - 1))
        self.assertFalse(shmem.pe_accessible(self.n))

    def test_nested(self):
        self.assertTrue(shmem.initialized())
        shmem.init()
        shmem.finalize()
        self.assertTrue(shmem.initialized())
        self.assertIsInstance(shmem.query_thread(), shmem.THREAD)


class Memory(Job):
    def test_kinds(self):
        for kind in ("int8", "uint16", "int32", "uint64", "float32", "float64", int, float):
            a = shmem.zeros((2, 3), dtype=kind)
            self.assertEqual(a.tolist(), [[0] * 3] * 2)
            self.assertTrue(shmem.addr_accessible(a, self.right))
            shmem.free(a)
        a = shmem.full(3, self.me, dtype="int64")
        b = shmem.array([1.5, 2.5])
        c = shmem.ones((1, 2))
        self.assertEqual((a.tolist(), b.tolist(), c.tolist()), ([self.me] * 3, [1.5, 2.5], [[1.0, 1.0]]))
        self.assertEqual(b.dtype, "float64")
        e = shmem.empty(0)
        self.assertEqual(e.size, 0)
        for x in (a, b, c, e):
            shmem.free(x)
        shmem.free(None)

    def test_array_of(self):
        for values in (array.array("i", [1, 2, 3]), [1, 2, 3], (1, 2, 3), memoryview(array.array("h", [1, 2, 3]))):
            a = shmem.array(values)
            self.assertEqual(a.tolist(), [1, 2, 3])
            shmem.free(a)
        a = shmem.array([[1, 2], [3, 4]], dtype="int16")
        self.assertEqual((a.shape, a.itemsize), ((2, 2), 2))
        b = shmem.array(a)
        self.assertEqual(b.tolist(), a.tolist())
        shmem.free(b)
        shmem.free(a)

    def test_free_refused(self):
        a = shmem.zeros(4)
        with self.assertRaisesRegex(ValueError, "not the start"):
            shmem.free(a[1:])
        shmem.free(a)
        with self.assertRaisesRegex(ValueError, "not the start"):
            shmem.free(a)

    def test_too_much(self):
        with self.assertRaisesRegex(MemoryError, "SHMEM_SYMMETRIC_SIZE"):
            shmem.empty(1 << 42, dtype="int8")
        with self.assertRaises((TypeError, ValueError)):
            shmem.empty(4, dtype="object")
        with self.assertRaises(ValueError):
            shmem.empty(-1)

    def test_ptr(self):
        a = shmem.full(2, self.me, dtype="int64")
        there = shmem.ptr(a, self.right)
        self.assertEqual(there.tolist(), [self.right] * 2)
        shmem.barrier_all()
        there[1] = 100 + self.me
        shmem.barrier_all()
        self.assertEqual(a.tolist(), [self.me, 100 + self.left])
        shmem.free(a)


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
        for kind, value in (("int8", -3), ("uint8", 250), ("int16", -300), ("uint16", 60000), ("int32", -(1 << 31)), ("uint32", (1 << 32) - 1), ("int64", -(1 << 63)), ("uint64", (1 << 64) - 1), ("float32", 0.5), ("float64", 0.1)):
            a = shmem.zeros(2, dtype=kind)
            shmem.p(a[1:], value, self.right)
            shmem.barrier_all()
            self.assertEqual(a[1], value)
            self.assertEqual(shmem.g(a[1:], self.right), value)
            self.assertEqual(shmem.g(a, self.right), 0)
            shmem.free(a)

    def test_strided(self):
        for kind in ("int8", "int16", "int32", "float64"):
            a = shmem.zeros(7, dtype=kind)
            shmem.iput(a, [1, 2, 3], 3, 1, self.right)
            shmem.barrier_all()
            self.assertEqual(a.tolist(), [1, 0, 0, 2, 0, 0, 3])
            b = shmem.zeros(4, dtype=kind)
            shmem.iget(b, a, 1, 3, self.right)
            self.assertEqual(b.tolist(), [1, 2, 3, 0])
            shmem.iget(b, a, 2, 3, self.left, nelems=2)
            self.assertEqual(b.tolist(), [1, 2, 2, 0])
            with self.assertRaisesRegex(ValueError, "nelems = 4"):
                shmem.iget(b, a, 2, 3, self.left, nelems=4)
            with self.assertRaisesRegex(ValueError, "source_step = 0"):
                shmem.iget(b, a, 1, 0, self.left)
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
        with self.assertRaisesRegex(TypeError, "float64.*int64"):
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
        with self.assertRaisesRegex(ValueError, "statuses"):
            shmem.test_all(a, CMP.EQ, 0, status=[0] * (self.n + 1))
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
        with self.assertRaisesRegex(ValueError, "17 is not a valid CMP"):
            shmem.wait_until(b, 17, 1)
        shmem.free(b)
        shmem.free(a)


class Locks(Job):
    def test_exclusion(self):
        lock, total = shmem.Lock(), shmem.zeros(1, dtype="int64")
        for _ in range(25):
            with lock:
                shmem.p(total, shmem.g(total, 0) + 1, 0)
        shmem.barrier_all()
        self.assertEqual(shmem.g(total, 0), 25 * self.n)
        shmem.barrier_all()
        if self.me == 0:
            self.assertTrue(lock.acquire(blocking=False))
        shmem.barrier_all()
        if self.me == self.n - 1 and self.n > 1:
            self.assertFalse(lock.acquire(blocking=False))
        shmem.barrier_all()
        if self.me == 0:
            lock.release()
        lock.destroy()
        with self.assertRaisesRegex(ValueError, "destroyed"):
            lock.acquire()
        shmem.free(total)


@unittest.skipIf(np is None, "NumPy is not installed")
class WithNumPy(Job):
    def test_arrays_are_numpys(self):
        a = shmem.zeros((3, 4), dtype=np.complex128)
        self.assertIsInstance(a, np.ndarray)
        shmem.put(a, np.full((3, 4), 1j * self.me), self.right)
        shmem.barrier_all()
        self.assertTrue((a == 1j * self.left).all())
        shmem.iput(a, np.arange(3) + 0j, 4, 1, self.me)
        self.assertEqual(a[:, 0].tolist(), [0, 1, 2])
        shmem.put(a[1], np.float64(2) + 0j, self.me)
        self.assertEqual(a[1, 0], 2)
        shmem.barrier_all()
        shmem.free(a)

    def test_complex(self):
        """What is not real: the parts stay apart, in moves, reductions, scans and shapes."""
        for kind in (np.complex64, np.complex128):
            s = shmem.full((2, self.n), (self.me + 1) * (1 + 2j), dtype=kind)
            d = shmem.zeros((2, self.n), dtype=kind)
            shmem.sum_reduce(d, s)
            self.assertTrue((d == self.n * (self.n + 1) // 2 * (1 + 2j)).all())
            shmem.sum_inscan(d, s)
            self.assertTrue((d == (self.me + 1) * (self.me + 2) // 2 * (1 + 2j)).all())
            shmem.sum_exscan(d, s)
            self.assertTrue((d == self.me * (self.me + 1) // 2 * (1 + 2j)).all())
            s[:] = 1j
            shmem.prod_reduce(d, s)
            self.assertTrue((d == 1j**self.n).all())
            s[:] = np.arange(2 * self.n).reshape(2, self.n) - 1j * self.me
            shmem.team_sync()
            shmem.alltoall(d, s)
            self.assertEqual(d.ravel().tolist(), [2 * self.me + k - 1j * i for i in range(self.n) for k in range(2)])
            shmem.team_sync()
            shmem.alltoalls(d, s, 1, 2)  # one of two
            self.assertEqual(d.ravel()[: self.n].tolist(), [2 * self.me - 1j * i for i in range(self.n)])
            shmem.team_sync()
            shmem.broadcast(d, s, self.n - 1)
            self.assertTrue((d == np.arange(2 * self.n).reshape(2, self.n) - 1j * (self.n - 1)).all())
            got = np.zeros((2, self.n), dtype=kind)
            shmem.get(got, s, self.right)
            self.assertTrue((got.imag == -self.right).all() and (got.real == s.real).all())
            with self.assertRaisesRegex(TypeError, "cannot be used"):
                shmem.max_reduce(d, s)
            with self.assertRaisesRegex(TypeError, "do not mix"):
                shmem.put(d, s.real.copy(), self.me)
            shmem.free(s)
            shmem.free(d)

    def test_views(self):
        a = shmem.array(np.arange(12, dtype="f4").reshape(3, 4))
        shmem.put(a[2], a[0], self.me)
        self.assertEqual(a[2].tolist(), [0, 1, 2, 3])
        with self.assertRaisesRegex(ValueError, "one after the other"):
            shmem.put(a[:, 1], [1, 2, 3], self.me)
        with self.assertRaisesRegex(TypeError, "do not mix"):
            shmem.put(a, np.zeros(3), self.me)
        fixed = np.zeros(12, dtype="f4")
        fixed.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "cannot be written"):
            shmem.get(fixed, a, self.me)
        shmem.free(a)


@unittest.skipIf(np is not None, "NumPy is installed")
class WithoutNumPy(Job):
    def test_arrays_are_ours(self):
        a = shmem.zeros((2, 2), dtype="i4")
        self.assertIsInstance(a, gasnetgo.SymmetricArray)
        shmem.put(a, [[1, 2], [3, 4]], self.me)
        self.assertEqual(a.tolist(), [[1, 2], [3, 4]])
        with self.assertRaisesRegex(TypeError, "does not fit"):
            shmem.put(a, ["x"], self.me)
        shmem.free(a)


class Collectives(Job):
    def test_moves(self):
        s, d = shmem.zeros(6 * self.n, dtype="int32"), shmem.zeros(6 * self.n, dtype="int32")
        for i in range(len(s)):
            s[i] = 100 * self.me + i
        shmem.broadcast(d, s[:3], self.n - 1)
        self.assertEqual(list(d[:3]), [100 * (self.n - 1) + i for i in range(3)])
        shmem.team_sync()
        shmem.fcollect(d, s[:2])
        self.assertEqual(list(d[: 2 * self.n]), [100 * i + k for i in range(self.n) for k in range(2)])
        shmem.team_sync()
        shmem.collect(d, s[: self.me % 3])
        want = [100 * i + k for i in range(self.n) for k in range(i % 3)]
        self.assertEqual(list(d[: len(want)]), want)
        shmem.team_sync()
        shmem.alltoall(d, s[: 3 * self.n])
        self.assertEqual(list(d[: 3 * self.n]), [100 * i + 3 * self.me + k for i in range(self.n) for k in range(3)])
        shmem.team_sync()
        shmem.alltoalls(d, s, 2, 1, 2)
        self.assertEqual([d[2 * k] for k in range(2 * self.n)], [100 * i + 2 * self.me + k for i in range(self.n) for k in range(2)])
        shmem.free(s)
        shmem.free(d)

    def test_reductions(self):
        kinds = ["int8", "uint16", "int32", "int64", "float32", "float64"] + (["complex64", "complex128", "longdouble"] if np else [])
        for kind in kinds:
            s, d = shmem.full(3, self.me + 1, dtype=kind), shmem.zeros(3, dtype=kind)
            total = self.n * (self.n + 1) // 2
            shmem.sum_reduce(d, s)
            self.assertEqual(list(d), [total] * 3)
            shmem.sum_inscan(d, s)
            self.assertEqual(list(d), [(self.me + 1) * (self.me + 2) // 2] * 3)
            shmem.sum_exscan(d, s)
            self.assertEqual(list(d), [self.me * (self.me + 1) // 2] * 3)
            if "complex" not in kind:
                shmem.max_reduce(d, s)
                self.assertEqual(list(d), [self.n] * 3)
                shmem.min_reduce(s, s)
                self.assertEqual(list(s), [1] * 3)
            shmem.prod_reduce(s, s)
            if "int" in kind:
                self.assertEqual(list(s), [1] * 3)
                s[:] = [6, 3, self.me]
                shmem.and_reduce(d, s)
                self.assertEqual(list(d[:2]), [6, 3])
                shmem.xor_reduce(d, s)
                self.assertEqual(d[0], 6 * (self.n % 2))
                shmem.or_reduce(d, s)
                self.assertEqual(d[1], 3)
            shmem.team_sync()
            shmem.free(s)
            shmem.free(d)

    def test_refusals(self):
        s, d = shmem.zeros(4, dtype="int32"), shmem.zeros(4, dtype="int64")
        short = shmem.zeros(1, dtype="int32")
        with self.assertRaisesRegex(TypeError, "do not mix"):
            shmem.sum_reduce(d, s)
        with self.assertRaisesRegex(ValueError, "root = -1"):
            shmem.broadcast(s, s, -1)
        with self.assertRaisesRegex(ValueError, "dest has 1 elements and needs 4"):
            shmem.broadcast(short, s)
        f = shmem.zeros(1, dtype="float32")
        with self.assertRaisesRegex(TypeError, "cannot be used"):
            shmem.and_reduce(f, f)
        for a in (s, d, short, f):
            shmem.free(a)
