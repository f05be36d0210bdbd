// Xlib and its extensions for Swift.
#ifndef SEGCLOCK_CX11_H
#define SEGCLOCK_CX11_H

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/Xatom.h>
#include <X11/XKBlib.h>
#include <X11/keysym.h>
#include <X11/cursorfont.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/sync.h>
#include <X11/extensions/shape.h>
#include <X11/extensions/Xrender.h>
#include <X11/extensions/scrnsaver.h>
#include <X11/extensions/dpms.h>
// Its type `Connection` would be confused with Windowing's in Swift.
#define Connection RRConnection
#include <X11/extensions/Xrandr.h>
#undef Connection

// XCreateIC takes a list of any length, which Swift cannot call. Nothing is drawn by the input method.
static inline XIC cx11_create_input_context(XIM method, Window window) {
  return XCreateIC(method, XNInputStyle, XIMPreeditNothing | XIMStatusNothing, XNClientWindow, window, XNFocusWindow,
                   window, (char *)0);
}

static inline void cx11_watch_input_method(XIM method, XIMCallback *destroyed) {
  XSetIMValues(method, XNDestroyCallback, destroyed, (char *)0);
}

#endif
