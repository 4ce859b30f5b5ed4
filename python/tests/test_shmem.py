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
        for kind in ("int8", "uint16", "int32", "uint64", "float32", "float64", "complex64", "complex128", int, float, complex):
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
        with self.assertRaisesRegex(ValueError, "align = 24 is not a power of two"):
            shmem.empty(1, align=24)
        with self.assertRaisesRegex(ValueError, "hints = 8"):
            shmem.empty(1, hints=8)

    def test_alloc(self):
        for count, size in ((0, 8), (3, 1), (5, 8)):
            for align in (None, 8, 256):
                for hints in (0, shmem.MALLOC_ATOMICS_REMOTE, shmem.MALLOC.SIGNAL_REMOTE):
                    mem = shmem.alloc(count, size, align, hints)
                    self.assertEqual((len(mem), bytes(mem)), (count * size, bytes(count * size)))
                    a = shmem.fromalloc(mem, dtype="int8")
                    self.assertEqual(a.size, count * size)
                    if count:
                        a[0] = 5
                        self.assertEqual(mem[0], 5)
                        address = a.address if hasattr(a, "address") else a.ctypes.data
                        self.assertEqual(address % (align or 8), 0)
                    shmem.free(mem)
                    self.assertRaises(KeyError, shmem.free, mem)
        mem = shmem.alloc(4, 8)
        self.assertEqual(shmem.fromalloc(mem, (2, 2)).shape, (2, 2))
        with self.assertRaisesRegex(ValueError, "needs 40 bytes; mem has 32"):
            shmem.fromalloc(mem, 5)
        shmem.free(mem)
        with self.assertRaises(gasnetgo.Freed):
            shmem.fromalloc(mem)

    def test_full_takes_the_type_of_its_value(self):
        for value, kind in ((1, "int64"), (1.5, "float64"), (1j, "complex128")):
            a = shmem.full(2, value)
            self.assertEqual((a.dtype, a.tolist()), (kind, [value] * 2))
            shmem.free(a)

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
        lock.destroy()
        with self.assertRaisesRegex(ValueError, "destroyed"):
            lock.acquire()
        shmem.free(total)

    def test_functions(self):
        lock = shmem.new_lock()
        if self.me == 0:
            self.assertFalse(shmem.test_lock(lock))
        shmem.barrier_all()
        if self.me == self.n - 1 and self.n > 1:
            self.assertTrue(shmem.test_lock(lock))
        shmem.barrier_all()
        if self.me == 0:
            shmem.clear_lock(lock)
        shmem.set_lock(lock)
        shmem.clear_lock(lock)
        shmem.del_lock(lock)
        word = shmem.zeros(1)
        with self.assertRaisesRegex(TypeError, "float64 cannot be used here"):
            shmem.set_lock(word)
        shmem.free(word)
