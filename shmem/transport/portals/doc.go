// Package portals is shmem's transport over Portals 3.3, built as Cray SHMEM on the XT3 was ("Evaluation of Remote Memory Access Communication on the
// Cray XT3", section 3): everything is set up once, two portal indices lead to the two symmetric segments, free-floating descriptors to the memory that
// local buffers lie in, puts and gets have an event queue each, all puts are acknowledged, and Quiet waits until nothing is outstanding. Atomics that
// Portals has no operation for are requests to a responder at the owner of the memory.
//
// It is a client of package portals/client, which has the operations in flight and the event loop. It is the same in every world: see [Config] for what a
// world supplies, and docs/design/shmem-portals.md.
package portals
