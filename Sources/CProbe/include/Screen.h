// What the benchmark sees and does of other programs' windows, from a connection of its own. Errors of requests are
// swallowed, since other programs' windows come and go.
#ifndef SEGCLOCK_SCREEN_H
#define SEGCLOCK_SCREEN_H

// Connects to a display; null where it does not answer.
void *screen_open(const char *name);
void screen_close(void *screen);

// Waits for something to happen to windows, for some microseconds at most, and forgets what it was.
void screen_wait(void *screen, int microseconds);

// A window that can be seen and is larger than an icon: the one that bears this number in _NET_WM_PID, or with 0 the
// topmost child of the root; 0 where there is none.
unsigned long screen_find(void *screen, int process);

// Whether the window shows more than one colour. Looks at some rows only.
int screen_is_painted(void *screen, unsigned long window);
// Whether the window and all around it are mapped.
int screen_is_viewable(void *screen, unsigned long window);

// Whether a window manager has announced itself (_NET_SUPPORTING_WM_CHECK).
int screen_is_managed(void *screen);
// Maps a plain window of our own, and tells whether the window manager has taken a window (WM_STATE).
unsigned long screen_try(void *screen);
int screen_is_taken(void *screen, unsigned long window);
// Whether a compositor has (_NET_WM_CM_S0).
int screen_is_composited(void *screen);

// Asks the window manager to make the window an icon, or to put it on another desktop.
void screen_iconify(void *screen, unsigned long window);
void screen_send_away(void *screen, unsigned long window, long desktop);
// The desktop of a window as the window manager has it; -1 where it has not said.
long screen_desktop(void *screen, unsigned long window);

// A plain window of our own on top of everything that hides all of the screen, and its end.
unsigned long screen_cover(void *screen);
void screen_destroy(void *screen, unsigned long window);

// Presses and releases the first button at a place on the screen, or a key by its name, with the pointer there; 0
// where the XTEST library is not installed or the server lacks the extension.
int screen_click(void *screen, int x, int y);
int screen_type(void *screen, const char *key, int x, int y);

#endif
