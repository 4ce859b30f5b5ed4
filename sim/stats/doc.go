// Package stats counts what the ranks, nodes and links of a simulated job do, and shows it as a table or as JSON.
package stats
