// Package client drives a node of package sisci, with one process, for clients inside of the library such as GASNet's conduit. It knows no API. It has
//
//   - the [Driver]: calls of SISCI in the groups in which clients make them, the loop that carries out the machine's effects, and the one that serves packets;
//   - [Machine]: what the node runs on. A binding of SISCI to a world implements it.
//
// # Plain stores
//
// A program stores to a map by instructions. A client does so by [Driver.Store], so that a simulated machine sees each store. [Driver.Store] returns when the source may be
// reused. The stores become visible later, in any order; those through one map in their own order if [Machine.Ordered] says so. [Driver.Check] returns when all stores
// through a map are visible.
//
// # Locking
//
// The Driver has a lock, and its methods may be called by any thread. It calls the Machine with the lock, except for methods whose comments say otherwise.
package client
