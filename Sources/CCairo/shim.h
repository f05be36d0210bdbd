#ifndef SEGCLOCK_CCAIRO_H
#define SEGCLOCK_CCAIRO_H

#include <cairo.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <dlfcn.h>

// The start of FreeType's FT_FaceRec; cairo has loaded FreeType.
typedef struct {
  long faces, index, flags, styles, glyphs;
  const char *_Nullable family;
} segclock_face;
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

#endif
