/* toy/plane.h - the data plane that stubs try before they pack a frame: empty. */
#ifndef GA_TOY_PLANE_H
#define GA_TOY_PLANE_H
#endif
