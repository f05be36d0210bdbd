extension String {
  /// The text in one line, with invisible characters as escapes such as `\n` or `\u{1B}`.
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

  /// The text, with an ellipsis in the middle if it exceeds `limit` characters (2 or more).
  package func elided(to limit: Int) -> String {
    guard count > limit else { return self }
    let end = (limit - 1) / 3
    return prefix(limit - 1 - end) + "…" + suffix(end)
  }

  /// The longest prefix within both limits: a character may have any number of bytes.
  package func cut(toCharacters characters: Int, bytes: Int) -> String {
    guard utf8.count > min(characters, bytes) else { return self }
    var end = startIndex
    var remaining = bytes
    for character in prefix(characters) {
      remaining -= character.utf8.count
      guard remaining >= 0 else { break }
      end = index(after: end)
    }
    return String(self[..<end])
  }

  /// The limits of a name of a lap, a step or a ring, in characters and in UTF-8: a character may have any number of bytes.
  package static let maxNameLength = 32
  package static let maxNameBytes = 256

  package var isName: Bool {
    count <= String.maxNameLength && utf8.count <= String.maxNameBytes
  }

  /// The text as a name, truncated. Without overrides of the direction, which would reorder the text around it.
  package var name: String {
    withoutOverrides.drawable.cut(
      toCharacters: String.maxNameLength, bytes: String.maxNameBytes)
  }

  private var withoutOverrides: String {
    if isPlain { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isOverride }))
  }

  /// The text as a cell of a table, with an apostrophe where a spreadsheet would take it for a formula.
  package var inertInSpreadsheet: String {
    unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } == true ? "'\(self)" : self
  }

  /// Whether it has only ASCII letters, digits and characters of `others`.
  package func isPlain(besides others: String) -> Bool {
    allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || others.contains($0)) }
  }

  /// A value in a message: escaped, shortened, in double quotes.
  package var quoted: String { "\"\(escaped.elided(to: String.maxQuotedLength))\"" }

  package static let maxQuotedLength = 32

  /// The text with U+FFFD for each character that XML and PDF cannot represent.
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
  /// Whether it is printable ASCII, as most texts are: avoids the look-ups.
  fileprivate var isPlain: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
}

extension Unicode.Scalar {
  /// Whether it embeds, overrides or isolates a direction, or ends a line (Unicode Standard Annex 9).
  fileprivate var isOverride: Bool {
    switch value {
    case 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  fileprivate var isInvisible: Bool {
    // U+200C and U+200D join letters and emoji.
    if self == "\u{200C}" || self == "\u{200D}" { return false }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}

extension String {
  /// The text for Pango markup and for the body of a notification.
  package var markup: String {
    guard utf8.contains(where: { [0x26, 0x3C, 0x3E].contains($0) }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text with look-alikes for the characters of markup, for a reader that may or may not parse it.
  package var withoutMarkup: String {
    let others: [Unicode.Scalar: Unicode.Scalar] = ["&": "＆", "<": "‹", ">": "›"]
    return String(String.UnicodeScalarView(unicodeScalars.map { others[$0] ?? $0 }))
  }
}

extension String {
  /// A quoted JSON string; also valid TOML.
  package var json: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      // Unsafe for a terminal: control characters, line ends and changes of direction.
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
        "\u{2066}"..."\u{2069}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
