// What Glibc's import leaves out of the C library's files: it is made without _GNU_SOURCE.
#ifndef SEGCLOCK_CFILES_H
#define SEGCLOCK_CFILES_H

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/xattr.h>

// A macro of several parts, which Swift does not import either. The number is the kernel's, the same on every
// architecture that Swift has; O_DIRECTORY differs between them.
static const int cfiles_unnamed = 020000000 | O_DIRECTORY;

// FALLOC_FL_KEEP_SIZE: reserves blocks without making the file longer.
extern int fallocate(int file, int mode, off_t offset, off_t length);
static inline int cfiles_reserve(int file, off_t length) { return fallocate(file, 1, 0, length); }

// The most bytes that a file may have (RLIMIT_FSIZE, of a type that depends on _GNU_SOURCE), or -1 for no limit.
static inline off_t cfiles_largest(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return -1;
  return (off_t)limit.rlim_cur;
}

#endif
