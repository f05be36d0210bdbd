// Linux headers that are not part of Swift's Glibc module, and what Swift cannot import of them.
#ifndef SEGCLOCK_CPLATFORM_H
#define SEGCLOCK_CPLATFORM_H

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>

// Without _GNU_SOURCE, glibc hides these, and struct ucred.
struct pollfd;
extern int accept4(int, struct sockaddr *, socklen_t *, int);
extern int pipe2(int[2], int);
extern int ppoll(struct pollfd *, unsigned long, const struct timespec *, const sigset_t *);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

// prctl is variadic, which Swift does not import.
static inline int segclock_set_timer_slack(unsigned long nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, nanoseconds, 0UL, 0UL, 0UL);
}

static inline int segclock_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL); }

static inline int segclock_accept(int fd) { return accept4(fd, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK); }

// The user at the other end, or -1.
static inline long long segclock_peer(int fd) {
  struct { pid_t pid; uid_t uid; gid_t gid; } peer;
  socklen_t size = sizeof peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? (long long)peer.uid : -1;
}

// Binds or connects fd to a path. sun_path is a tuple of 108 in Swift.
static inline int segclock_attach(int (*attach)(int, const struct sockaddr *, socklen_t), int fd, const char *path) {
  struct sockaddr_un address = {AF_UNIX, {0}};
  if (strlen(path) >= sizeof address.sun_path) return errno = ENAMETOOLONG, -1;
  strcpy(address.sun_path, path);
  return attach(fd, (struct sockaddr *)&address, sizeof address);
}
static inline int segclock_bind(int fd, const char *path) { return segclock_attach(bind, fd, path); }
static inline int segclock_connect(int fd, const char *path) { return segclock_attach(connect, fd, path); }

#endif
