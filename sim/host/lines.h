/* lines.h - what ranks have printed. */
#ifndef GA_SIM_LINES_H
#define GA_SIM_LINES_H

#include "rank.h"

/* A stream of the rank has this text; it is written where the rank's descriptor leads, unless the rank has closed it. Returns how much, 0 with errno if nothing. */
HIDDEN ssize_t ga_sim_print(struct ga_sim_rank *, int fd, const char *text, size_t n);

/* What goes to the descriptor itself, 1 or 2, comes before what waits in the stream's buffer, and after what has been flushed. False: no memory. */
HIDDEN bool ga_sim_print_flushed(struct ga_sim_rank *, int fd, const char *text, size_t n);

/* As fflush: nothing of it can be lost any more. */
HIDDEN void ga_sim_commit_lines(struct ga_sim_rank *, int fd);

#endif
