"""gasnetgo.gasnet in a job of any size, with NumPy and without."""

import array
import unittest

from gasnetgo import gasnet, zgasnet

SIZE = 1 << 16
state = {"sum": 0, "count": 0, "text": [], "blocks": [], "answers": []}


@gasnet.short
def add(token, a, b):
    state["sum"] += a * b + token.source
    state["count"] += 1


@gasnet.short
def nothing(token):
    state["count"] += 1


@gasnet.medium
def text(token, data, i):
    state["text"].append((token.source, data, i))
    token.reply(answer, -i)


@gasnet.short
def answer(token, i):
    state["answers"].append((token.source, i))


@gasnet.long
def block(token, data, i):
    state["blocks"].append((token.source, bytes(data), i))
    token.reply(back, data, 2048 + token.source)


@gasnet.long
def back(token, data):
    state["answers"].append((token.source, bytes(data)))


@gasnet.short
def sixteen(token, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p):
    state["blocks"].append([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p])


class GASNet(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not gasnet._state.segments:
            gasnet.attach(SIZE, [add, nothing, text, answer, block, back, sixteen])
        cls.me, cls.n = gasnet.mynode(), gasnet.nodes()
        cls.right, cls.left = (cls.me + 1) % cls.n, (cls.me - 1) % cls.n

    def setUp(self):
        state.update(sum=0, count=0, text=[], blocks=[], answers=[])
        gasnet.barrier()

    def tearDown(self):
        gasnet.barrier()

    def test_puts_and_gets(self):
        self.assertEqual((len(gasnet.segment()), gasnet.segment_size(self.right)), (SIZE, SIZE))
        gasnet.put(self.right, 8, b"from %3d" % self.me)
        values = array.array("q", range(self.me, self.me + 4))
        operation = gasnet.put_nb(self.right, 64, values)
        operation.wait()
        operation.wait()
        self.assertTrue(operation.done())
        gasnet.barrier()
        self.assertEqual(bytes(gasnet.segment()[8:16]), b"from %3d" % self.left)
        self.assertEqual(gasnet.segment()[64:96].cast("q").tolist(), list(range(self.left, self.left + 4)))
        got, again = bytearray(8), array.array("q", [0] * 4)
        gasnet.get(got, self.right, 8)
        self.assertEqual(got, b"from %3d" % self.me)
        operation = gasnet.get_nb(again, self.right, 64)
        while not operation.done():
            gasnet.poll()
        self.assertEqual(again, values)
        gasnet.barrier()
        gasnet.memset(self.right, 8, 0xFF, 3)
        gasnet.barrier()
        self.assertEqual(bytes(gasnet.segment()[8:12]), b"\xff\xff\xffm")

    def test_shorts(self):
        for to in range(self.n):
            add.request(to, -3, 7)
            nothing.request(to)
        gasnet.block_until(lambda: state["count"] == 2 * self.n)
        self.assertEqual(state["sum"], -21 * self.n + sum(range(self.n)))
        sixteen.request(self.right, *range(-(1 << 31), -(1 << 31) + 15), (1 << 31) - 1)
        gasnet.block_until(lambda: state["blocks"])
        self.assertEqual(state["blocks"], [[*range(-(1 << 31), -(1 << 31) + 15), (1 << 31) - 1]])

    def test_mediums(self):
        for i in range(5):
            text.request(self.right, b"x" * (i * 1000), i)
        gasnet.block_until(lambda: len(state["text"]) == 5 and len(state["answers"]) == 5)
        self.assertEqual(sorted(state["text"], key=lambda t: t[2]), [(self.left, b"x" * (i * 1000), i) for i in range(5)])
        self.assertEqual(sorted(state["answers"]), [(self.right, -i) for i in reversed(range(5))])

    def test_longs(self):
        block.request(self.right, b"data %3d" % self.me, 1024, 5)
        gasnet.block_until(lambda: state["blocks"] and state["answers"])
        self.assertEqual(state["blocks"], [(self.left, b"data %3d" % self.left, 5)])
        self.assertEqual(state["answers"], [(self.right, b"data %3d" % self.me)])
        self.assertEqual(bytes(gasnet.segment()[1024:1032]), b"data %3d" % self.left)
        gasnet.barrier()
        self.assertEqual(bytes(gasnet.segment()[2048 + self.me : 2056 + self.me]), b"data %3d" % self.me)

    def test_barriers(self):
        gasnet.barrier_notify(7)
        gasnet.barrier_wait(7)
        gasnet.barrier_notify()
        while not gasnet.barrier_try():
            pass
        if self.n > 1:
            gasnet.barrier_notify(self.me)
            with self.assertRaises(gasnet.Failed) as failed:
                gasnet.barrier_wait(self.me)
            self.assertEqual(failed.exception.code, zgasnet.GASNET_ERR_BARRIER_MISMATCH)
            self.assertRegex(str(failed.exception), "gasnet_barrier_wait: GASNET_ERR_BARRIER_MISMATCH: ")

    def test_refused(self):
        with self.assertRaisesRegex(ValueError, "offset = 65535: 2 bytes do not fit into node 0's segment of 65536"):
            gasnet.put(0, SIZE - 1, b"ab")
        with self.assertRaisesRegex(ValueError, f"node = {self.n} is not in"):
            gasnet.get(bytearray(1), self.n, 0)
        with self.assertRaisesRegex(ValueError, "read-only"):
            gasnet.get(b"1", 0, 0)
        with self.assertRaisesRegex(ValueError, "no number of 32 bits"):
            add.request(0, 1 << 31, 0)
        with self.assertRaisesRegex(TypeError, "add takes 2 arguments; 1 were given"):
            add.request(0, 1)
        with self.assertRaisesRegex(ValueError, "bytes of data are more than"):
            text.request(0, bytes(1 << 20), 1)
        with self.assertRaisesRegex(gasnet.Error, "was not given to gasnet.attach"):
            gasnet.short(lambda token: None).request(0)
        with self.assertRaisesRegex(TypeError, "a handler's parameters are token, data"):
            gasnet.medium(lambda token: None)
        with self.assertRaises(gasnet.Failed):
            gasnet.attach(SIZE)
