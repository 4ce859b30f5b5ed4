// Package hosts is gasnetgo run --hosts: a launcher on each host, started over ssh or another command, and the process that the user has started, which
// connects them. docs/design/hosts.md has the protocol.
package hosts
