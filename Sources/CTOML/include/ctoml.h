// TOML by toml++, which is C++, as calls of C: the values of a text, each with its place.
//
// TOMLKit, a Swift wrapper of toml++, does not do. It links Foundation, which makes the program
// three times as large. It frees nothing that it has read, and it gives no places, which messages
// need.
#ifndef SEGCLOCK_CTOML_H
#define SEGCLOCK_CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CTOML_TABLE, CTOML_LIST, CTOML_TEXT, CTOML_INTEGER, CTOML_NUMBER, CTOML_TRUTH, CTOML_MOMENT };

// A value. Texts last as long as the call that they come with, and need not end in a zero.
struct ctoml_item {
  int kind;
  // The key that leads to it; empty in a list.
  const char *key;
  size_t key_length;
  // Where the key is, or in a list the value; counted from 1, columns in characters.
  uint32_t line, column;
  const char *text;
  size_t text_length;
  int64_t integer;
  double number;
  bool truth;
};

// What is told of a text. A table or list is followed by what it holds, and then by `end`.
struct ctoml_walk {
  void *context;
  void (*item)(void *context, const struct ctoml_item *item);
  void (*end)(void *context);
  // Instead of all else: what makes it no TOML.
  void (*fault)(void *context, const char *problem, size_t length, uint32_t line, uint32_t column);
};

// Reads `count` bytes of UTF-8.
void ctoml_read(const char *bytes, size_t count, const struct ctoml_walk *walk);

#ifdef __cplusplus
}
#endif

#endif
