/* gasnet/state.c - GASNet's part of the plane, as the files of this folder know it. */
#include "plane.h"

struct ga_gasnet ga_gasnet;
