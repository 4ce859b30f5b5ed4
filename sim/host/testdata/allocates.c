/* Brings its own malloc along. */
#include <stddef.h>

static char memory[1 << 20];
static size_t used;

void *malloc(size_t n) { return &memory[(used += (n + 15) & ~(size_t)15) - n]; }
void free(void *p) { (void)p; }
int main(void) { return malloc(1) == NULL; }
