#include "ctoml.h"

#include <string_view>
#include <toml++/toml.h>

namespace {

struct Walker {
  const ctoml_walk &walk;

  void children(const toml::table &table) {
    for (auto &&[key, node] : table) visit(node, key.str(), key.source().begin);
  }

  void children(const toml::array &list) {
    for (auto &&node : list) visit(node, {}, node.source().begin);
  }

  void visit(const toml::node &node, std::string_view key, const toml::source_position &place) {
    ctoml_item item = {};
    item.key = key.data();
    item.key_length = key.size();
    item.line = place.line;
    item.column = place.column;
    if (auto text = node.as_string()) {
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
      item.truth = truth->get();
    } else {
      item.kind = node.is_table() ? CTOML_TABLE : node.is_array() ? CTOML_LIST : CTOML_MOMENT;
    }
    walk.item(walk.context, &item);
    if (auto table = node.as_table()) children(*table);
    if (auto list = node.as_array()) children(*list);
    if (item.kind == CTOML_TABLE || item.kind == CTOML_LIST) walk.end(walk.context);
  }
};

}  // namespace

void ctoml_read(const char *bytes, size_t count, const ctoml_walk *walk) {
  try {
    Walker{*walk}.children(toml::parse(std::string_view(bytes, count)));
  } catch (const toml::parse_error &error) {
    auto problem = error.description();
    auto place = error.source().begin;
    walk->fault(walk->context, problem.data(), problem.size(), place.line, place.column);
  } catch (const std::exception &error) {
    auto problem = std::string_view(error.what());
    walk->fault(walk->context, problem.data(), problem.size(), 1, 1);
  }
}
