"""heat2d.py - heat conduction in a metal plate, in parallel and, for verification, in serial.

    gasnetgo run -n 4 python3 heat2d.py [width height steps]

The plate is cut into bands of rows, one per PE. A PE has copies of its neighbours' nearest rows, the halo. From 8 rows of it, it can compute 8
steps before it needs new ones, so that PEs exchange halos, and wait for each other, once in 8 steps. A put with a signal moves the rows and
says that they have arrived. The same code runs with NumPy and without.
"""

import math
import sys
import time

from gasnetgo import shmem
from gasnetgo.shmem import CMP

try:
    import numpy as np
except ImportError:
    np = None

DIFFUSION = 0.2  # alpha dt / dx^2; stable below 0.25
DEPTH = 8  # rows of a halo, and steps between exchanges


def initial(x, y, width, height):
    """Warm plate, a hot disc off its centre, a cold one, the north edge held at 100 degrees."""
    fx, fy = (x + 0.5) / width, (y + 0.5) / height
    if y < 0:
        return 100.0
    if math.hypot(fx - 0.3, fy - 0.4) < 0.1:
        return 400.0
    if math.hypot(fx - 0.7, fy - 0.6) < 0.15:
        return -50.0
    return 20.0


def band(first, count, width, height, depth=1):
    """Rows first..first+count-1 of the plate, with depth rows on either side of them, and one cell left and right."""
    return [[initial(x, y, width, height) for x in range(-1, width + 1)] for y in range(first - depth, first + count + depth)]


if np is not None:

    CHUNK = 32  # rows: a few of them stay in the processor's cache

    def step(new, old, first, last):
        """One step of the explicit scheme on the inner cells of rows first..last."""
        for a in range(first, last + 1, CHUNK):
            b = min(a + CHUNK, last + 1)
            to = new[a:b, 1:-1]
            np.add(old[a:b, :-2], old[a:b, 2:], out=to)
            to += old[a - 1 : b - 1, 1:-1]
            to += old[a + 1 : b + 1, 1:-1]
            to *= DIFFUSION
            to += (1 - 4 * DIFFUSION) * old[a:b, 1:-1]

else:

    def step(new, old, first, last):
        """One step of the explicit scheme on the inner cells of rows first..last."""
        north, here = _row(old, first - 1), _row(old, first)
        for y in range(first, last + 1):
            south = _row(old, y + 1)
            around = zip(here[1:-1], here[:-2], here[2:], north[1:-1], south[1:-1])
            new[y][1:-1] = [c + DIFFUSION * (w + e + n + s - 4 * c) for c, w, e, n, s in around]
            north, here = here, south


def _row(grid, y):
    return grid[y] if isinstance(grid, list) else grid[y].tolist()


def parallel(width, height, steps):
    """This PE's band after all steps, the index of its first row, where bands start, and the seconds it took."""
    me, n = shmem.my_pe(), shmem.n_pes()
    start = [height * i // n for i in range(n + 1)]
    rows = start[me + 1] - start[me]
    most = max(b - a for a, b in zip(start, start[1:]))
    depth = min(DEPTH, height // n)  # a halo comes from one neighbour only
    first, last = depth, depth + rows - 1
    old = shmem.zeros((most + 2 * depth, width + 2))
    new = shmem.zeros((most + 2 * depth, width + 2))
    for grid in (old, new):
        grid[: rows + 2 * depth] = band(start[me], rows, width, height, depth)
    # Halos of even and of odd rounds, from the north and from the south: a neighbour is at most one round ahead.
    inbox = shmem.zeros((2, 2, depth, width + 2))
    north, south = shmem.new_signal(), shmem.new_signal()  # rounds whose halo has arrived from there

    shmem.barrier_all()
    seconds = time.perf_counter()
    for i, done in enumerate(range(0, steps, depth)):
        halos = inbox[i % 2]
        if i > 0:
            if me > 0:
                shmem.put_signal(halos[1], old[first : first + depth], me - 1, south, i)
            if me < n - 1:
                shmem.put_signal(halos[0], old[last - depth + 1 : last + 1], me + 1, north, i)
            if me > 0:
                shmem.signal_wait_until(north, CMP.GE, i)
                old[:first] = halos[0]
            if me < n - 1:
                shmem.signal_wait_until(south, CMP.GE, i)
                old[last + 1 : last + 1 + depth] = halos[1]
        for used in range(1, min(depth, steps - done) + 1):
            step(new, old, first if me == 0 else used, last if me == n - 1 else last + depth - used)
            old, new = new, old
    shmem.barrier_all()
    return old, first, start, time.perf_counter() - seconds


def verify(mine, first, start, width, height, steps):
    """The largest difference between all bands and the whole plate computed here, and the seconds that took."""
    old, new = band(0, height, width, height), band(0, height, width, height)
    if np is not None:
        old, new = np.array(old), np.array(new)
    seconds = time.perf_counter()
    for _ in range(steps):
        step(new, old, 1, height)
        old, new = new, old
    seconds = time.perf_counter() - seconds

    worst = 0.0
    for pe in range(shmem.n_pes()):
        theirs = shmem.ptr(mine, pe)
        for y in range(start[pe + 1] - start[pe]):
            a, b = _row(theirs, y + first), _row(old, start[pe] + y + 1)
            worst = max(worst, max(abs(p - q) for p, q in zip(a[1:-1], b[1:-1])))
    return worst, seconds


def main():
    default = (512, 512, 200) if np is not None else (128, 128, 50)
    width, height, steps = map(int, sys.argv[1:]) if len(sys.argv) == 4 else default
    shmem.init()
    me, n = shmem.my_pe(), shmem.n_pes()
    if height < n:
        sys.exit(f"heat2d: {height} rows are too few for {n} PEs")

    mine, first, start, seconds = parallel(width, height, steps)
    failed = False
    if me == 0:
        worst, serial = verify(mine, first, start, width, height, steps)
        failed = not worst < 1e-9
        updates = 1e-6 * width * height * steps
        print(f"heat2d.py: {width} x {height} cells, {steps} steps, {n} PEs, {'NumPy ' + np.__version__ if np else 'without NumPy'}")
        print(f"  parallel {seconds:8.3f} s  {updates / seconds:8.1f} MLUP/s")
        print(f"  serial   {serial:8.3f} s  {updates / serial:8.1f} MLUP/s")
        print(f"  largest difference from the serial run {worst:g}: {'WRONG' if failed else 'verified'}", flush=True)
    shmem.barrier_all()
    shmem.finalize()
    sys.exit(1 if failed else 0)


main()
