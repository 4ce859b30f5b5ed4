"""gasnet_histogram.py - a histogram whose bins are spread over the nodes, counted by messages, and read back by gets.

    gasnetgo run -n 4 python3 gasnet_histogram.py [samples per node]
"""

import random
import sys

from gasnetgo import gasnet

BINS, BATCH = 64, 16  # bins of all nodes, samples in a message
acknowledged = 0


@gasnet.medium
def count(token, data):
    """The samples in data fall into bins of this node."""
    counts = gasnet.segment().cast("q")
    for bin in memoryview(data).cast("i"):
        counts[bin] += 1
    token.reply(done)


@gasnet.short
def done(token):
    global acknowledged
    acknowledged += 1


def main():
    samples = int(sys.argv[1]) if len(sys.argv) == 2 else 20000
    gasnet.attach(BINS * 8, [count, done])
    me, n = gasnet.mynode(), gasnet.nodes()

    # Bin b is on node b % n, at index b // n. A node collects what it has for another and sends it in batches.
    chance = random.Random(me)
    mine = [min(max(int(chance.gauss(0.5, 0.15) * BINS), 0), BINS - 1) for _ in range(samples)]
    sent = 0
    for node in range(n):
        theirs = [b // n for b in mine if b % n == node]
        for i in range(0, len(theirs), BATCH):
            batch = theirs[i : i + BATCH]
            count.request(node, b"".join(b.to_bytes(4, sys.byteorder) for b in batch))
            sent += 1
    gasnet.block_until(lambda: acknowledged == sent)
    gasnet.barrier()

    failed = False
    if me == 0:
        total, word = [], bytearray(8)
        for b in range(BINS):
            gasnet.get(word, b % n, b // n * 8)
            total.append(int.from_bytes(word, sys.byteorder))
        failed = sum(total) != samples * n
        for b in range(0, BINS, 4):
            print(f"{b / BINS:5.2f} {'#' * (sum(total[b : b + 4]) * 200 // (samples * n))}")
        print(f"{sum(total)} of {samples * n} samples counted on {n} nodes: {'WRONG' if failed else 'verified'}", flush=True)
    gasnet.barrier()
    gasnet.exit(1 if failed else 0)


main()
