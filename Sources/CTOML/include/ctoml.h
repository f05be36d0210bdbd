// TOML by toml++, which is C++, as calls of C. TOMLKit, a Swift wrapper of toml++, links Foundation,
// which makes the program three times as large, and gives no places, which messages need.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A table or a list is followed by its values, and then by an END. A FAULT, with toml++'s message
// as its text, comes instead of all others. A VALUE is a text, a number, or "on" or "off".
enum { CTOML_TABLE, CTOML_LIST, CTOML_END, CTOML_FAULT, CTOML_VALUE, CTOML_MOMENT };

// Texts last as long as the call that they come with, and need not end in a zero.
struct ctoml_item {
  int kind;
  // The key that leads to it; empty in a list.
  const char *key;
  size_t key_length;
  // Where the key is, or in a list the value; counted from 1, columns in characters.
  uint32_t line, column;
  const char *text;
  size_t text_length;
};

// Reads `count` bytes of UTF-8, and calls `take` for each item.
void ctoml_read(
    const char *bytes, size_t count, void *context,
    void (*take)(void *context, const struct ctoml_item *item));

#ifdef __cplusplus
}
#endif
