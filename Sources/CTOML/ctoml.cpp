#include "ctoml.h"

#include <string_view>
#include <toml++/toml.h>

namespace {

struct Walker {
  void *context;
  void (*take)(void *context, const ctoml_item *item);

  void item(ctoml_item item, std::string_view text = {}) {
    item.text = text.data();
    item.text_length = text.size();
    take(context, &item);
  }

  void children(const toml::table &table) {
    for (auto &&[key, node] : table) visit(node, key.str(), key.source().begin);
  }

  void visit(const toml::node &node, std::string_view key, const toml::source_position &place) {
    ctoml_item found = {CTOML_MOMENT, key.data(), key.size(), place.line, place.column};
    if (auto table = node.as_table()) {
      found.kind = CTOML_TABLE;
      item(found);
      children(*table);
      return item({CTOML_END});
    }
    if (auto list = node.as_array()) {
      found.kind = CTOML_LIST;
      item(found);
      for (auto &&element : *list) visit(element, {}, element.source().begin);
      return item({CTOML_END});
    }
    if (auto text = node.as_string()) {
      found.kind = CTOML_TEXT;
      return item(found, text->get());
    }
    if (auto integer = node.as_integer()) {
      found.kind = CTOML_INTEGER;
      found.integer = integer->get();
    } else if (auto number = node.as_floating_point()) {
      found.kind = CTOML_NUMBER;
      found.number = number->get();
    } else if (auto truth = node.as_boolean()) {
      found.kind = CTOML_TRUTH;
      found.truth = truth->get();
    }
    item(found);
  }
};

}  // namespace

void ctoml_read(
    const char *bytes, size_t count, void *context,
    void (*take)(void *context, const ctoml_item *item)) {
  Walker walker = {context, take};
  try {
    walker.children(toml::parse(std::string_view(bytes, count)));
  } catch (const toml::parse_error &error) {
    auto place = error.source().begin;
    walker.item({CTOML_FAULT, nullptr, 0, place.line, place.column}, error.description());
  } catch (const std::exception &error) {
    walker.item({CTOML_FAULT, nullptr, 0, 1, 1}, error.what());
  }
}
