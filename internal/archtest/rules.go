package archtest

// Layers is the import rules inside the module. In a line, a group may import every group to its left and its own members; several lines about one group add
// up. A name stands for the package, name/... for it and all below. Every package must be listed: a new folder starts with a line. All other imports are
// forbidden.
const Layers = `
# the live world, from the bottom up
internal/... < job/... < node/... < live, live/nal < live/portals, live/lapi, live/armci, live/shmem, live/gasnet, live/sisci < capi/...

# the meaning of the APIs: above the small helpers only, so that the simulated world can have them as well
internal/... < shmem/... < live/shmem < capi/...
internal/... < portals < portals/process < live/nal, live/portals < live/shmem, live/gasnet
portals, portals/process < capi/...
internal/..., portals, portals/process < portals/client
portals, portals/process, portals/client < shmem/transport/portals, gasnet/conduit/portals, armci/transport/portals
internal/... < gasnet/... < live/gasnet < capi/...
internal/... < armci/... < live/armci < capi/...
internal/... < lapi < lapi/client < lapi/process < live/lapi < live/gasnet
internal/... < lapi/dgsp < lapi/process
lapi/... < capi/...
lapi, lapi/client < gasnet/conduit/lapi, armci/transport/lapi
internal/... < sisci < sisci/client < sisci/process < live/sisci < live/gasnet
sisci/nodes < live/sisci
sisci < sisci/twintest
sisci, sisci/client < gasnet/conduit/sci
sisci, sisci/client, internal/memory < sisci/siscitest < gasnet/conduit/sci
sisci/siscitest < sisci/client
sisci/... < capi/...

# the network between hosts, and what uses it
internal/... < ofi < ofi/engine < live < capi/...
ofi < live/nal, live/portals, live/lapi, live/armci, live/shmem, live/gasnet, live/sisci
ofi < ofi/mailbox < live/nal, live/lapi, live/sisci
ofi < ofi/request < shmem/transport/ofi, gasnet/conduit/ofi, armci/transport/ofi
internal/... < ofi/ofitest
internal/..., ofi, ofi/engine < ofi/ofitest
# what their tests use
ofi, ofi/ofitest < ofi/request, ofi/mailbox
ofi, ofi/ofitest < shmem/transport/ofi, gasnet/conduit/ofi, armci/transport/ofi
ofi, ofi/ofitest < live, live/nal, live/lapi, live/sisci
ofi, node, internal/memory < live/livetest < live/nal, live/lapi, live/sisci

# the simulated world: kernel, networks, ranks; Portals is one client of the fabric
internal/prefetch < sim < sim/quantity < sim/fabric < sim/ideal, sim/seastar, sim/sp, sim/sci, sim/library < sim/machine
internal/prefetch, sim < sim/topo < sim/seastar
internal/prefetch, sim, sim/fabric < sim/detour < sim/disorder < sim/run
sim, sim/quantity, sim/fabric, sim/detour < sim/fault < sim/machine, sim/run
internal/prefetch < sim < sim/world
internal/prefetch, internal/memory < sim, sim/fabric, portals, portals/process < sim/nal
internal/memory, sim, sim/fabric, sim/world, sim/nal, portals, portals/process < sim/nal/naltest
sim, sim/fabric < sim/trace, sim/stats < sim/report < sim/report/page < cmd/gasnetgo/...
sim < sim/report
sim, sim/fabric, sim/world < sim/job
# an API bound to a simulated rank, as it is to a session in live
internal/..., portals, portals/process, sim, sim/fabric, sim/nal, sim/job < sim/job/portals
internal/..., lapi/..., sim, sim/fabric, sim/library, sim/job < sim/job/lapi
internal/..., sisci, sisci/client, sisci/process, sim, sim/fabric, sim/sci, sim/job < sim/job/sisci
sim/job < sim/job/carrier
shmem/..., portals/process, sim/job, sim/job/portals < sim/job/shmem
gasnet/..., portals/process, sim, sim/job, sim/job/carrier, sim/job/portals, sim/job/lapi, sim/job/sisci < sim/job/gasnet
armci/..., portals/client, portals/process, sim, sim/nal, sim/job, sim/job/carrier, sim/job/portals, sim/job/lapi < sim/job/armci
internal/... < sim/job/shmem, sim/job/gasnet, sim/job/armci
sim/job/portals, sim/job/lapi, sim/job/sisci, sim/job/carrier, sim/job/shmem, sim/job/gasnet, sim/job/armci < capi/...
internal/prefetch, internal/crash, internal/memory < sim/host
sim/host/x86 < sim/host/counter < sim/host
sim/host/x86/x86test < sim/host/x86, sim/host/counter
internal/..., portals, sim, sim/world, sim/job, sim/machine, sim/trace, sim/stats, sim/host, sim/spec, sim/sites < sim/run < capi/...
sim/fault < cmd/gasnetgo/...
sim < sim/sites < cmd/gasnetgo/...
sim, sim/stats < cmd/gasnetgo/...
sim/count < sim/count/asm < cmd/gasnetgo/...
sim/count < sim/machine, sim/host, sim/run
sim/job, sim/host < capi/...
# what their tests use
internal/memory, portals, portals/process < portals/portalstest < portals/client, shmem/transport/portals, gasnet/conduit/portals, armci/transport/portals
internal/memory, portals < portals/twintest < live/nal
internal/memory, lapi < lapi/twintest < live/lapi
portals/twintest < portals
lapi/twintest < lapi
portals, sim/ideal, sim/machine, sim/nal/naltest < sim/trace, sim/stats
sim, sim/fabric, sim/ideal < sim/job/portals, sim/job/shmem
sim/machine < sim/job/sisci
sim, sim/fabric, sim/ideal < sim/detour

# a race checker; what each API tells it
check < sim/job
check < sim/run
internal/memory, check, shmem < check/shmem < sim/job/shmem
check < sim/job/shmem

# tools
internal/..., gasnetgo, job/..., sim/machine, sim/spec, capi/limits < cmd/gasnetgo/...
internal/fault < cmd/usage
cmd/usage, sim/machine < cmd/machinefile
cmd/interrupt, internal/progressbar < cmd/simjobs
figures, sim, sim/machine, sim/spec, job/..., cmd/simjobs < cmd/gasnetgo-figures/...
cmd/usage, cmd/interrupt, cmd/machinefile < cmd/gasnetgo/..., cmd/gasnetgo-figures/...
cmd/simjobs < cmd/gasnetgo/explore
internal/... < cmd/apigen/...
internal/progressbar < cmd/gasnetgo-figures/...

# folders whose content is not Go: a package holds their tests
include/..., packaging/..., python/..., ctests/...
job/hosts/namespaces, internal/kept, internal/signaltest, internal/limit, sim/spec < ctests/...
internal/kept < include/...
internal/signaltest, internal/limit < python/...
internal/limit < packaging/...
`

