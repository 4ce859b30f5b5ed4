/* gasnet/state.c - GASNet's part of the plane, as the files of this folder know it. */
#include "here.h"

struct ga_gasnet ga_gasnet;
_Thread_local const struct ga_am_token *ga_am_handled;
