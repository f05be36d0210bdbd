import Geometry
import Scene
package import Session
package import Timekeeping
package import Wording

extension TextError {
  package init(_ text: String, isNot kind: String = "valid", write allowed: String) {
    self.init("\(text.quoted) is not \(kind); write \(allowed)")
  }

  /// Lists the first of `names`, which may be long.
  package init(unknownTheme text: String, among names: [ThemeName], orOwn: Bool = false) {
    let list = names.prefix(9).map(\.rawValue)
    let others = names.count - list.count
    let end = orOwn ? ["one of the configuration"] : others > 0 ? ["\(others) more"] : []
    self.init(text, isNot: "a theme", write: (list + end).alternatives)
  }
}

extension [String] {
  /// As in "a, b or c".
  package var alternatives: String {
    guard count > 1, let last else { return joined() }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}

package enum Completion: Sendable {
  case none, themes, zones, widgets
  /// A file, with one of these endings if there are any.
  case file([String])
  case list([String])
}

/// Parses values of one kind, with the same syntax in options, variables, the configuration and requests.
package struct TextParser<Value: Sendable>: Sendable {
  package let completion: Completion
  private let readAll: @Sendable ([String]) throws -> Value

  /// Parses a single value; of several, the last one counts.
  init(
    _ completion: Completion = .none, read: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(completion, readAll: { try read($0.last ?? "") })
  }

  init(
    _ completion: Completion = .none, readAll: @escaping @Sendable ([String]) throws -> Value
  ) {
    (self.completion, self.readAll) = (completion, readAll)
  }

  /// Parses what `convert` accepts; refuses the rest with what to write instead.
  init(
    _ completion: Completion = .none, isNot kind: String = "valid", write allowed: String,
    convert: @escaping @Sendable (String) throws -> Value?
  ) {
    self.init(completion) { text in
      guard let value = try convert(text) else {
        throw TextError(text, isNot: kind, write: allowed)
      }
      return value
    }
  }

  package func parse(all texts: [String]) throws(TextError) -> Value {
    do {
      return try readAll(texts)
    } catch {
      throw error as? TextError ?? TextError("\(error)")
    }
  }

  package func parse(_ text: String) throws(TextError) -> Value { try parse(all: [text]) }

  /// Also accepts `word`, which gives nil: the program decides.
  package func or(_ word: String) -> TextParser<Value?> {
    var values = completion
    if case .none = values, !word.isEmpty { values = .list([]) }
    if case .list(let names) = values { values = .list(names + [word]) }
    return TextParser<Value?>(values) { text in
      if text == word { return nil }
      do throws(TextError) {
        return try parse(text)
      } catch {
        throw word.isEmpty
          ? error : TextError("\(error.description), or \(word)")
      }
    }
  }
}

package enum Parsers {
  package static func name<Value: CaseIterable & RawRepresentable<String> & Sendable>(
    _ kind: String = "valid"
  ) -> TextParser<Value> {
    let names = Value.allCases.map(\.rawValue)
    return TextParser(.list(names), isNot: kind, write: names.alternatives) { Value(rawValue: $0) }
  }

  static func oneOf(_ words: String...) -> TextParser<String> {
    TextParser(.list(words), write: words.alternatives) { words.contains($0) ? $0 : nil }
  }

  static func number<Value: BinaryFloatingPoint & LosslessStringConvertible & Sendable>(
    _ range: ClosedRange<Double>
  ) -> TextParser<Value> {
    let bounds = [range.lowerBound, range.upperBound].map { number in
      Int(exactly: number).map(String.init) ?? "\(number)"
    }
    let allowed = "a number from \(bounds[0]) to \(bounds[1])"
    return TextParser(write: allowed) { text in
      let sign = text.first == "-" ? -1.0 : 1
      let size = plainNumber(sign < 0 ? text.dropFirst() : text[...])
      // Parse directly: via a Double, some texts round to another Float.
      return size.flatMap {
        range.contains(sign * $0) ? Value(text.replacing(",", with: ".")) : nil
      }
    }
  }

  /// Parses digits, at most one point or a comma between digits, and an optional exponent, as in `1e-05`, the form of
  /// small numbers. `Double` would also accept `nan`, `inf` and `0x1p3`.
  static func plainNumber(_ text: Substring) -> Double? {
    // The longest description of a `Double` has 24 bytes.
    guard text.utf8.count <= 24, let first = text.first, first.isNumber || first == ".",
      text.utf8.allSatisfy({ "0123456789.,e+-".utf8.contains($0) })
    else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 1 || parts.allSatisfy({ ($0.first?.isNumber ?? false) }),
      parts.dropLast().allSatisfy({ $0.last?.isNumber ?? false })
    else { return nil }
    // More than one separator is none of a decimal number.
    return Double(text.replacing(",", with: ".")).flatMap { $0.isFinite ? $0 : nil }
  }

  static func whole(_ range: ClosedRange<Int>) -> TextParser<Int> {
    let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return TextParser(write: allowed) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  package static let rounds = whole(Plan.allowedRounds)

  package static let count = TextParser<Int>(
    isNot: "a count", write: "a whole number with at most the digits of the counter"
  ) { Int($0) }

  package static let toggle = TextParser<Bool>(.list(["on", "off"]), write: "on or off") { text in
    ["true": true, "on": true, "false": false, "off": false][text]
  }

  package static let duration = TextParser<Duration> { try Duration(parsing: $0) }

  static let lap = TextParser<Duration>(write: "a duration above 0, as in 2m or 1:58.2") { text in
    (try? Duration(parsing: text)).flatMap { $0 > .zero ? $0 : nil }
  }

  package static let timer = TextParser<TimerSetting> { try TimerSetting(parsing: $0) }

  package static let plan = TextParser<PlanText> { try PlanText(parsing: $0) }

  package static let action = TextParser<Action>(
    .list(Action.names), isNot: "an action", write: Action.names.joined(separator: ", ")
  ) { Action(named: $0) }

  package static let template = TextParser<StatusTemplate> { try StatusTemplate(parsing: $0) }

  /// The maximum side of a window or a picture, in device pixels.
  package static let maxSide = 16384
  /// The maximum area of a picture, in device pixels: 3840 x 2160 at scale 4.
  package static let maxPixels = 150_000_000

  static let size = TextParser<Size>(
    write: "WIDTHxHEIGHT, each from 1 to \(maxSide), as in 840x480"
  ) { text in
    pair(text, "x", number(1...Double(maxSide))).map { Size(width: $0, height: $1) }
  }

  private static func pair<Value>(
    _ text: String, _ separator: Character, _ parser: TextParser<Value>
  ) -> (Value, Value)? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = try? parser.parse(String(parts[0])),
      let second = try? parser.parse(String(parts[1]))
    else { return nil }
    return (first, second)
  }

  static let parts = TextParser<Set<Part>>(.list(Part.allCases.map(\.rawValue))) { text in
    let part: TextParser<Part> = name("a part")
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    return Set(try words.map { try part.parse(String($0)) })
  }

  /// Also accepts a theme that only the configuration may define.
  package static let theme = TextParser<ThemeName>(.themes) { text in
    guard let name = ThemeName(rawValue: text) else {
      throw TextError(unknownTheme: text, among: ThemeName.choices(), orOwn: true)
    }
    return name
  }

  // The range of X coordinates.
  static let position = TextParser<Point>(
    write: "X,Y in pixels, each from -32767 to 32767"
  ) { text in
    pair(text, ",", whole(-32767...32767)).map { Point(x: Double($0), y: Double($1)) }
  }

  static let font = TextParser<String>(
    write: "the name of a font family, as in DejaVu Sans, of up to 64 characters"
  ) { text in
    (1...64).contains(text.count) && text.drawable == text ? text : nil
  }

  /// Checks the form only; the database may not have the zone, or write it otherwise.
  package static let zone = TextParser<String>(
    .zones, isNot: "a time zone", write: "one like Europe/Berlin, Tokyo or UTC"
  ) { text in
    let name = ZoneName.underscored(text)
    return ZoneName.isValid(name) ? name : nil
  }

  static func command(_ what: String) -> TextParser<String> {
    TextParser(.file([]), write: what) { $0.isEmpty ? nil : $0 }
  }

  static func file(_ endings: [String]) -> TextParser<String> { TextParser(.file(endings)) { $0 } }

  /// A widget's name, which is safe as part of a file name.
  package static let widget = TextParser<String>(
    .widgets, isNot: "a name",
    write: "up to 64 letters a to z, digits and . _ - and begin with a letter, a digit or _"
  ) { text in
    let isBegun = text.first != "." && text.first != "-"
    guard isBegun, text.isPlain(besides: "._-") else { return nil }
    return (1...64).contains(text.utf8.count) ? text : nil
  }

  package static let session = TextParser<Int64>(
    isNot: "a session", write: "a number that segclock history lists"
  ) { text in
    Int64(text).flatMap { $0 > 0 ? $0 : nil }
  }

  /// `#RRGGBB`, `#RGB` or a name, optionally followed by a space and an opacity.
  static let color = TextParser<Color>(
    isNot: "a colour",
    write: "#RRGGBB or \(Color.names), with or without an opacity, as in \"red 0.5\""
  ) { text in
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let alpha: Float? = words.count == 1 ? 1 : try? number(0...1).parse(String(words[1]))
    guard let alpha else { return nil }
    return Color(opaque: words[0])?.opacity(alpha)
  }

  static let opaqueColor = TextParser<Color>(
    .list(RingColor.named.map(\.key)), isNot: "opaque",
    write: "a colour without an opacity, as in #FF9500"
  ) { text in
    let color = try color.parse(text)
    return color.alpha == 1 ? color : nil
  }
}

extension Color {
  static let named: KeyValuePairs<String, Color> = [
    "white": .white, "black": .black, "gray": Color(hex: 0x808080), "clear": .clear,
  ]
  static let names = (RingColor.named.map(\.key) + named.map(\.key)).joined(separator: ", ")

  init?(opaque text: Substring) {
    let pair = RingColor.named.first { $0.key == text }.map { Color(hex: $0.value.end) }
    if let named = pair ?? Color.named.first(where: { $0.key == text })?.value {
      self = named
      return
    }
    // `UInt32` would also accept a sign.
    guard text.first == "#", text.dropFirst().allSatisfy(\.isHexDigit),
      let word = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    switch text.utf8.count {
    case 7: self = Color(hex: word)
    case 4: self = Color(hex: 0x11 * ((word & 0xF00) << 8 | (word & 0xF0) << 4 | word & 0xF))
    default: return nil
    }
  }

  /// The text of this colour, if its components are whole bytes.
  var text: String {
    guard self != .clear else { return "clear" }
    let bytes = Color(red: red, green: green, blue: blue).premultiplied & 0xFF_FFFF
    let digits = String(bytes, radix: 16, uppercase: true)
    let word = "#" + String(repeating: "0", count: 6 - digits.count) + digits
    return alpha == 1 ? word : "\(word) \(alpha)"
  }
}
