// The few calls of Pango and fontconfig that a name in any script takes, looked up when there is the first one that the
// window's own typeface cannot write: a window with none neither loads Pango nor has to have it. Hence no headers of their
// own either: what is declared here is as in pango/pangocairo.h and fontconfig/fontconfig.h, which keep it as it is
// (libpangocairo-1.0.so.0 and what it is built on, all of it since version 1.16; libfontconfig.so.1). Pointers to
// objects of these libraries, of GLib and of cairo are `void *`.
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

struct segclock_fontconfig {
  void *_Nullable (*_Nonnull FcPatternCreate)(void);
  void (*_Nonnull FcPatternDestroy)(void *_Nonnull pattern);
  int (*_Nonnull FcPatternAddString)(
      void *_Nonnull pattern, const char *_Nonnull object, const char *_Nonnull text);
  int (*_Nonnull FcPatternAddCharSet)(
      void *_Nonnull pattern, const char *_Nonnull object, const void *_Nonnull set);
  int (*_Nonnull FcPatternGetString)(
      const void *_Nonnull pattern, const char *_Nonnull object, int number,
      const char *_Nullable *_Nonnull text);
  void *_Nullable (*_Nonnull FcCharSetCreate)(void);
  void (*_Nonnull FcCharSetDestroy)(void *_Nonnull set);
  int (*_Nonnull FcCharSetAddChar)(void *_Nonnull set, uint32_t character);
  int (*_Nonnull FcConfigSubstitute)(void *_Nullable configuration, void *_Nonnull pattern, int kind);
  void (*_Nonnull FcDefaultSubstitute)(void *_Nonnull pattern);
  void *_Nullable (*_Nonnull FcFontMatch)(
      void *_Nullable configuration, void *_Nonnull pattern, int *_Nonnull result);
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

// The functions, or null where the library or one of them is missing. It stays loaded, with what it is built on, where
// those of Pango and GLib are found.
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

// The same of fontconfig, which cairo has loaded anyway.
static inline struct segclock_fontconfig *_Nullable segclock_load_fontconfig(void) {
  void *library = dlopen("libfontconfig.so.1", RTLD_NOW | RTLD_LOCAL);
  struct segclock_fontconfig *table = library ? malloc(sizeof *table) : 0;
  if (!table) return 0;
  LOOK_UP(FcPatternCreate)
  LOOK_UP(FcPatternDestroy)
  LOOK_UP(FcPatternAddString)
  LOOK_UP(FcPatternAddCharSet)
  LOOK_UP(FcPatternGetString)
  LOOK_UP(FcCharSetCreate)
  LOOK_UP(FcCharSetDestroy)
  LOOK_UP(FcCharSetAddChar)
  LOOK_UP(FcConfigSubstitute)
  LOOK_UP(FcDefaultSubstitute)
  LOOK_UP(FcFontMatch)
  return table;
}

#undef LOOK_UP

#endif