// Bans is the forbidden imports with reasons. "except" names packages that a ban does not apply to.
const Bans = `
...                -> C, github.com/mattn/go-pointer  except capi/..., sim/host/..., ofi/engine  because the edge, the host of simulated ranks and the engine of libfabric know C; everything else can be tested and simulated without it
shmem/...          -> os, os/exec, net, syscall, golang.org/x/sys/unix  because the meaning of an API touches the world through its transport only
shmem/...          -> time                            because in a simulated world the clock is not the machine's
portals/..., gasnet/..., armci/..., lapi/..., sisci/... -> os, os/exec, net, syscall, time, golang.org/x/sys/unix  except armci/armcitest  because the meaning of an API touches the world through its transport only
sim/trace, sim/stats -> gasnetgo/sim/seastar, gasnetgo/sim/ideal, gasnetgo/sim/sp, gasnetgo/sim/sci, gasnetgo/sim/topo, gasnetgo/sim/machine, gasnetgo/sim/nal, gasnetgo/sim/nal/naltest, gasnetgo/portals  because a device names its own parts, and observers know no network and no API
sim/job/...        -> gasnetgo/sim/ideal, gasnetgo/sim/seastar, gasnetgo/sim/sp, gasnetgo/sim/sci  except sim/job/sisci  because the ranks of a job do not know their network
sim/...            -> os, os/exec, net, syscall, time  except sim/run, sim/spec, sim/host/x86/x86test  because the simulator is a pure machine in virtual time
check/...          -> os, os/exec, net, syscall, time, golang.org/x/sys/unix  because what races does not depend on how ranks run
...                -> plugin                          because what runs is what was linked
...                -> log, log/slog                   except cmd/...  because a library speaks through the edge, in one line
internal/...       -> os/exec, net                    except internal/archtest  because helpers start nothing
...                -> github.com/spf13/cobra          except cmd/...  because command lines belong to commands
...                -> gonum.org/v1/plot/...          except figures  because pictures belong to the figures
figures            -> os/exec, net                    because its caller starts programs
...                -> modernc.org/cc/v4               except cmd/apigen/...  because headers are read when code is generated, not when it runs
...                -> testing, github.com/stretchr/testify/assert, github.com/stretchr/testify/require  except job/jobtest, shmem/shmemtest, shmem/transport/transporttest, portals/twintest, lapi/twintest, sisci/twintest, gasnet/conduit/conduittest, armci/armcitest, live/livetest, ofi/ofitest  because tests are not part of the product
`
