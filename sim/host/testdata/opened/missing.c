/* A library with a function that no library has: that may be called, or not. */
int function_of_no_library(int x);

int missing_not(int x) { return x + 1; }
int missing_used(int x) { return function_of_no_library(x); }
