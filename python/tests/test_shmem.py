"""Start, symmetric memory and locks of gasnetgo.shmem in a job of any size, with NumPy and without."""

import array

import gasnetgo
from gasnetgo import shmem
from shmem_job import Job, setUpModule, tearDownModule  # noqa: F401  (unittest calls them)


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
