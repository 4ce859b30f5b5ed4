/* toy/plane.h - what a stub tries before it packs a frame: nothing. */
#ifndef GA_TOY_PLANE_H
#define GA_TOY_PLANE_H
#endif
