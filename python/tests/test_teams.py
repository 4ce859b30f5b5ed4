"""Teams, contexts and signals of gasnetgo.shmem in a job of any size, with NumPy and without."""

from gasnetgo import shmem
from gasnetgo.shmem import CMP, SIGNAL, TEAM_SHARED, TEAM_WORLD
from shmem_job import Job, setUpModule, tearDownModule  # noqa: F401  (unittest calls them)


class Teams(Job):
    def test_predefined(self):
        self.assertEqual((TEAM_WORLD.my_pe(), TEAM_WORLD.n_pes()), (self.me, self.n))
        self.assertEqual(TEAM_SHARED.translate_pe(TEAM_SHARED.my_pe()), self.me)
        self.assertEqual(TEAM_WORLD.get_config(), {"num_contexts": 0})

    def test_strided(self):
        even = TEAM_WORLD.split_strided(0, 2, num_contexts=3)
        self.assertEqual(bool(even), self.me % 2 == 0)
        if even:
            self.assertEqual((even.my_pe(), even.n_pes()), (self.me // 2, (self.n + 1) // 2))
            self.assertEqual(even.get_config(), {"num_contexts": 3})
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

    def test_handles(self):
        for kind, fixed in ((shmem.Team, TEAM_WORLD), (shmem.Ctx, shmem.CTX_DEFAULT)):
            alias, none = kind(fixed), kind()
            self.assertTrue(alias == fixed and alias is not fixed and not none and none == kind(none))
            fixed.destroy()
            self.assertTrue(fixed)
            alias.destroy()
            self.assertFalse(alias)
            self.assertRaises(TypeError, kind, 1)
            self.assertRaisesRegex(RuntimeError, "destroyed", getattr(none, "get_team" if kind is shmem.Ctx else "n_pes"))
        self.assertEqual(shmem.CTX_DEFAULT.get_team(), TEAM_WORLD)
        with self.assertRaisesRegex(TypeError, "config has colour"):
            TEAM_WORLD.split_strided(colour=1)
        self.assertEqual(TEAM_WORLD.translate_pe(), self.me)

    def test_sync_and_members(self):
        first = TEAM_WORLD.split_strided(0, 1, 1)
        if first:
            first.sync()
            shmem.sync(first)
            if self.n > 1:
                with self.assertRaisesRegex(RuntimeError, "is not a member"):
                    TEAM_WORLD.translate_pe(1, first)
        first.destroy()
        shmem.sync()

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
        with shmem.Ctx.create(shmem.CTX_PRIVATE) as ctx:
            shmem.put(a[:2], [self.me, 2], self.right, ctx=ctx)
            shmem.p(a[2:], 3, self.right, ctx=ctx)
            shmem.put_nbi(a[3:4], [4], self.right, ctx=ctx)
            shmem.iput(a[4:], shmem.array([5, 6], dtype="int64"), self.right, 2, ctx=ctx)
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
        self.assertRaises(ValueError, shmem.Ctx.create, 1 << 30)
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
        self.assertRaises(ValueError, ctx.fence)
        even = TEAM_WORLD.split_strided(0, 2)
        if even:
            with even.create_ctx() as ctx:
                self.assertRaises(ValueError, shmem.put, a, [1], even.n_pes(), None, ctx)
                shmem.put(a, [5], even.my_pe(), ctx=ctx)
                self.assertEqual(a[0], 5)
        shmem.barrier_all()
        shmem.free(a)


class Signals(Job):
    def test_ring(self):
        data, sig = shmem.zeros(4), shmem.zeros(1, dtype="uint64")
        shmem.barrier_all()
        with shmem.Ctx.create() as ctx:
            for i in range(1, 20):
                how = None if i % 2 else ctx
                if i % 3:
                    shmem.put_signal(data, [i + self.me] * 4, self.right, sig, i, ctx=how)
                else:
                    shmem.put_signal_nbi(data, [i + self.me] * 4, self.right, sig, 1, SIGNAL.ADD, ctx=how)
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
