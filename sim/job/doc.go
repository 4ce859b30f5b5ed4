// Package job puts a simulated job together: ranks of a world, their network, and for each rank the libraries that its program calls. It knows neither C nor
// where programs come from; what a rank's program does is a function that calls the libraries.
package job
