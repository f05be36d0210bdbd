/// A piece of Swift source, as far as the rules of the house need to tell pieces apart.
enum Token: Equatable {
  /// A name, a keyword or a number.
  case word(String)
  /// A string literal, without its quotes; what is interpolated into it counts as its text.
  case string(String)
  /// Any other character.
  case mark(Character)
}

/// The pieces of `source`, without spaces and comments.
func tokens(of source: String) -> [Token] {
  var result: [Token] = []
  let text = Array(source)
  var index = 0

  func starts(_ prefix: String) -> Bool { text[index...].starts(with: prefix) }

  while index < text.count {
    let character = text[index]
    if character.isWhitespace {
      index += 1
    } else if starts("//") {
      while index < text.count, !text[index].isNewline { index += 1 }
    } else if starts("/*") {
      var depth = 0
      repeat {
        if starts("/*") {
          depth += 1
          index += 2
        } else if starts("*/") {
          depth -= 1
          index += 2
        } else {
          index += 1
        }
      } while depth > 0 && index < text.count
    } else if starts("#\"") {
      index += 2
      var literal = ""
      while index < text.count, !starts("\"#") {
        literal.append(text[index])
        index += 1
      }
      index += 2
      result.append(.string(literal))
    } else if starts("\"\"\"") {
      index += 3
      var literal = ""
      while index < text.count, !starts("\"\"\"") {
        literal.append(text[index])
        index += 1
      }
      index += 3
      result.append(.string(literal))
    } else if character == "\"" {
      index += 1
      var literal = ""
      while index < text.count, text[index] != "\"", !text[index].isNewline {
        if text[index] == "\\" { index += 1 }
        if index < text.count { literal.append(text[index]) }
        index += 1
      }
      index += 1
      result.append(.string(literal))
    } else if character.isLetter || character.isNumber || character == "_" {
      var word = ""
      while index < text.count, text[index].isLetter || text[index].isNumber || text[index] == "_" {
        word.append(text[index])
        index += 1
      }
      result.append(.word(word))
    } else {
      result.append(.mark(character))
      index += 1
    }
  }
  return result
}
