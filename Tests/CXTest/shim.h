// What the tests and the benchmark ask of X beyond what the program does: to be its person, its compositor, its
// auditor. Every function stands here for one reason: its library is looked up when it is first called, so that none
// has to be installed for a build.
#ifndef SEGCLOCK_CXTEST_H
#define SEGCLOCK_CXTEST_H

#include <dlfcn.h>
#include <stdlib.h>

// Xlib's types by their names alone: Swift has them from CX11.
struct _XDisplay;

static inline void *cxtest_find(const char *library, const char *function) {
  void *handle = dlopen(library, RTLD_NOW);
  return handle ? dlsym(handle, function) : 0;
}

// Whether keys and buttons can be pressed: libXtst is installed, and the server has the extension.
static inline int cxtest_has_xtest(struct _XDisplay *display) {
  int (*query)(struct _XDisplay *, int *, int *, int *, int *) = cxtest_find("libXtst.so.6", "XTestQueryExtension");
  int event, error, major, minor;
  return query && query(display, &event, &error, &major, &minor);
}

static inline void cxtest_fake_key(struct _XDisplay *display, unsigned code, int is_press) {
  int (*fake)(struct _XDisplay *, unsigned, int, unsigned long) = cxtest_find("libXtst.so.6", "XTestFakeKeyEvent");
  if (fake) fake(display, code, is_press, 0);
}

static inline void cxtest_fake_button(struct _XDisplay *display, unsigned button, int is_press) {
  int (*fake)(struct _XDisplay *, unsigned, int, unsigned long) = cxtest_find("libXtst.so.6", "XTestFakeButtonEvent");
  if (fake) fake(display, button, is_press, 0);
}

static inline void cxtest_fake_motion(struct _XDisplay *display, int x, int y) {
  int (*fake)(struct _XDisplay *, int, int, int, unsigned long) = cxtest_find("libXtst.so.6", "XTestFakeMotionEvent");
  if (fake) fake(display, -1, x, y, 0);
}

// How many things the server keeps for the client that has made `resource`; -1 where it does not tell.
static inline long cxtest_resource_count(struct _XDisplay *display, unsigned long resource) {
  struct { unsigned long type; unsigned count; } *types = 0;
  int (*query)(struct _XDisplay *, unsigned long, int *, void *) =
      cxtest_find("libXRes.so.1", "XResQueryClientResources");
  int count = 0;
  if (!query || !query(display, resource, &count, &types)) return -1;
  long sum = 0;
  for (int index = 0; index < count; index++) sum += types[index].count;
  free(types);
  return sum;
}

// Takes all windows under the root off the screen, as a compositor does that draws them itself; 0 where it cannot.
static inline int cxtest_redirect_windows(struct _XDisplay *display, unsigned long root) {
  void (*redirect)(struct _XDisplay *, unsigned long, int) =
      cxtest_find("libXcomposite.so.1", "XCompositeRedirectSubwindows");
  enum { manual = 1 };
  if (redirect) redirect(display, root, manual);
  return redirect != 0;
}

// Has the server map the window on which a compositor shows all the others; 0 where it cannot.
static inline int cxtest_map_overlay(struct _XDisplay *display, unsigned long root) {
  unsigned long (*map)(struct _XDisplay *, unsigned long) =
      cxtest_find("libXcomposite.so.1", "XCompositeGetOverlayWindow");
  return map && map(display, root);
}

// Glibc's import hides these (they ask for _GNU_SOURCE); pipe() would leak its ends into children started meanwhile.
extern int pipe2(int ends[2], int flags);
extern int memfd_create(const char *name, unsigned flags);
static inline int cxtest_pipe(int ends[2], int flags) { return pipe2(ends, flags); }
// The flag is MFD_CLOEXEC, which is hidden too.
static inline int cxtest_memory_file(void) { return memfd_create("standard error", 1); }

#endif
