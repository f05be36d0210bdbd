package import Geometry

/// Parses colours.
package enum ColorText {
  /// The start and the tip of a ring's arc, by the colour's name.
  static let namedPairs: KeyValuePairs<String, (start: UInt32, end: UInt32)> = [
    "red": (0xC0392B, 0xE74C3C), "green": (0x27AE60, 0x2ECC71), "purple": (0x8E44AD, 0x9B59B6),
    "blue": (0x2980B9, 0x3498DB), "yellow": (0xF39C12, 0xF1C40F), "orange": (0xD35400, 0xE67E22),
  ]
  private static let plainColors: KeyValuePairs<String, Color> = [
    "white": .white, "black": .black, "gray": Color(hex: 0x808080), "clear": .clear,
  ]

  /// A colour: `#RRGGBB`, `#RGB` or a name, with a space and its opacity after it or not.
  package static func color(_ text: String) throws -> Color {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard (1...2).contains(words.count), var color = opaqueColor(words[0]) else {
      throw notAColor(text)
    }
    if words.count == 2 {
      guard let alpha = try? TextParser.float(0...1).parse(String(words[1])) else {
        throw notAColor(text)
      }
      color.alpha *= alpha
    }
    return color
  }

  private static func notAColor(_ text: String) -> ArgumentProblem {
    let names = (namedPairs.map(\.key) + plainColors.map(\.key)).joined(separator: ", ")
    return ArgumentProblem(
      text, isNot: "a colour",
      write: "#RRGGBB or \(names), with or without an opacity, as in \"red 0.5\"")
  }

  private static func opaqueColor(_ text: Substring) -> Color? {
    if let pair = namedPairs.first(where: { $0.key == text }) { return Color(hex: pair.value.end) }
    if let plain = plainColors.first(where: { $0.key == text }) { return plain.value }
    let isHex = text.dropFirst().utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        true
      default: false
      }
    }
    guard text.first == "#", isHex, text.utf8.count == 7 || text.utf8.count == 4,
      let word = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    guard text.utf8.count == 4 else { return Color(hex: word) }
    return Color(
      hex: (word >> 8 & 0xF) * 0x110000 | (word >> 4 & 0xF) * 0x1100 | (word & 0xF) * 0x11)
  }

  /// A colour that hides what is below it.
  package static func opaque(_ text: String) throws -> Color {
    let color = try color(text)
    guard color.alpha == 1 else {
      throw ArgumentProblem(
        text, isNot: "opaque", write: "a colour without an opacity, as in #FF9500")
    }
    return color
  }
}

extension Color {
  /// The text that `ColorText.color` reads as this colour, whose components are whole bytes.
  var text: String {
    guard self != .clear else { return "clear" }
    let digits = String(premultipliedByOne & 0xFF_FFFF, radix: 16, uppercase: true)
    let word = "#" + String(repeating: "0", count: 6 - digits.count) + digits
    return alpha == 1 ? word : "\(word) \(alpha)"
  }

  private var premultipliedByOne: UInt32 { Color(red: red, green: green, blue: blue).premultiplied }
}
