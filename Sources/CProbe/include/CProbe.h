// What the benchmark counts of its own process, at the calls themselves: memory that is asked for, and what is written
// to the X server.
#ifndef SEGCLOCK_CPROBE_H
#define SEGCLOCK_CPROBE_H

// How many pieces of memory were asked for so far: malloc, calloc, realloc and the aligned ones.
long probe_allocations(void);

// Counts from now on what is written to `descriptor`.
void probe_watch(int descriptor);

// Bytes written to the watched descriptor so far.
long probe_bytes_written(void);

// The process at the other end of a local socket; 0 where that is another machine.
int probe_peer(int descriptor);

// Runs body(context). A frame of its own in a profile: callgrind's --toggle-collect=probe_measured counts what
// happens inside and nothing else.
void probe_measured(void (*body)(void *), void *context);

#endif
