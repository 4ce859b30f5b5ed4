/* The same in C++, where the names are overloaded. */
#include "early_teams.c"
