/* toolhelp.c as C++. */
#include "toolhelp.c"
