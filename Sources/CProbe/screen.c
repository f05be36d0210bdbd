#define _GNU_SOURCE
#include "Screen.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <dlfcn.h>
#include <poll.h>
#include <time.h>

static int swallow(Display *display, XErrorEvent *error) { return 0; }
static void live_on(Display *display, void *nothing) {}

void *screen_open(const char *name) {
  Display *display = XOpenDisplay(name);
  if (!display) return 0;
  XSetErrorHandler(swallow);
  XSetIOErrorExitHandler(display, live_on, 0);
  XSelectInput(display, DefaultRootWindow(display), SubstructureNotifyMask);
  XSync(display, 0);
  return display;
}

void screen_close(void *screen) { XCloseDisplay(screen); }

void screen_wait(void *screen, int microseconds) {
  if (!XPending(screen)) {
    struct pollfd entry = {ConnectionNumber((Display *)screen), POLLIN, 0};
    struct timespec limit = {microseconds / 1000000, microseconds % 1000000 * 1000L};
    ppoll(&entry, 1, &limit, 0);
  }
  XEvent event;
  while (XPending(screen)) XNextEvent(screen, &event);
}

// The first item of a property of 32 bits an item; 0 where it is not set.
static int property(Display *display, Window window, const char *name, unsigned long *value) {
  Atom type;
  int format;
  unsigned long count, rest;
  unsigned char *data = 0;
  Atom atom = XInternAtom(display, name, 0);
  int status =
      XGetWindowProperty(display, window, atom, 0, 1, 0, AnyPropertyType, &type, &format, &count, &rest, &data);
  int found = status == Success && format == 32 && count > 0;
  if (found) *value = *(unsigned long *)data & 0xffffffff;
  if (data) XFree(data);
  return found;
}

int screen_is_viewable(void *screen, unsigned long window) {
  XWindowAttributes attributes;
  return XGetWindowAttributes(screen, window, &attributes) && attributes.map_state == IsViewable;
}

static Window search(Display *display, Window window, int process) {
  Window root, parent, *children = 0, found = 0;
  unsigned count = 0;
  if (!XQueryTree(display, window, &root, &parent, &children, &count)) return 0;
  while (count > 0 && !found) {
    Window child = children[--count];
    XWindowAttributes attributes;
    if (!XGetWindowAttributes(display, child, &attributes) || attributes.map_state != IsViewable) continue;
    unsigned long owner = 0;
    int is_wanted = process == 0 || (property(display, child, "_NET_WM_PID", &owner) && owner == (unsigned)process);
    if (attributes.class == InputOutput && attributes.width > 20 && attributes.height > 20 && is_wanted) found = child;
    if (!found && process != 0) found = search(display, child, process);
  }
  if (children) XFree(children);
  return found;
}

unsigned long screen_find(void *screen, int process) { return search(screen, DefaultRootWindow((Display *)screen), process); }

int screen_is_painted(void *screen, unsigned long window) {
  enum { rows = 16 };
  XWindowAttributes attributes;
  if (!XGetWindowAttributes(screen, window, &attributes) || attributes.map_state != IsViewable) return 0;
  unsigned long first = 0;
  for (int row = 0; row < rows; row++) {
    int y = attributes.height * (2 * row + 1) / (2 * rows);
    XImage *image = XGetImage(screen, window, 0, y, attributes.width, 1, AllPlanes, ZPixmap);
    if (!image) return 0;
    int differs = 0;
    if (row == 0) first = XGetPixel(image, 0, 0);
    for (int x = 0; x < image->width && !differs; x++) differs = XGetPixel(image, x, 0) != first;
    XDestroyImage(image);
    if (differs) return 1;
  }
  return 0;
}

int screen_is_managed(void *screen) {
  unsigned long check, again;
  return property(screen, DefaultRootWindow((Display *)screen), "_NET_SUPPORTING_WM_CHECK", &check) &&
         property(screen, check, "_NET_SUPPORTING_WM_CHECK", &again) && again == check;
}

unsigned long screen_try(void *screen) {
  Window window = XCreateSimpleWindow(screen, DefaultRootWindow((Display *)screen), 50, 50, 20, 20, 0, 0, 0);
  XMapWindow(screen, window);
  XSync(screen, 0);
  return window;
}

int screen_is_taken(void *screen, unsigned long window) {
  unsigned long state;
  return property(screen, window, "WM_STATE", &state);
}

int screen_is_composited(void *screen) {
  return XGetSelectionOwner(screen, XInternAtom(screen, "_NET_WM_CM_S0", 0)) != None;
}

void screen_iconify(void *screen, unsigned long window) {
  XIconifyWindow(screen, window, DefaultScreen((Display *)screen));
  XFlush(screen);
}

void screen_send_away(void *screen, unsigned long window, long desktop) {
  XEvent event = {0};
  event.xclient.type = ClientMessage;
  event.xclient.window = window;
  event.xclient.message_type = XInternAtom(screen, "_NET_WM_DESKTOP", 0);
  event.xclient.format = 32;
  event.xclient.data.l[0] = desktop;
  // Source 2, a pager's, as EWMH has it.
  event.xclient.data.l[1] = 2;
  XSendEvent(
      screen, DefaultRootWindow((Display *)screen), 0, SubstructureRedirectMask | SubstructureNotifyMask, &event);
  XFlush(screen);
}

long screen_desktop(void *screen, unsigned long window) {
  unsigned long desktop;
  return property(screen, window, "_NET_WM_DESKTOP", &desktop) ? (long)desktop : -1;
}

unsigned long screen_cover(void *screen) {
  Display *display = screen;
  int number = DefaultScreen(display);
  XSetWindowAttributes attributes = {.override_redirect = 1, .background_pixel = 0x123456};
  Window window = XCreateWindow(
      display, RootWindow(display, number), 0, 0, DisplayWidth(display, number), DisplayHeight(display, number), 0,
      CopyFromParent, InputOutput, CopyFromParent, CWOverrideRedirect | CWBackPixel, &attributes);
  XMapRaised(display, window);
  XSync(display, 0);
  return window;
}

void screen_destroy(void *screen, unsigned long window) {
  XDestroyWindow(screen, window);
  XSync(screen, 0);
}

// XTEST is looked for when it is needed: whoever measures without it needs not install it to build.
static void *xtest(Display *display, const char *name) {
  static void *library;
  int opcode, event, error;
  if (!library) library = dlopen("libXtst.so.6", RTLD_NOW);
  return library && XQueryExtension(display, "XTEST", &opcode, &event, &error) ? dlsym(library, name) : 0;
}

static int move(Display *display, int x, int y) {
  int (*motion)(Display *, int, int, int, unsigned long) = xtest(display, "XTestFakeMotionEvent");
  if (motion) motion(display, -1, x, y, 0);
  return motion != 0;
}

int screen_click(void *screen, int x, int y) {
  int (*button)(Display *, unsigned, int, unsigned long) = xtest(screen, "XTestFakeButtonEvent");
  if (!button || !move(screen, x, y)) return 0;
  button(screen, 1, 1, 0);
  button(screen, 1, 0, 0);
  XSync(screen, 0);
  return 1;
}

int screen_type(void *screen, const char *key, int x, int y) {
  int (*press)(Display *, unsigned, int, unsigned long) = xtest(screen, "XTestFakeKeyEvent");
  KeyCode code = XKeysymToKeycode(screen, XStringToKeysym(key));
  if (!press || !code || !move(screen, x, y)) return 0;
  press(screen, code, 1, 0);
  press(screen, code, 0, 0);
  XSync(screen, 0);
  return 1;
}
