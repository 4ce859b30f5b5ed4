package archtest

// Layers says who may import whom inside the module. In a line, a group may import every group to its left and its own members; several lines
// about one group add up. A name stands for the package, name/... for it and all below. Every package must have a place here: a new folder
// starts with a line. What is not named here it may not import.
const Layers = `
# the live world, from the bottom up
internal/... < job/... < node/... < live/... < capi/...

# the meaning of the APIs: above the small helpers only, so that the simulated world can have them as well
internal/... < shmem/... < live/... < capi/...
internal/... < portals/... < live/... < capi/...
portals/... < shmem/transport/portals
internal/... < gasnet/... < live/... < capi/...
internal/... < armci/... < capi/...
internal/... < lapi/... < capi/...
internal/... < portals/... < sim/... < capi/...
internal/... < shmem/..., gasnet/... < sim/job, sim/run < capi/...

# tools
internal/..., docs/api, job/..., sim/machine, sim/spec < cmd/gasnetgo/...
figures < cmd/gasnetgo-figures/...
internal/... < cmd/apigen/...

# folders whose content is not Go: a package holds their tests
include/..., docs/..., packaging/..., python/..., bench/..., scripts/..., ctests/...
`

// Bans says what is not imported, and why. "except" names packages that a ban does not touch.
const Bans = `
...                -> C, github.com/mattn/go-pointer  except capi/..., sim/host/...  because the edge and the host of simulated ranks know C; everything else can be tested and simulated without it
shmem/...          -> os, os/exec, net, syscall, golang.org/x/sys/unix  because the meaning of an API touches the world through its transport only
shmem/...          -> time                            because in a simulated world the clock is not the machine's
portals/..., gasnet/..., armci/..., lapi/... -> os, os/exec, net, syscall, time, golang.org/x/sys/unix  because the meaning of an API touches the world through its transport only
sim/...            -> os, os/exec, net, syscall, time  except sim/run, sim/spec  because the simulator is a pure machine in virtual time
...                -> plugin                          because what runs is what was linked
...                -> log, log/slog                   except cmd/...  because a library speaks through the edge, in one line
internal/...       -> os/exec, net                    except internal/archtest  because helpers start nothing
...                -> github.com/spf13/cobra          except cmd/...  because command lines belong to commands
...                -> gonum.org/v1/plot/...          except figures  because pictures belong to the figures
figures            -> os/exec, net                    because whoever calls it starts programs
...                -> modernc.org/cc/v4               except cmd/apigen/...  because headers are read when code is generated, not when it runs
...                -> testing, github.com/stretchr/testify/assert, github.com/stretchr/testify/require  except job/jobtest, shmem/shmemtest, shmem/transport/transporttest, gasnet/conduit/conduittest  because tests are not part of the product
`
