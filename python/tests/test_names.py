"""The names and signatures of gasnetgo.shmem: those of shmem4py in its order, and what every function must have."""

import enum
import inspect
import unittest

from gasnetgo import shmem

# Parameters of shmem4py's functions. * begins those that are given by name only.
SHMEM4PY = {
    "init": "", "init_thread": "requested", "finalize": "", "global_exit": "status", "query_thread": "", "my_pe": "", "n_pes": "",
    "info_get_version": "", "info_get_name": "", "pe_accessible": "pe", "addr_accessible": "addr pe", "ptr": "target pe", "pcontrol": "level",
    "alloc": "count size align hints clear", "free": "mem", "fromalloc": "mem shape dtype order",
    "new_array": "shape dtype order * align hints clear", "del_array": "a", "array": "obj dtype * order align hints",
    "empty": "shape dtype order * align hints", "zeros": "shape dtype order * align hints", "ones": "shape dtype order * align hints",
    "full": "shape fill_value dtype order * align hints",
    "put": "target source pe size ctx", "get": "target source pe size ctx", "put_nbi": "target source pe size ctx",
    "get_nbi": "target source pe size ctx", "iput": "target source pe tst sst size ctx", "iget": "target source pe tst sst size ctx",
    "atomic_set": "target value pe ctx", "atomic_inc": "target pe ctx", "atomic_add": "target value pe ctx", "atomic_and": "target value pe ctx",
    "atomic_or": "target value pe ctx", "atomic_xor": "target value pe ctx", "atomic_fetch": "source pe ctx", "atomic_swap": "target value pe ctx",
    "atomic_compare_swap": "target cond value pe ctx", "atomic_fetch_inc": "target pe ctx", "atomic_fetch_add": "target value pe ctx",
    "atomic_fetch_and": "target value pe ctx", "atomic_fetch_or": "target value pe ctx", "atomic_fetch_xor": "target value pe ctx",
    "atomic_fetch_nbi": "fetch source pe ctx", "atomic_swap_nbi": "fetch target value pe ctx",
    "atomic_compare_swap_nbi": "fetch target cond value pe ctx", "atomic_fetch_inc_nbi": "fetch target pe ctx",
    "atomic_fetch_add_nbi": "fetch target value pe ctx", "atomic_fetch_and_nbi": "fetch target value pe ctx",
    "atomic_fetch_or_nbi": "fetch target value pe ctx", "atomic_fetch_xor_nbi": "fetch target value pe ctx",
    "atomic_op": "target value op pe ctx", "atomic_fetch_op": "target value op pe ctx", "atomic_fetch_op_nbi": "fetch target value op pe ctx",
    "new_signal": "", "del_signal": "signal", "signal_fetch": "signal", "put_signal": "target source pe signal value sigop size ctx",
    "put_signal_nbi": "target source pe signal value sigop size ctx", "signal_wait_until": "signal cmp value",
    "barrier_all": "", "sync_all": "", "sync": "team", "broadcast": "target source root size team", "collect": "target source size team",
    "fcollect": "target source size team", "alltoall": "target source size team", "alltoalls": "target source tst sst size team",
    "reduce": "target source op size team",
    **{f"{op}_reduce": "target source size team" for op in ("and", "or", "xor", "max", "min", "sum", "prod")},
    **{f"{call}{which}": f"ivar{'s' if which else ''} cmp value{' status' if which else ''}"
       for call in ("wait_until", "test") for which in ("", "_all", "_any", "_some")},
    **{f"{call}_{which}_vector": "ivars cmp values status" for call in ("wait_until", "test") for which in ("all", "any", "some")},
    "fence": "ctx", "quiet": "ctx", "new_lock": "", "del_lock": "lock", "set_lock": "lock", "test_lock": "lock", "clear_lock": "lock",
    "Ctx": "ctx", "Ctx.create": "options team", "Ctx.destroy": "", "Ctx.get_team": "", "Ctx.fence": "", "Ctx.quiet": "",
    "Team": "team", "Team.destroy": "", "Team.split_strided": "start stride size config **kwargs", "Team.get_config": "", "Team.my_pe": "",
    "Team.n_pes": "", "Team.translate_pe": "pe team", "Team.create_ctx": "options", "Team.sync": "",
    "Lock": "", "Lock.acquire": "blocking", "Lock.release": "", "Lock.destroy": "",
}
MEMBERS = {
    "THREAD": "SINGLE FUNNELED SERIALIZED MULTIPLE", "CTX": "PRIVATE SERIALIZED NOSTORE", "MALLOC": "ATOMICS_REMOTE SIGNAL_REMOTE",
    "AMO": "SET INC ADD AND OR XOR", "SIGNAL": "SET ADD", "OP": "AND OR XOR MAX MIN SUM PROD", "CMP": "EQ NE GT LE LT GE",
}


def parameters(f):
    words, named = [], False
    for p in inspect.signature(f).parameters.values():
        if p.name == "self":
            continue
        if p.kind == p.KEYWORD_ONLY and not named:
            named = True
            words.append("*")
        words.append("**" + p.name if p.kind == p.VAR_KEYWORD else p.name)
    return " ".join(words)


def find(name):
    found = shmem
    for part in name.split("."):
        found = getattr(found, part)
    return found


class Names(unittest.TestCase):
    def test_functions_of_shmem4py(self):
        for name, words in SHMEM4PY.items():
            self.assertEqual(parameters(find(name)), words, name)

    def test_constants_of_shmem4py(self):
        for kind, members in MEMBERS.items():
            for member in members.split():
                self.assertIs(getattr(shmem, f"{kind}_{member}"), getattr(getattr(shmem, kind), member))
        for name in ("CTX_DEFAULT", "CTX_INVALID", "TEAM_WORLD", "TEAM_SHARED", "TEAM_INVALID", "MAJOR_VERSION", "MINOR_VERSION", "VENDOR_STRING"):
            self.assertIn(name, shmem.__all__)

    def test_every_function_is_annotated_and_described(self):
        def check(f, name):
            self.assertTrue(inspect.getdoc(f), name)
            for p in inspect.signature(f).parameters.values():
                self.assertTrue(p.name == "self" or p.annotation is not p.empty, f"{name}({p.name})")
            self.assertIsNot(inspect.signature(f).return_annotation, inspect.Signature.empty, name)

        for name in shmem.__all__:
            it = getattr(shmem, name)
            if inspect.isfunction(it):
                check(it, name)
            elif inspect.isclass(it) and not issubclass(it, enum.Enum):
                for part, f in inspect.getmembers(it, inspect.isfunction):
                    if not part.startswith("_"):
                        check(f, f"{name}.{part}")
