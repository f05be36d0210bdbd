#ifndef SEGCLOCK_CCAIRO_H
#define SEGCLOCK_CCAIRO_H

#include <cairo.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <dlfcn.h>
#include <fontconfig/fontconfig.h>

// FreeType's FT_FaceRec; cairo has loaded FreeType.
typedef struct segclock_face segclock_face;
extern segclock_face *_Nullable cairo_ft_scaled_font_lock_face(cairo_scaled_font_t *_Nonnull font);
extern void cairo_ft_scaled_font_unlock_face(cairo_scaled_font_t *_Nonnull font);

// The 16-bit number at an offset of the table GSUB; 0 beyond its end, and without such a table.
static inline unsigned segclock_gsub(segclock_face *_Nonnull face, long offset) {
  static int (*load)(segclock_face *, unsigned long, long, unsigned char *, unsigned long *);
  if (!load) *(void **)&load = dlsym(RTLD_DEFAULT, "FT_Load_Sfnt_Table");
  unsigned char bytes[2];
  unsigned long count = sizeof bytes;
  return load && !load(face, 'G' << 24 | 'S' << 16 | 'U' << 8 | 'B', offset, bytes, &count) ? bytes[0] << 8 | bytes[1] : 0;
}

// Writes the family that fontconfig has for the letters and figures of ASCII, nearest to `family`; returns whether there is
// one. cairo has loaded fontconfig, which the program does not link itself.
static inline int segclock_latin_family(const char *_Nonnull family, char *_Nonnull found, unsigned long size) {
  typedef unsigned char byte;
  void *(*match)(void *, void *, int *) = 0, *(*create)(void) = 0, *(*charset)(void) = 0;
  int (*substitute)(void *, void *, int) = 0, (*add_text)(void *, const char *, const byte *) = 0;
  int (*add_set)(void *, const char *, void *) = 0, (*add_char)(void *, unsigned) = 0;
  int (*get)(void *, const char *, int, byte **) = 0;
  void (*defaults)(void *) = 0, (*destroy)(void *) = 0, (*destroy_set)(void *) = 0;
  struct { void **function; const char *name; } all[] = {
    {(void **)&create, "FcPatternCreate"}, {(void **)&charset, "FcCharSetCreate"}, {(void **)&add_char, "FcCharSetAddChar"},
    {(void **)&add_text, "FcPatternAddString"}, {(void **)&add_set, "FcPatternAddCharSet"},
    {(void **)&substitute, "FcConfigSubstitute"}, {(void **)&defaults, "FcDefaultSubstitute"},
    {(void **)&match, "FcFontMatch"}, {(void **)&get, "FcPatternGetString"}, {(void **)&destroy, "FcPatternDestroy"},
    {(void **)&destroy_set, "FcCharSetDestroy"},
  };
  for (unsigned long i = 0; i < sizeof all / sizeof *all; i++)
    if (!(*all[i].function = dlsym(RTLD_DEFAULT, all[i].name))) return 0;
  int is_found = 0, result = 0;
  void *pattern = create(), *letters = charset(), *font = 0;
  if (pattern && letters) {
    for (unsigned c = ' '; c < 0x7F; c++) add_char(letters, c);
    add_text(pattern, "family", (const byte *)family);
    add_set(pattern, "charset", letters);
    substitute(0, pattern, 0);
    defaults(pattern);
    font = match(0, pattern, &result);
    byte *name = 0;
    if (font && !get(font, "family", 0, &name) && name) {
      unsigned long i = 0;
      for (; i + 1 < size && name[i]; i++) found[i] = (char)name[i];
      found[i] = 0;
      is_found = !name[i];
    }
  }
  if (font) destroy(font);
  if (letters) destroy_set(letters);
  if (pattern) destroy(pattern);
  return is_found;
}

#endif
