// The few functions of Pango for a name in any script, looked up when the first text needs them: a window without such
// a text does not load Pango, and runs without it. So there are declarations of our own, as in pango/pangocairo.h
// (libpangocairo-1.0.so.0, all since version 1.16). Pointers to objects of Pango, GLib and cairo are `void *`.
#ifndef SEGCLOCK_CPANGO_H
#define SEGCLOCK_CPANGO_H

#include <dlfcn.h>

// In 1024ths of a device pixel, from the start of the baseline; y grows downward.
typedef struct {
  int x;
  int y;
  int width;
  int height;
} segclock_pango_rectangle;

#define SEGCLOCK_OBJECT void *_Nonnull
#define SEGCLOCK_PANGO_FUNCTIONS(F)                                                                        \
  F(void *_Nullable, pango_cairo_font_map_get_default, (void))                                             \
  F(void *_Nullable, pango_font_map_create_context, (SEGCLOCK_OBJECT map))                                 \
  F(void, pango_cairo_context_set_font_options, (SEGCLOCK_OBJECT context, const void *_Nullable options))  \
  F(void *_Nonnull, pango_font_description_from_string, (const char *_Nonnull text))                       \
  F(void, pango_font_description_free, (SEGCLOCK_OBJECT description))                                      \
  F(void *_Nullable, pango_layout_new, (SEGCLOCK_OBJECT context))                                          \
  F(void, pango_layout_set_font_description, (SEGCLOCK_OBJECT layout, const void *_Nonnull description))   \
  F(void, pango_layout_set_text, (SEGCLOCK_OBJECT layout, const char *_Nonnull text, int length))          \
  F(void, pango_layout_set_width, (SEGCLOCK_OBJECT layout, int width))                                     \
  F(void, pango_layout_set_ellipsize, (SEGCLOCK_OBJECT layout, int mode))                                  \
  F(void *_Nullable, pango_layout_get_line_readonly, (SEGCLOCK_OBJECT layout, int line))                   \
  F(void, pango_layout_line_get_extents,                                                                   \
    (SEGCLOCK_OBJECT line, segclock_pango_rectangle *_Nullable ink,                                        \
     segclock_pango_rectangle *_Nullable logical))                                                         \
  F(void, pango_cairo_layout_line_path, (SEGCLOCK_OBJECT context, SEGCLOCK_OBJECT line))                   \
  F(void, pango_cairo_show_layout_line, (SEGCLOCK_OBJECT context, SEGCLOCK_OBJECT line))                   \
  F(void, g_object_unref, (SEGCLOCK_OBJECT object))

struct segclock_pango {
#define DECLARE(result, name, parameters) result(*_Nonnull name) parameters;
  SEGCLOCK_PANGO_FUNCTIONS(DECLARE)
#undef DECLARE
};

enum {
  segclock_pango_ellipsize_end = 3,
  segclock_pango_scale = 1024,
};

// The functions, or null if the library or one of them is missing. The library stays loaded.
static inline const struct segclock_pango *_Nullable segclock_load_pango(void) {
  static struct segclock_pango table;
  void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define LOOK_UP(result, name, parameters) \
  if (!(*(void **)&table.name = dlsym(library, #name))) return 0;
  SEGCLOCK_PANGO_FUNCTIONS(LOOK_UP)
#undef LOOK_UP
  return &table;
}

#endif
