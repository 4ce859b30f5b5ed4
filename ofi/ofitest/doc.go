// Package ofitest is a network of engines in one process, for tests without libfabric. It is as unhelpful as a provider may be: sends and writes often have no space,
// and writes and reads happen only when their target polls, in any order.
package ofitest
