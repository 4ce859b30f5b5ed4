"""gasnetgo.portals in a job of any size, with NumPy and without."""

import array
import unittest

from gasnetgo import portals, zportals
from gasnetgo.portals import KIND, OPTION

try:
    import numpy as np
except ImportError:
    np = None

INDEX = 20


class Portals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ni = portals.NI()
        cls.me, cls.n, cls.ids = portals.rank(), portals.size(), portals.ids()
        cls.right, cls.left = cls.ids[(cls.me + 1) % cls.n], cls.ids[(cls.me - 1) % cls.n]

    @classmethod
    def tearDownClass(cls):
        cls.ni.close()

    def setUp(self):
        self.eq = self.ni.eq(64)
        portals.barrier()

    def tearDown(self):
        portals.barrier()
        self.eq.free()

    def expect(self, kind, eq=None):
        event = (eq or self.eq).wait(60)
        self.assertIsNotNone(event, kind)
        self.assertEqual(event.kind, kind)
        self.assertTrue(event.ok)
        return event

    def test_who(self):
        self.assertEqual(len(self.ids), self.n)
        self.assertEqual(self.ni.id, self.ids[self.me])
        self.assertEqual(len(set(self.ids)), self.n)
        self.assertGreater(self.ni.limits.max_pt_index, 39)

    def test_put(self):
        inbox = bytearray(16)
        entry = self.ni.attach(INDEX, match_bits=7, ignore_bits=0xF0)
        entry.md(inbox, eq=self.eq)
        portals.barrier()
        out = self.ni.bind(b"from %6d" % self.me, eq=self.eq)
        out.put(self.right, INDEX, match_bits=0x57, hdr_data=self.me, ack=True)
        kinds = {}
        for _ in range(3):
            e = self.eq.wait(60)
            self.assertTrue(e.ok)
            kinds[e.kind] = e
        self.assertEqual(set(kinds), {KIND.SEND_END, KIND.ACK, KIND.PUT_END})
        e = kinds[KIND.PUT_END]
        self.assertEqual((e.initiator, e.match_bits, e.rlength, e.mlength, e.offset), (self.left, 0x57, 11, 11, 0))
        self.assertEqual((e.hdr_data, e.pt_index, e.md.memory.of), ((self.me - 1) % self.n, INDEX, inbox))
        self.assertEqual(bytes(inbox), b"from %6d" % ((self.me - 1) % self.n) + bytes(5))
        self.assertEqual(kinds[KIND.ACK].mlength, 11)
        portals.barrier()
        out.unlink()
        out.unlink()
        entry.unlink()

    def test_get(self):
        kind = "q" if np is None else np.int64
        source = array.array("q", [self.me * 10 + i for i in range(4)]) if np is None else np.arange(4, dtype=kind) + self.me * 10
        entry = self.ni.attach(INDEX)
        entry.md(source, options=OPTION.GET | OPTION.MANAGE_REMOTE)
        portals.barrier()
        into = array.array("q", [-1] * 4) if np is None else np.full(4, -1, dtype=kind)
        with self.assertRaises(ValueError):
            self.ni.bind(b"1234").get(self.right, INDEX)
        md = self.ni.bind(into, eq=self.eq)
        md.get(self.right, INDEX, remote_offset=16, offset=8, length=16)
        self.expect(KIND.SEND_END)
        self.assertEqual(self.expect(KIND.REPLY_END).mlength, 16)
        peer = (self.me + 1) % self.n
        self.assertEqual(list(into), [-1, peer * 10 + 2, peer * 10 + 3, -1])
        portals.barrier()
        md.unlink()
        entry.unlink()

    def test_swap(self):
        word = bytearray(b"old %4d" % self.me)
        entry = self.ni.attach(INDEX)
        entry.md(word, options=OPTION.PUT | OPTION.GET | OPTION.MANAGE_REMOTE)
        portals.barrier()
        back = bytearray(8)
        here, new = self.ni.bind(back, eq=self.eq), self.ni.bind(b"new %4d" % self.me)
        here.swap(new, self.right, INDEX)
        self.expect(KIND.REPLY_END)
        portals.barrier()
        self.assertEqual(back, b"old %4d" % ((self.me + 1) % self.n))
        self.assertEqual(word, b"new %4d" % ((self.me - 1) % self.n))
        for md in (here, new):
            md.unlink()
        entry.unlink()

    def test_used_up(self):
        inbox = bytearray(8)
        self.ni.attach(INDEX, unlink=True).md(inbox, eq=self.eq, threshold=1, unlink=True)
        portals.barrier()
        out = self.ni.bind(bytes([self.me] * 8))
        before = self.ni.status()
        out.put(self.right, INDEX)
        md = self.expect(KIND.PUT_END).md
        self.assertIs(self.expect(KIND.UNLINK).md, md)
        with self.assertRaises(portals.Failed) as failed:
            portals._call("PtlMDUnlink", md.handle)
        self.assertEqual(failed.exception.code, zportals.PTL_MD_INVALID)
        md.unlink()
        self.assertEqual(bytes(inbox), bytes([(self.me - 1) % self.n] * 8))
        portals.barrier()
        out.put(self.right, INDEX)  # which no entry accepts
        while self.ni.status() == before:
            self.assertIsNone(self.eq.wait(0.001))
        out.unlink()

    def test_arguments(self):
        self.assertIsNone(self.eq.get())
        self.assertIsNone(self.eq.wait(0.01))
        with self.assertRaises(ValueError):
            self.ni.attach(INDEX + 1, unlink=True).md(b"read only")
        with self.assertRaises(portals.Failed) as failed:
            self.ni.attach(1 << 20)
        self.assertEqual((failed.exception.code, str(failed.exception)), (zportals.PTL_PT_INDEX_INVALID, "PtlMEAttach: PTL_PT_INDEX_INVALID"))
        held = bytearray(4)
        md = self.ni.bind(held)
        with self.assertRaises(portals.Failed):
            md.put(self.right, INDEX, offset=3, length=2)
        with self.assertRaises(BufferError):
            held.append(1)
        md.unlink()
        held.append(1)
        empty = self.ni.bind(b"", eq=self.eq)
        empty.unlink()
