// Linux headers that are not part of Swift's Glibc module, and what Swift cannot import of them.
#ifndef SEGCLOCK_CPLATFORM_H
#define SEGCLOCK_CPLATFORM_H

#include <langinfo.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>

// Without _GNU_SOURCE, glibc hides these.
struct pollfd;
extern int pipe2(int[2], int);
extern int ppoll(struct pollfd *, unsigned long, const struct timespec *, const sigset_t *);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

// prctl is variadic, which Swift does not import.
static inline int segclock_set_timer_slack(unsigned long nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, nanoseconds, 0UL, 0UL, 0UL);
}

#endif
