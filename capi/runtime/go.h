/* runtime/go.h - the functions of the Go side that C calls. Package main exports them; cgo's own header is there only. */
#ifndef GA_GO_H
#define GA_GO_H

struct ga_head;

extern void gaDispatch(struct ga_head *head);
extern void gaFatal(char *why, int status);
extern void gaAtExit(void *handle, int status);
extern int gaSimMain(int argc, char **argv);
extern int gaJobRank(void);
extern int gaJobSize(void);
extern char *gaLauncher(void);
extern char *gaLastError(void);

#endif
