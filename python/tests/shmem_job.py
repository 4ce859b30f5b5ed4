"""Base class of tests of gasnetgo.shmem: a job of any size, whose ranks end each test together."""

import unittest

from gasnetgo import shmem


def setUpModule():
    shmem.init()


def tearDownModule():
    shmem.finalize()


class Job(unittest.TestCase):
    def setUp(self):
        self.me, self.n = shmem.my_pe(), shmem.n_pes()
        self.right, self.left = (self.me + 1) % self.n, (self.me - 1) % self.n

    def tearDown(self):
        shmem.barrier_all()
