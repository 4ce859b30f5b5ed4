// Package detour is a network around another one: it delays, loses, repeats or damages messages of any network, as guides say. Legal disorder (sim/disorder) and faults (sim/fault) are guides.
//
//	detour.go  the network, and what a guide may say of a message
//	trip.go    a message that is on a detour: the endpoint that the network beneath sees in place of the sender's and the target's
//
// What happens to a message keeps what libraries may rely on: headers of a pair of nodes reach the target in the order in which they were sent, unless its library takes packets in any order; the
// payload is read before it arrives, the sender is notified before the target receives, and answers follow that. Only messages of which a guide says something take a detour: all others
// pass unchanged, in the same virtual time.
package detour
