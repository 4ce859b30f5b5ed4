// Package nodes reads and writes the configuration of jobs over SCI: which machine has which SCI id, which machines a job uses, and the file from which its ranks know
// each other, gasnet_nodes.sci. Errors name the line. It opens no file.
package nodes
