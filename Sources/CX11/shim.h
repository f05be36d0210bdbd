// What Swift cannot import from Xlib and its extensions, one `static inline` each.
#ifndef SEGCLOCK_CX11_H
#define SEGCLOCK_CX11_H

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/Xatom.h>
#include <X11/XKBlib.h>
#include <X11/keysym.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/Xrender.h>

#endif
