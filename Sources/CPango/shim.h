// The few calls of Pango for a name in any script, looked up when the first text needs them: a window with none neither
// loads Pango nor has to have it. Hence no headers of its own: the declarations are as in pango/pangocairo.h, which
// keeps them (libpangocairo-1.0.so.0, all of them since version 1.16). Pointers to objects of Pango, of GLib and of
// cairo are `void *`.
#ifndef SEGCLOCK_CPANGO_H
#define SEGCLOCK_CPANGO_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

// In 1024ths of a device pixel, from the start of the baseline; y grows downward.
typedef struct {
  int x;
  int y;
  int width;
  int height;
} segclock_pango_rectangle;

struct segclock_pango {
  void *_Nullable (*_Nonnull pango_cairo_font_map_get_default)(void);
  void *_Nullable (*_Nonnull pango_font_map_create_context)(void *_Nonnull map);
  void (*_Nonnull pango_cairo_context_set_font_options)(void *_Nonnull context, const void *_Nullable options);

  void *_Nullable (*_Nonnull pango_font_description_new)(void);
  void (*_Nonnull pango_font_description_set_family)(void *_Nonnull description, const char *_Nonnull family);
  void (*_Nonnull pango_font_description_set_weight)(void *_Nonnull description, int weight);
  void (*_Nonnull pango_font_description_set_absolute_size)(void *_Nonnull description, double size);
  void (*_Nonnull pango_font_description_free)(void *_Nonnull description);

  void *_Nullable (*_Nonnull pango_layout_new)(void *_Nonnull context);
  void (*_Nonnull pango_layout_set_font_description)(void *_Nonnull layout, const void *_Nonnull description);
  void (*_Nonnull pango_layout_set_single_paragraph_mode)(void *_Nonnull layout, int is_single);
  void (*_Nonnull pango_layout_set_text)(void *_Nonnull layout, const char *_Nonnull text, int length);
  void (*_Nonnull pango_layout_set_width)(void *_Nonnull layout, int width);
  void (*_Nonnull pango_layout_set_ellipsize)(void *_Nonnull layout, int mode);
  int (*_Nonnull pango_layout_get_unknown_glyphs_count)(void *_Nonnull layout);
  void *_Nullable (*_Nonnull pango_layout_get_line_readonly)(void *_Nonnull layout, int line);
  void (*_Nonnull pango_layout_line_get_extents)(
      void *_Nonnull line, segclock_pango_rectangle *_Nullable ink, segclock_pango_rectangle *_Nullable logical);
  void (*_Nonnull pango_cairo_layout_line_path)(void *_Nonnull context, void *_Nonnull line);
  void (*_Nonnull pango_cairo_show_layout_line)(void *_Nonnull context, void *_Nonnull line);

  void (*_Nonnull g_object_unref)(void *_Nonnull object);
};

enum {
  segclock_pango_weight_normal = 400,
  segclock_pango_weight_bold = 700,
  segclock_pango_ellipsize_end = 3,
  segclock_pango_scale = 1024,
};

#define LOOK_UP(name)                                       \
  {                                                         \
    void *found = dlsym(library, #name);                    \
    if (!found) {                                           \
      free(table);                                          \
      return 0;                                             \
    }                                                       \
    table->name = (__typeof__(table->name))(intptr_t)found; \
  }

// The functions, or null where the library or one of them is missing. The library stays loaded.
static inline struct segclock_pango *_Nullable segclock_load_pango(void) {
  void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
  struct segclock_pango *table = library ? malloc(sizeof *table) : 0;
  if (!table) return 0;
  LOOK_UP(pango_cairo_font_map_get_default)
  LOOK_UP(pango_font_map_create_context)
  LOOK_UP(pango_cairo_context_set_font_options)
  LOOK_UP(pango_font_description_new)
  LOOK_UP(pango_font_description_set_family)
  LOOK_UP(pango_font_description_set_weight)
  LOOK_UP(pango_font_description_set_absolute_size)
  LOOK_UP(pango_font_description_free)
  LOOK_UP(pango_layout_new)
  LOOK_UP(pango_layout_set_font_description)
  LOOK_UP(pango_layout_set_single_paragraph_mode)
  LOOK_UP(pango_layout_set_text)
  LOOK_UP(pango_layout_set_width)
  LOOK_UP(pango_layout_set_ellipsize)
  LOOK_UP(pango_layout_get_unknown_glyphs_count)
  LOOK_UP(pango_layout_get_line_readonly)
  LOOK_UP(pango_layout_line_get_extents)
  LOOK_UP(pango_cairo_layout_line_path)
  LOOK_UP(pango_cairo_show_layout_line)
  LOOK_UP(g_object_unref)
  return table;
}

#undef LOOK_UP

#endif
