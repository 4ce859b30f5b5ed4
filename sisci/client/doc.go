// Package client drives a node of package sisci for its processes: the program, whose calls package process has, and clients inside of the library such as GASNet's conduit. It has
//
//   - the [Node]: its lock, the loop that carries out effects, and the one that deals with packets, deaths and copies;
//   - the [Driver]: a process of the node, with calls of SISCI one by one for a program, and in the groups in which clients make them;
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
// The Node has a lock, and methods of node and drivers may be called by any thread. They call the Machine with the lock, except for methods whose comments say otherwise.
package client
