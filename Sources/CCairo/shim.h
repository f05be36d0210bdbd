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
// one.
static inline int segclock_latin_family(const char *_Nonnull family, char *_Nonnull found, unsigned long size) {
  int is_found = 0;
  FcResult result = FcResultNoMatch;
  FcPattern *pattern = FcPatternCreate(), *font = 0;
  FcCharSet *letters = FcCharSetCreate();
  if (pattern && letters) {
    for (FcChar32 c = ' '; c < 0x7F; c++) FcCharSetAddChar(letters, c);
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
    FcPatternAddCharSet(pattern, FC_CHARSET, letters);
    FcConfigSubstitute(0, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    font = FcFontMatch(0, pattern, &result);
    FcChar8 *name = 0;
    if (font && FcPatternGetString(font, FC_FAMILY, 0, &name) == FcResultMatch && name) {
      unsigned long i = 0;
      for (; i + 1 < size && name[i]; i++) found[i] = (char)name[i];
      found[i] = 0;
      is_found = !name[i];
    }
  }
  if (font) FcPatternDestroy(font);
  if (letters) FcCharSetDestroy(letters);
  if (pattern) FcPatternDestroy(pattern);
  return is_found;
}

#endif
