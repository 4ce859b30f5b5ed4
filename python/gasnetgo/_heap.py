"""Which blocks of the symmetric heap this package has allocated, and which of them are free again."""

from bisect import bisect_left, bisect_right
from typing import List


class Ranges:
    """Disjoint ranges of addresses. starts and ends are sorted and stay the same lists, so that a fast path may hold them."""

    __slots__ = ("starts", "ends")

    def __init__(self) -> None:
        self.starts: List[int] = []
        self.ends: List[int] = []

    def add(self, start: int, end: int) -> None:
        """Add a range that overlaps no other."""
        i = bisect_right(self.starts, start)
        self.starts.insert(i, start)
        self.ends.insert(i, end)

    def find(self, address: int) -> int:
        """The index of the range that contains address, or -1."""
        i = bisect_right(self.starts, address) - 1
        return i if i >= 0 and address < self.ends[i] else -1

    def delete(self, i: int) -> None:
        """Remove the range of that index."""
        del self.starts[i], self.ends[i]

    def cut(self, start: int, end: int) -> None:
        """Remove all ranges that overlap this one."""
        first, last = bisect_right(self.ends, start), bisect_left(self.starts, end)
        del self.starts[first:last], self.ends[first:last]

    def clear(self) -> None:
        """Remove all ranges."""
        self.starts.clear()
        self.ends.clear()


live = Ranges()
freed = Ranges()  # until other blocks are allocated there


def allocated(address: int, size: int) -> None:
    """Record a block. One of no bytes has one address all the same, by which it is freed."""
    freed.cut(address, address + max(size, 1))
    live.add(address, address + max(size, 1))


def released(address: int) -> bool:
    """Record that the block at address is free; False if no live block starts there."""
    i = live.find(address)
    if i < 0 or live.starts[i] != address:
        return False
    end = live.ends[i]
    live.delete(i)
    freed.cut(address, end)
    freed.add(address, end)
    return True


def ended() -> None:
    """The heap is gone: nothing in it may be used."""
    for start, end in zip(live.starts, live.ends):
        freed.cut(start, end)
        freed.add(start, end)
    live.clear()


def began() -> None:
    """A new heap: memory of an earlier one says nothing about it."""
    live.clear()
    freed.clear()
