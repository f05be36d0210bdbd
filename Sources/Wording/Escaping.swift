/// Text from outside, made fit for a line of a message or of a picture: the one place where that is done.
extension String {
  /// The text in one line: what cannot be seen or would change the line (control and format characters, line ends,
  /// characters that are none) as an escape, as in `\n` or `\u{1B}`.
  package var escaped: String {
    if isPlain { return self }
    var line = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      case _ where scalar.isInvisible:
        line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// The text, or its beginning and its end with an ellipsis between, in no more than `limit` characters (2 or more).
  package func elided(to limit: Int) -> String {
    guard count > limit else { return self }
    let end = (limit - 1) / 3
    return prefix(limit - 1 - end) + "…" + suffix(end)
  }

  /// As much of the beginning as has no more than so many characters and, since one may be of any number of them, bytes.
  package func cut(toCharacters characters: Int, bytes: Int) -> String {
    guard utf8.count > min(characters, bytes) else { return self }
    var end = startIndex
    var rest = bytes
    for character in prefix(characters) {
      rest -= character.utf8.count
      guard rest >= 0 else { break }
      end = index(after: end)
    }
    return String(self[..<end])
  }

  /// A value as a message names it: escaped, in a few dozen characters at most, between double quotes.
  package var quoted: String { "\"\(escaped.elided(to: String.longestValue))\"" }

  /// The most characters of a value that a message names.
  package static let longestValue = 32

  /// The text as a picture can show it everywhere: a replacement character for each control character and for each
  /// that no text may hold, which XML and PDF have no way to write.
  package var drawable: String {
    if isPlain { return self }
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          let properties = scalar.properties
          let isDrawable =
            properties.generalCategory != .control && !properties.isNoncharacterCodePoint
          return isDrawable ? scalar : "\u{FFFD}"
        }))
  }
}

extension String {
  /// Whether it has nothing but what can be seen of ASCII, as nearly all texts do: nothing has to be looked up for those.
  fileprivate var isPlain: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
}

extension Unicode.Scalar {
  /// Whether nothing of it can be seen, or it changes how what is around it is shown.
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}
