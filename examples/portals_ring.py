"""portals_ring.py - a token goes around the ring of processes, and each adds its rank to it; then all read the result from rank 0.

    gasnetgo run -n 4 python3 portals_ring.py [rounds]
"""

import struct
import sys

from gasnetgo import portals
from gasnetgo.portals import KIND, OPTION

INDEX, TOKEN, RESULT = 4, 1, 2  # the portal index, and match bits of the two uses of it


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) == 2 else 1000
    with portals.NI() as ni:
        me, n, ids = portals.rank(), portals.size(), portals.ids()
        right = ids[(me + 1) % n]
        eq = ni.eq(16)

        # The token arrives here, always at the start of the buffer, and its arrival is an event.
        inbox, result = bytearray(8), bytearray(8)
        ni.attach(INDEX, TOKEN).md(inbox, eq=eq, options=OPTION.PUT | OPTION.MANAGE_REMOTE | OPTION.START_DISABLE)
        ni.attach(INDEX, RESULT).md(result, options=OPTION.GET | OPTION.MANAGE_REMOTE | OPTION.START_DISABLE)
        token = bytearray(8)
        out = ni.bind(token)
        portals.barrier()

        for i in range(rounds):
            if me > 0 or i > 0:
                event = eq.wait()
                assert event.kind == KIND.PUT_END and event.mlength == 8, event
                token[:] = inbox
            struct.pack_into("q", token, 0, struct.unpack("q", token)[0] + me)
            out.put(right, INDEX, TOKEN)
        if me == 0:
            eq.wait()
            result[:] = inbox
        portals.barrier()

        got = bytearray(8)
        ni.bind(got, eq=eq).get(ids[0], INDEX, RESULT)
        while eq.wait().kind != KIND.REPLY_END:
            pass
        sum_of_ranks, expected = struct.unpack("q", got)[0], rounds * n * (n - 1) // 2
        if me == 0:
            print(f"{rounds} rounds of {n} processes: {sum_of_ranks}, {'verified' if sum_of_ranks == expected else f'WRONG, not {expected}'}", flush=True)
        portals.barrier()
    sys.exit(0 if sum_of_ranks == expected else 1)


main()
