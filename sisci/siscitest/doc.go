// Package siscitest is a ring of nodes of SISCI in one process, for tests of its clients. Packets, transfers and single stores are in progress until the test, or chance,
// delivers them, in every order that the machine allows. The ring panics when its machines use memory wrongly.
package siscitest
