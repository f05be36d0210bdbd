// What the benchmark counts of its own process, at the calls themselves: memory that is asked for, and what is written
// to the X server.
#ifndef SEGCLOCK_CPROBE_H
#define SEGCLOCK_CPROBE_H

// How many pieces of memory were asked for so far: malloc, calloc, realloc and the aligned ones.
long probe_allocations(void);

// Bytes written to X servers so far, by all connections.
long probe_bytes_written(void);

// The process at the other end of a local socket; 0 where that is another machine.
int probe_peer(int descriptor);

// Runs body(context). A frame of its own in a profile: callgrind's --toggle-collect=probe_measured counts what
// happens inside and nothing else.
void probe_measured(void (*body)(void *), void *context);

// The same, and under callgrind with --instr-atstart=no it begins with empty caches: what it misses in the last of them
// is every line of code and data that it touches. 0, and not run, where this was compiled without valgrind's headers.
int probe_cold(void (*body)(void *), void *context);

#endif
