// Package job puts a simulated job together: the ranks of a world, their network, how their programs wait, and the threads of libraries beside them. It knows no API: each has a
// package below this one, which makes what the ranks share of it and each rank's part. It knows neither C nor where programs come from; what a rank's program does is a function that
// calls the parts.
package job
