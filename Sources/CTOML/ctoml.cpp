#include "ctoml.h"

#include <charconv>
#include <string>
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
      return value(item, text->get());
    } else if (auto integer = node.as_integer()) {
      return value(item, std::to_string(integer->get()));
    } else if (auto number = node.as_floating_point()) {
      char digits[32];
      return value(item, {digits, std::to_chars(digits, digits + 32, number->get()).ptr});
    } else if (auto truth = node.as_boolean()) {
      return value(item, truth->get() ? "on" : "off");
    }
    take(context, &item);
  }

  void value(ctoml_item item, const std::string &text) {
    item.kind = CTOML_VALUE;
    item.text = text.data();
    item.text_length = text.size();
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
