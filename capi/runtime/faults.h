/* runtime/faults.h - handlers of faults and of signals that end a program. */
#ifndef GA_FAULTS_H
#define GA_FAULTS_H

#include <signal.h>
#include <stdbool.h>

/* Notes the actions of the program before Go installs its own. Once, before Go starts. */
void ga_faults_init(void);

/* Go installs act for a fault at its start: true if *instead is to be installed, which passes faults to Go or to the program. */
bool ga_go_handles(int sig, const struct sigaction *act, struct sigaction *instead);

/* Installs a handler for signals that end a program by default and that Go has none for. The program sees the default action in its place. */
void ga_faults_catch_ends(void);

#endif
