"""Teams, contexts and signals of gasnetgo.shmem in a job of any size, with NumPy and without."""

from gasnetgo import shmem
from gasnetgo.shmem import CMP, SIGNAL, TEAM_SHARED, TEAM_WORLD
from shmem_job import Job, setUpModule, tearDownModule  # noqa: F401  (unittest calls them)


class Teams(Job):
    def test_predefined(self):
        self.assertEqual((TEAM_WORLD.my_pe(), TEAM_WORLD.n_pes()), (self.me, self.n))
        self.assertEqual(TEAM_SHARED.translate_pe(TEAM_SHARED.my_pe()), self.me)
        self.assertEqual(TEAM_WORLD.config(), {"num_contexts": 0})

    def test_strided(self):
        even = TEAM_WORLD.split_strided(0, 2, num_contexts=3)
        self.assertEqual(even is None, self.me % 2 == 1)
        if even is not None:
            self.assertEqual((even.my_pe(), even.n_pes()), (self.me // 2, (self.n + 1) // 2))
            self.assertEqual(even.config(), {"num_contexts": 3})
            back = even.split_strided(even.n_pes() - 1, -1)
            self.assertEqual(back.my_pe(), even.n_pes() - 1 - even.my_pe())
            self.assertEqual(back.translate_pe(0, even), even.n_pes() - 1)
            self.assertNotEqual(back, even)
            back.destroy()
            self.assertRaises(ValueError, back.my_pe)
            even.destroy()
        self.assertRaises(ValueError, TEAM_WORLD.split_strided, 0, 1, self.n + 1)
        self.assertRaises(ValueError, TEAM_WORLD.split_strided, 0, 0)

    def test_2d(self):
        x, y = TEAM_WORLD.split_2d(2)
        self.assertEqual((x.my_pe(), y.my_pe()), (self.me % min(2, self.n), self.me // 2))
        x.destroy()
        y.destroy()
        self.assertRaises(ValueError, TEAM_WORLD.split_2d, 0)

    def test_ptr(self):
        a = shmem.zeros(1)
        a[0] = self.me
        shmem.barrier_all()
        self.assertEqual(TEAM_WORLD.ptr(a, self.right)[0], self.right)
        self.assertIsNone(TEAM_WORLD.ptr(a, self.n))
        shmem.barrier_all()
        shmem.free(a)


class Contexts(Job):
    def test_world(self):
        a = shmem.zeros(8, dtype="int64")
        back = shmem.zeros(8, dtype="int64")
        with shmem.Context(shmem.Context.PRIVATE) as ctx:
            shmem.put(a[:2], [self.me, 2], self.right, ctx=ctx)
            shmem.p(a[2:], 3, self.right, ctx=ctx)
            shmem.put_nbi(a[3:4], [4], self.right, ctx=ctx)
            shmem.iput(a[4:], shmem.array([5, 6], dtype="int64"), 2, 1, self.right, ctx=ctx)
            ctx.fence()
            shmem.atomic_add(a[7:], 8, self.right, ctx=ctx)
            ctx.quiet()
            shmem.barrier_all()
            self.assertEqual(list(a), [self.left, 2, 3, 4, 5, 0, 6, 8])
            shmem.get(back, a, self.right, ctx=ctx)
            self.assertEqual(list(back), [self.me, 2, 3, 4, 5, 0, 6, 8])
            self.assertEqual(shmem.g(a, self.right, ctx=ctx), self.me)
            self.assertEqual(shmem.atomic_fetch(a[1:], self.right, ctx=ctx), 2)
            shmem.pe_quiet([self.right], ctx=ctx)
        shmem.pe_quiet([self.right])
        self.assertRaises(ValueError, ctx.quiet)
        self.assertRaises(ValueError, shmem.Context, 1 << 30)
        shmem.barrier_all()

    def test_of_a_team(self):
        back = TEAM_WORLD.split_strided(self.n - 1, -1)
        ctx = back.create_ctx()
        a = shmem.full(1, -1, dtype="int32")
        shmem.barrier_all()
        shmem.put(a, [self.me], (back.my_pe() + 1) % self.n, ctx=ctx)
        ctx.destroy()
        shmem.barrier_all()
        self.assertEqual(a[0], self.right)
        back.destroy()
        even = TEAM_WORLD.split_strided(0, 2)
        if even is not None:
            with even.create_ctx() as ctx:
                self.assertRaises(ValueError, shmem.put, a, [1], even.n_pes(), ctx)
                shmem.put(a, [5], even.my_pe(), ctx=ctx)
                self.assertEqual(a[0], 5)
        shmem.barrier_all()
        shmem.free(a)


class Signals(Job):
    def test_ring(self):
        data, sig = shmem.zeros(4), shmem.zeros(1, dtype="uint64")
        shmem.barrier_all()
        with shmem.Context() as ctx:
            for i in range(1, 20):
                how = None if i % 2 else ctx
                if i % 3:
                    shmem.put_signal(data, [i + self.me] * 4, sig, i, self.right, ctx=how)
                else:
                    shmem.put_signal_nbi(data, [i + self.me] * 4, sig, 1, self.right, SIGNAL.ADD, ctx=how)
                self.assertEqual(shmem.signal_wait_until(sig, CMP.EQ, i), i)
                self.assertEqual(list(data), [i + self.left] * 4)
                shmem.barrier_all()
        self.assertEqual(shmem.signal_fetch(sig), 19)
        shmem.barrier_all()
        shmem.signal_set(sig, 1 << 63, self.right)
        self.assertEqual(shmem.signal_wait_until(sig, CMP.GE, 1 << 63), 1 << 63)
        shmem.barrier_all()
        shmem.signal_add(sig, 1, self.right)
        self.assertEqual(shmem.signal_wait_until(sig, CMP.NE, 1 << 63), (1 << 63) + 1)
        shmem.barrier_all()
        self.assertRaises(TypeError, shmem.signal_set, data, 1, 0)
        self.assertRaises(OverflowError, shmem.signal_set, sig, -1, 0)
        self.assertRaises(ValueError, shmem.signal_set, sig, 1, self.n)
