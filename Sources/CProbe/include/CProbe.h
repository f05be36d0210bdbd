#ifndef SEGCLOCK_CPROBE_H
#define SEGCLOCK_CPROBE_H

// The number of allocations of this process so far: malloc, calloc and realloc. Not thread-safe.
long probe_allocations(void);

#endif
