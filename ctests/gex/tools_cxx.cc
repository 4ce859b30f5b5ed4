/* tools.c as C++. */
#include "tools.c"
