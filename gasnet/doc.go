// Package gasnet is the place of GASNet-1 (specification 1.8): the core API, the extended API written once on top of the core, and
// conduits that may replace pieces of it for speed.
//
// There is nothing here yet: a program that needs GASNet cannot be built against this library. The mailboxes that its active messages
// will travel through exist, in package node.
package gasnet
