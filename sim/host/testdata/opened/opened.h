/* opened.h - what a program and the libraries that it opens at run time know of each other. */
#ifndef OPENED_H
#define OPENED_H

int inner_next(void);
int *inner_local(void);
void inner_order(int *to);
void inner_note(int digit);
int plugin_next(void);
int *plugin_count(void);
int *plugin_local(void);
double plugin_root(double x);
int plugin_host(void);
unsigned long plugin_counter(void);
const char *plugin_chosen(void);
void *plugin_late(void);
extern int opened_order; /* the program's */
int opened_callback(int x);

#endif
