"""Memory that has been freed is noticed by every call, and without NumPy by indexing as well."""

import ctypes
import random
import unittest

import gasnetgo
from gasnetgo import _heap, shmem
from shmem_job import Job, setUpModule, tearDownModule  # noqa: F401  (unittest calls them)

try:
    import numpy as np
except ImportError:
    np = None


class Freed(Job):
    def test_calls(self):
        live, a, signal = shmem.zeros(4, dtype="int64"), shmem.zeros(4, dtype="int64"), shmem.new_signal()
        view = a[1:]
        shmem.free(a)
        shmem.del_signal(signal)
        calls = [
            (shmem.put, live, a, 0), (shmem.get, live, a, 0), (shmem.put_nbi, a, live, 0), (shmem.p, a, 1, 0), (shmem.g, view, 0),
            (shmem.iput, view, [1], 0), (shmem.atomic_inc, a, 0), (shmem.atomic_fetch_nbi, a, live, 0), (shmem.wait_until, a, "eq", 0),
            (shmem.test_any, a, "eq", 0), (shmem.sum_reduce, live, a), (shmem.broadcast, a, live, 0), (shmem.ptr, a, 0),
            (shmem.signal_fetch, signal), (shmem.put_signal, live, live, 0, signal, 1), (shmem.set_lock, a), (shmem.free, a),
        ]
        for f, *arguments in calls:
            with self.assertRaises(gasnetgo.Freed, msg=f.__name__) as raised:
                f(*arguments)
            self.assertRegex(str(raised.exception), "has been freed")
        if np is not None:
            self.assertFalse(shmem.addr_accessible(a, self.me))
        shmem.free(live)

    def test_allocated_again(self):
        """Memory that is freed and allocated again serves the new array."""
        for size in (1, 100, 7, 1000, 3):
            a = shmem.zeros(size, dtype="int64")
            shmem.p(a[size - 1 :], 5, self.right)
            shmem.barrier_all()
            self.assertEqual(a[size - 1], 5)
            shmem.free(a)

    def test_memory_of_c(self):
        """Symmetric memory that C code has allocated is as good. Its end was never Python's: what Python has freed stays refused."""
        lib = gasnetgo.load()
        whole = lib.shmem_malloc(1 << 20)
        block = whole + (1 << 20) - 64
        if np is None:
            a = gasnetgo.SymmetricArray(block, 8, "int64")
        else:
            a = np.frombuffer((ctypes.c_int64 * 8).from_address(block), dtype="int64")
        a[0] = self.me
        shmem.barrier_all()
        self.assertEqual(shmem.g(a, self.right), self.right)
        shmem.barrier_all()
        lib.shmem_free(whole)

    @unittest.skipIf(np is not None, "NumPy indexes without asking")
    def test_indexing(self):
        a = shmem.zeros((2, 2))
        row = a[1]
        shmem.free(a)
        for use in (lambda: a[0, 0], lambda: row[0], lambda: a.tolist(), lambda: row.data, lambda: a.fill(1)):
            self.assertRaisesRegex(gasnetgo.Freed, "freed", use)
        with self.assertRaises(gasnetgo.Freed):
            row[0] = 1


class Ranges(unittest.TestCase):
    def test_against_a_list(self):
        """The sorted ranges, compared with a list of addresses."""
        chance = random.Random(3)
        ranges, plain = _heap.Ranges(), {}
        for _ in range(3000):
            start = chance.randrange(200)
            end = start + chance.randrange(1, 12)
            if chance.random() < 0.5:
                ranges.cut(start, end)
                for key in [k for k in plain if k[0] < end and start < k[1]]:
                    del plain[key]
            elif not any(k[0] < end and start < k[1] for k in plain):
                ranges.add(start, end)
                plain[start, end] = True
            self.assertEqual(list(zip(ranges.starts, ranges.ends)), sorted(plain))
            at = chance.randrange(220)
            self.assertEqual(ranges.find(at) >= 0, any(s <= at < e for s, e in plain))
