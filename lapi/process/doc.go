// Package process makes LAPI's calls of a program: contexts over machines of package lapi, which lapi/client drives, checks of arguments, handlers that are to run,
// counters. It touches the program's memory; messages travel over a Link, which its world supplies.
//
// No call waits. The edge waits for conditions on the caller's own stack, and calls Poll meanwhile, which hands out handlers one at a time.
package process
