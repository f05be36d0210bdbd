// Xlib and XTEST for the tests alone: what drives the built program from outside, as a person would.
#ifndef SEGCLOCK_CXTEST_H
#define SEGCLOCK_CXTEST_H

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/Xatom.h>
#include <X11/XKBlib.h>
#include <X11/keysym.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/XRes.h>
#include <X11/extensions/Xcomposite.h>
// It calls a state of a plug `Connection`, which in Swift would be confused with the tests' own.
#define Connection RRConnection
#include <X11/extensions/Xrandr.h>
#undef Connection

// XDestroyImage is a macro that calls through the structure, which Swift does not import.
static inline void cxtest_destroy_image(XImage *image) { XDestroyImage(image); }

// Glibc's import hides it (it asks for _GNU_SOURCE); pipe() would leak its ends into children started meanwhile.
extern int pipe2(int ends[2], int flags);
static inline int cxtest_pipe(int ends[2], int flags) { return pipe2(ends, flags); }

#endif
