"""gdb and the process of a simulated job: symbols for each rank's copy of the program, and $rank().

gasnetgo run --machine NAME --gdb reads this file. For a job that runs: gdb -p PID of simhost, then source this file.
"""
import gdb

ADD_AT_MOST = 64  # ranks whose symbols are added without being asked for: gdb needs some time for each

WORDS = 5  # of a struct gasnetgo_sim_copy: file, bias, rank, from, to


class Copies:
    """The files of which ranks have copies, as sim/host/copies.h describes them."""

    def __init__(self):
        self.all = []
        self.added = set()

    def read(self):
        process = gdb.selected_inferior()
        if process.pid == 0 or self.all:
            return
        # With the library's debug symbols the job may stand in Go or assembly, whose languages have neither this cast nor a char.
        language = gdb.parameter("language")
        gdb.execute("set language c")
        try:
            self.find(process)
        finally:
            gdb.execute("set language " + language)

    def find(self, process):
        at = int(gdb.parse_and_eval("(unsigned long)&gasnetgo_sim_copies"))
        first, count = self.words(process, at, 2)
        numbers = self.words(process, first, WORDS * count)
        names = {}
        for i in range(0, len(numbers), WORDS):
            file, bias, rank, low, high = numbers[i : i + WORDS]
            if file not in names:
                names[file] = gdb.Value(file).cast(gdb.lookup_type("char").pointer()).string()
            self.all.append((names[file], bias, rank, low, high))

    @staticmethod
    def words(process, at, n):
        return memoryview(bytes(process.read_memory(at, 8 * n))).cast("Q").tolist() if n else []

    def add(self, rank):
        """Adds the symbols of a rank; answers whether there is such a rank."""
        found = False
        for file, bias, owner, _, _ in self.all:
            if owner != rank:
                continue
            found = True
            if rank not in self.added:
                gdb.execute('add-symbol-file "%s" -o 0x%x' % (file, bias), to_string=True)
        self.added.add(rank)
        return found

    def add_first(self):
        ranks = sorted({copy[2] for copy in self.all})
        for rank in ranks[:ADD_AT_MOST]:
            self.add(rank)
        if ranks:
            more = "" if len(ranks) <= ADD_AT_MOST else "; symbols of ranks 0 to %d only: gasnetgo-rank N adds those of rank N" % (ADD_AT_MOST - 1)
            print("gasnetgo: %d ranks are loaded%s. $rank() is the rank that runs: break f if $rank() == 0" % (len(ranks), more))

    def running(self):
        """The rank on whose stack this thread is; -1 if none."""
        sp = int(gdb.newest_frame().read_register("sp"))
        for _, _, rank, low, high in self.all:
            if low <= sp < high:
                return rank
        return -1


copies = Copies()


class Rank(gdb.Function):
    """$rank(): the simulated rank that this thread runs, or -1."""

    def __init__(self):
        super().__init__("rank")

    def invoke(self):
        return copies.running()


class AddRank(gdb.Command):
    """gasnetgo-rank N: adds the symbols of rank N's copy of the program."""

    def __init__(self):
        super().__init__("gasnetgo-rank", gdb.COMMAND_FILES)

    def invoke(self, argument, from_tty):
        try:
            known = copies.add(int(argument))
        except ValueError:
            raise gdb.GdbError("gasnetgo-rank %s: not the number of a rank" % argument)
        if not known:
            raise gdb.GdbError("gasnetgo-rank %s: this job has no such rank" % argument)


class Loaded(gdb.Breakpoint):
    """Stops the process when all copies are loaded and none has run."""

    def __init__(self):
        super().__init__("gasnetgo_sim_loaded", internal=True, temporary=True)
        self.silent = True


def name_rank(event):
    rank = copies.running() if isinstance(event, (gdb.BreakpointEvent, gdb.SignalEvent)) and copies.all else -1
    if rank >= 0:
        print("gasnetgo: rank %d" % rank)


Rank()
AddRank()
gdb.events.stop.connect(name_rank)
gdb.execute("set confirm off")
gdb.execute("set print thread-events off")
gdb.execute("handle SIGURG SIGXCPU SIG53 SIGILL nostop noprint pass", to_string=True)  # of Go, of the host, reads of the time stamp counter
if gdb.selected_inferior().pid == 0:
    Loaded()
    gdb.execute("run")
    if gdb.selected_inferior().pid != 0:
        gdb.execute("finish", to_string=True)
copies.read()
copies.add_first()
