"""Collectives of gasnetgo.shmem in a job of any size, with NumPy and without."""

from gasnetgo import shmem
from shmem_job import Job, setUpModule, tearDownModule  # noqa: F401  (unittest calls them)

try:
    import numpy as np
except ImportError:
    np = None


class Collectives(Job):
    def test_moves(self):
        s, d = shmem.zeros(6 * self.n, dtype="int32"), shmem.zeros(6 * self.n, dtype="int32")
        for i in range(len(s)):
            s[i] = 100 * self.me + i
        shmem.broadcast(d, s[:3], self.n - 1)
        self.assertEqual(list(d[:3]), [100 * (self.n - 1) + i for i in range(3)])
        shmem.sync()
        shmem.fcollect(d, s[:2])
        self.assertEqual(list(d[: 2 * self.n]), [100 * i + k for i in range(self.n) for k in range(2)])
        shmem.sync()
        shmem.collect(d, s[: self.me % 3])
        want = [100 * i + k for i in range(self.n) for k in range(i % 3)]
        self.assertEqual(list(d[: len(want)]), want)
        shmem.sync()
        shmem.alltoall(d, s[: 3 * self.n])
        self.assertEqual(list(d[: 3 * self.n]), [100 * i + 3 * self.me + k for i in range(self.n) for k in range(3)])
        shmem.sync()
        shmem.alltoalls(d, s, 2, 1, 2)
        self.assertEqual([d[2 * k] for k in range(2 * self.n)], [100 * i + 2 * self.me + k for i in range(self.n) for k in range(2)])
        shmem.free(s)
        shmem.free(d)

    def test_reductions(self):
        kinds = ["int8", "uint16", "int32", "int64", "float32", "float64", "complex64", "complex128"] + (["longdouble"] if np else [])
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
            shmem.sync()
            shmem.free(s)
            shmem.free(d)

    def test_reduce(self):
        s, d = shmem.full(3, self.me + 1), shmem.full(4, -1)
        shmem.reduce(d, s, size=2)
        self.assertEqual(list(d), [self.n * (self.n + 1) // 2] * 2 + [-1] * 2)
        shmem.reduce(d, s, shmem.OP_MAX, 3, shmem.TEAM_WORLD)
        shmem.reduce(d, s, "max", 3)
        self.assertEqual(list(d), [self.n] * 3 + [-1])
        self.assertEqual([f"{op}_reduce" for op in shmem.OP][0], "and_reduce")
        with self.assertRaises(ValueError):
            shmem.reduce(d, s, "mean")
        with self.assertRaisesRegex(TypeError, "team is a int"):
            shmem.reduce(d, s, team=1)
        shmem.sync()
        shmem.free(s)
        shmem.free(d)

    def test_refusals(self):
        s, d = shmem.zeros(4, dtype="int32"), shmem.zeros(4, dtype="int64")
        short = shmem.zeros(1, dtype="int32")
        with self.assertRaisesRegex(TypeError, "do not mix"):
            shmem.sum_reduce(d, s)
        with self.assertRaisesRegex(ValueError, "root = -1"):
            shmem.broadcast(s, s, -1)
        with self.assertRaisesRegex(ValueError, "target has 1 elements and needs 4"):
            shmem.broadcast(short, s)
        f = shmem.zeros(1, dtype="float32")
        with self.assertRaisesRegex(TypeError, "cannot be used"):
            shmem.and_reduce(f, f)
        for a in (s, d, short, f):
            shmem.free(a)
