#define _GNU_SOURCE
#include "CProbe.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif

// An executable's symbols come before those of the libraries it loads, so theirs end up here too. Glibc keeps its
// own under a second name. One thread only, as the program itself: plain counters do.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static long allocations;
static long written;

long probe_allocations(void) { return allocations; }
long probe_bytes_written(void) { return written; }

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  allocations++;
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  allocations++;
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

static long counted(long count) {
  if (count > 0) written += count;
  return count;
}

// What xcb writes with, and nothing else here.
ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  return counted(syscall(SYS_writev, descriptor, parts, count));
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
  return counted(syscall(SYS_sendmsg, descriptor, message, flags));
}

int probe_peer(int descriptor) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? (int)peer.pid : 0;
}

__attribute__((noinline)) void probe_measured(void (*body)(void *), void *context) {
  body(context);
  // Keeps the call above from becoming a jump, after which this function would not be seen to return.
  __asm__ volatile("");
}

int probe_cold(void (*body)(void *), void *context) {
#ifdef CALLGRIND_START_INSTRUMENTATION
  CALLGRIND_START_INSTRUMENTATION;
  probe_measured(body, context);
  CALLGRIND_STOP_INSTRUMENTATION;
  return 1;
#else
  (void)body;
  (void)context;
  return 0;
#endif
}
