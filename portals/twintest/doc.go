// Package twintest compares package portals with Portals written for one reader, over networks that carry messages. Random processes make random objects and
// messages; what can be seen of both must be the same. RunOrder tests networks for the order of messages.
package twintest
