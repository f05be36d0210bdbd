#include "ctoml.h"

#include <string_view>
#include <toml++/toml.h>

namespace {

struct Walker {
  void *context;
  void (*take)(void *context, const ctoml_item *item);

  void children(const toml::table &table) {
    for (auto &&[key, node] : table) visit(node, key.str(), key.source().begin);
  }

  void visit(const toml::node &node, std::string_view key, const toml::source_position &place) {
    ctoml_item item = {CTOML_MOMENT, key.data(), key.size(), place.line, place.column};
    if (node.is_table() || node.is_array()) {
      item.kind = node.is_table() ? CTOML_TABLE : CTOML_LIST;
      take(context, &item);
      if (auto table = node.as_table()) children(*table);
      if (auto list = node.as_array()) {
        for (auto &&element : *list) visit(element, {}, element.source().begin);
      }
      item.kind = CTOML_END;
    } else if (auto text = node.as_string()) {
      item.kind = CTOML_TEXT;
      item.text = text->get().data();
      item.text_length = text->get().size();
    } else if (auto integer = node.as_integer()) {
      item.kind = CTOML_INTEGER;
      item.integer = integer->get();
    } else if (auto number = node.as_floating_point()) {
      item.kind = CTOML_NUMBER;
      item.number = number->get();
    } else if (auto truth = node.as_boolean()) {
      item.kind = CTOML_TRUTH;
      item.integer = truth->get();
    }
    take(context, &item);
  }
};

}  // namespace

void ctoml_read(
    const char *bytes, size_t count, void *context,
    void (*take)(void *context, const ctoml_item *item)) {
  try {
    Walker{context, take}.children(toml::parse(std::string_view(bytes, count)));
  } catch (const toml::parse_error &error) {
    auto text = error.description();
    auto place = error.source().begin;
    ctoml_item item = {
        CTOML_FAULT, nullptr, 0, place.line, place.column, text.data(), text.size()};
    take(context, &item);
  }
}
