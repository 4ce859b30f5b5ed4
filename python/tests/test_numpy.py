"""gasnetgo.shmem with NumPy, and without."""

import unittest

import gasnetgo
from gasnetgo import shmem
from shmem_job import Job, setUpModule, tearDownModule  # noqa: F401  (unittest calls them)

try:
    import numpy as np
except ImportError:
    np = None


@unittest.skipIf(np is None, "NumPy is not installed")
class WithNumPy(Job):
    def test_arrays_are_numpys(self):
        a = shmem.zeros((3, 4), dtype=np.complex128)
        self.assertIsInstance(a, np.ndarray)
        shmem.put(a, np.full((3, 4), 1j * self.me), self.right)
        shmem.barrier_all()
        self.assertTrue((a == 1j * self.left).all())
        shmem.iput(a, np.arange(3) + 0j, self.me, 4)
        self.assertEqual(a[:, 0].tolist(), [0, 1, 2])
        shmem.put(a[1], np.float64(2) + 0j, self.me)
        self.assertEqual(a[1, 0], 2)
        shmem.barrier_all()
        shmem.free(a)

    def test_complex(self):
        """Complex numbers: transfers, reductions, scans and shapes keep real and imaginary parts."""
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
            shmem.sync()
            shmem.alltoall(d, s)
            self.assertEqual(d.ravel().tolist(), [2 * self.me + k - 1j * i for i in range(self.n) for k in range(2)])
            shmem.sync()
            shmem.alltoalls(d, s, 1, 2)  # one of two
            self.assertEqual(d.ravel()[: self.n].tolist(), [2 * self.me - 1j * i for i in range(self.n)])
            shmem.sync()
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

    def test_order(self):
        """Arrays in Fortran's order stay so, and do not mix with C's."""
        a = shmem.zeros((2, 3), order="F")
        self.assertTrue(a.flags.f_contiguous and not a.flags.c_contiguous)
        b = shmem.array(np.arange(6.0).reshape(2, 3, order="F"))
        self.assertEqual(b.strides, a.strides)
        shmem.put(a, b, self.right)
        shmem.barrier_all()
        self.assertTrue((a == b).all())
        there = shmem.ptr(a, self.right)
        self.assertEqual((there.strides, there.tolist()), (b.strides, b.tolist()))
        with self.assertRaisesRegex(ValueError, "Fortran"):
            shmem.put(a, np.zeros((2, 3)), self.me)
        shmem.barrier_all()
        shmem.put(a, np.zeros(6), self.me)
        shmem.free(a)
        shmem.free(b)

    def test_foreign_byte_order(self):
        a = shmem.zeros(2, dtype=">i4")
        with self.assertRaisesRegex(TypeError, "cannot be used here"):
            shmem.atomic_inc(a, self.me)
        shmem.p(a, 1, self.me)
        self.assertEqual((a[0], shmem.g(a, self.me)), (1, 1))
        shmem.free(a)

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
