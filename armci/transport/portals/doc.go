// Package portals is ARMCI's transport over Portals 3.3. Puts and gets of contiguous memory are those of Portals, as ARMCI on the XT3 had them ("Evaluation of
// Remote Memory Access Communication on the Cray XT3", section 4): a wild-card descriptor accepts them at the target and posts no events; the initiator keeps a
// descriptor of its own allocations, and makes one for each transfer of other memory. All puts are acknowledged; a fence waits for that.
//
// Everything else is a request that its target serves where messages are received, without a call of its program: read-modify-writes, mutexes, accumulates,
// transfers of short runs, and messages. Each pair of ranks has a few slots of memory at both ends; a request with a payload is a put into one of them, and its
// answer frees it. [Config] can leave accumulates and runs to package armci, which makes them of gets, puts and locks as the library of that paper did.
//
// It is a client of package portals/client. docs/design/armci.md describes objects and bits.
package portals
