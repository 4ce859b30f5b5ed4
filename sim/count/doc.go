// Package count has the instruction counts of programs that the compiler wrappers compile with --count, and what they cost on a machine.
//
// Package asm, below, inserts an addition to a counter into each basic block of a program's assembly, and a table of these blocks. The operand of each addition is a weight: a 32-bit immediate,
// which the host of simulated ranks sets from the table's counts and the machine's costs (Costs) before it maps the program. So the program's text does not depend on the machine. Outside
// simulated jobs the additions have no effect but their time.
package count
