package import Geometry
import Scene
package import Session
package import Timekeeping
import Wording

/// An error in a text of the user: what is wrong and what to write.
package struct ArgumentProblem: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }

  /// A text that is not `kind`, with what to write instead.
  package init(_ text: String, isNot kind: String = "valid", write allowed: String) {
    description = "\(text.quoted) is not \(kind); write \(allowed)"
  }

  init(_ error: any Error) {
    self = error as? ArgumentProblem ?? ArgumentProblem(description: "\(error)")
  }
}

/// The values that a shell completes.
package enum Completion: Sendable {
  case none, file, themes, zones
  case list([String])
}

/// Parses the texts of one kind, the same in an option, a variable and the configuration.
package struct TextParser<Value: Sendable>: Sendable {
  let completion: Completion
  /// The smallest and the largest number.
  let bounds: [String]
  private let readAll: @Sendable ([String]) throws -> Value

  /// A parser of single texts; of several, the last one counts.
  fileprivate init(
    _ completion: Completion = .none, bounds: [String] = [],
    read: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(completion, bounds: bounds, readAll: { try read($0.last ?? "") })
  }

  fileprivate init(
    _ completion: Completion = .none, bounds: [String] = [],
    readAll: @escaping @Sendable ([String]) throws -> Value
  ) {
    (self.completion, self.bounds, self.readAll) = (completion, bounds, readAll)
  }

  func parse(_ texts: [String]) throws(ArgumentProblem) -> Value {
    do {
      return try readAll(texts)
    } catch {
      throw ArgumentProblem(error)
    }
  }

  func parse(_ text: String) throws(ArgumentProblem) -> Value { try parse([text]) }
}

extension TextParser where Value: Equatable {
  /// The same, or `word` for a value that the program chooses.
  func or(_ word: String) -> TextParser<Choice<Value>> {
    var values = completion
    if case .none = values { values = .list([]) }
    if case .list(let names) = values { values = .list(names + [word]) }
    return TextParser<Choice<Value>>(values, bounds: bounds) { text in
      if text == word { return .automatic }
      do throws(ArgumentProblem) {
        return .value(try parse(text))
      } catch {
        throw ArgumentProblem(description: "\(error.description), or \(word)")
      }
    }
  }
}

extension TextParser {
  static func name(of type: Value.Type, _ kind: String = "valid") -> Self
  where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    Self(.list(type.allCases.map(\.rawValue))) { try ArgumentText.name(type, kind, $0) }
  }
}

extension TextParser<Double> {
  static func number(_ range: ClosedRange<Double>) -> Self {
    let bounds = [range.lowerBound, range.upperBound].map(ArgumentText.shortest)
    return Self(bounds: bounds) { text in
      let sign = text.first == "-" ? -1.0 : 1
      guard let size = ArgumentText.number(sign < 0 ? text.dropFirst() : text[...]),
        range.contains(sign * size)
      else {
        throw ArgumentProblem(text, write: "a number from \(bounds[0]) to \(bounds[1])")
      }
      return sign * size
    }
  }
}

extension TextParser<Float> {
  static func float(_ range: ClosedRange<Double>) -> Self {
    let parser = TextParser<Double>.number(range)
    return Self(bounds: parser.bounds) { text in
      let number = try parser.parse(text)
      // Rounded once: by way of a Double, some texts round to another Float.
      return Float(text) ?? Float(number)
    }
  }
}

extension TextParser<Int> {
  static func whole(_ range: ClosedRange<Int>) -> Self {
    let bounds = ["\(range.lowerBound)", "\(range.upperBound)"]
    return Self(bounds: bounds) { text in
      guard let number = Int(text), range.contains(number) else {
        throw ArgumentProblem(text, write: "a whole number from \(bounds[0]) to \(bounds[1])")
      }
      return number
    }
  }

  static var count: Self { Self(read: ArgumentText.count) }
}

extension TextParser<Switch> {
  static var toggle: Self { Self(.list(["on", "off"]), read: ArgumentText.toggle) }
}

extension TextParser<Duration> {
  static var lap: Self {
    Self { text in
      let lap = try ArgumentText.duration(text)
      guard lap > .zero else {
        throw ArgumentProblem(text, write: "a duration above 0, as in 2m or 1:58.2")
      }
      return lap
    }
  }
}

extension TextParser<TimerSetting> {
  static var timer: Self { Self(read: ArgumentText.timer) }
}

extension TextParser<[PlanStep]> {
  static var plan: Self { Self(read: PlanText.steps) }
}

extension TextParser<Size> {
  /// A size in user units.
  static var size: Self {
    let side = TextParser<Double>.number(1...Double(ArgumentText.maxSide))
    return Self(bounds: side.bounds) { text in
      let sides = text.split(separator: "x", omittingEmptySubsequences: false)
      guard sides.count == 2, let width = try? side.parse(String(sides[0])),
        let height = try? side.parse(String(sides[1]))
      else {
        throw ArgumentProblem(
          text, write: "WIDTHxHEIGHT, each from 1 to \(ArgumentText.maxSide), as in 840x480")
      }
      return Size(width: width, height: height)
    }
  }
}

extension TextParser<Set<Part>> {
  static var parts: Self {
    let names = Part.allCases.map(\.rawValue)
    return Self(.list(names)) { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
        Part(rawValue: String($0))
      }
      guard !parts.contains(nil) else {
        throw ArgumentProblem(
          text, write: "one or more of \(names.joined(separator: ", ")), with commas between")
      }
      return Set(parts.compactMap { $0 })
    }
  }
}

extension TextParser<ThemeName> {
  static var theme: Self { Self(.themes, read: ArgumentText.theme) }
}

extension TextParser<Color> {
  static var color: Self {
    Self(.list(ColorText.namedPairs.map(\.key)), read: ColorText.opaque)
  }
}

extension TextParser<[RingSetting]> {
  static var rings: Self { Self(readAll: RingText.rings) }
}

extension TextParser<[GlobalKey]> {
  static var globalKeys: Self {
    Self(.list(Action.names.map { "\($0)=" } + ["none"]), readAll: KeyText.globalKeys)
  }
}

extension TextParser<ScreenPosition> {
  static var position: Self { Self(read: ArgumentText.position) }
}

extension TextParser<String> {
  static var font: Self { Self(read: ArgumentText.font) }

  /// The name of a time zone, which the database may lack.
  static var zone: Self {
    Self(.zones) { text in
      guard ZoneName.isValid(text) else {
        throw ArgumentProblem(text, isNot: "a time zone", write: "one like Europe/Berlin or UTC")
      }
      return text
    }
  }

  static func command(_ what: String) -> Self {
    Self(.file) { text in
      guard !text.isEmpty else { throw ArgumentProblem(text, write: what) }
      return text
    }
  }
}

/// Parsers that commands share with settings. Each throws an `ArgumentProblem`.
package enum ArgumentText {
  /// The maximum side of a window or a picture, in device pixels.
  package static let maxSide = 16384
  /// The maximum size of a picture, in device pixels: enough for 3840 x 2160 at scale 4.
  package static let maxPixels = 150_000_000
  /// The coordinates of X.
  private static let positions = -32767...32767

  package static func name<T: CaseIterable & RawRepresentable>(
    _ type: T.Type, _ kind: String, _ text: String
  ) throws -> T where T.RawValue == String {
    guard let value = T(rawValue: text) else {
      throw ArgumentProblem(
        text, isNot: kind, write: alternatives(type.allCases.map(\.rawValue)))
    }
    return value
  }

  /// A list in words: "a, b or c".
  package static func alternatives(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// The name of a theme, which only the configuration may know.
  package static func theme(_ text: String) throws -> ThemeName {
    guard let name = ThemeName(rawValue: text) else {
      throw unknownTheme(text, among: ThemeName.choices(), orOwn: true)
    }
    return name
  }

  /// The error for a theme that is not one of `names`.
  package static func unknownTheme(
    _ text: String, among names: [ThemeName], orOwn: Bool = false
  ) -> ArgumentProblem {
    var list: [String] = []
    for name in names.map(\.rawValue) {
      guard list.reduce(name.count, { $0 + $1.count + 2 }) <= maxListLength else { break }
      list.append(name)
    }
    let others = names.count - list.count
    let end = orOwn ? ["one of the configuration"] : others > 0 ? ["\(others) more"] : []
    return ArgumentProblem(text, isNot: "a theme", write: alternatives(list + end))
  }

  /// The maximum length of a list of names in a message, in characters.
  private static let maxListLength = 200

  package static func duration(_ text: String) throws -> Duration {
    do {
      return try Duration(parsing: text)
    } catch {
      throw ArgumentProblem(error)
    }
  }

  package static func timer(_ text: String) throws -> TimerSetting {
    do {
      return try TimerSetting(parsing: text)
    } catch {
      throw ArgumentProblem(error)
    }
  }

  package static func toggle(_ text: String) throws -> Switch {
    switch text {
    case "true", "on": return .on
    case "false", "off": return .off
    default: throw ArgumentProblem(text, write: "true or false")
    }
  }

  package static func count(_ text: String) throws -> Int {
    guard let count = Int(text) else {
      throw ArgumentProblem(
        text, isNot: "a count", write: "a whole number of up to as many digits as the counter has")
    }
    return count
  }

  static func position(_ text: String) throws -> ScreenPosition {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], positions.contains(x),
      positions.contains(y)
    else {
      throw ArgumentProblem(
        text,
        write: "X,Y in pixels, each from \(positions.lowerBound) to \(positions.upperBound)")
    }
    return ScreenPosition(x: x, y: y)
  }

  static func font(_ text: String) throws -> String {
    guard (1...64).contains(text.count), text.drawable == text else {
      throw ArgumentProblem(
        text, write: "the name of a font family, as in DejaVu Sans, of up to 64 characters")
    }
    return text
  }

  /// The maximum length of a number in bytes: that of the longest text that a `Double` is written as.
  private static let maxNumberLength = 24

  /// A number of digits, at most one point and perhaps an exponent, as in `1e-05`, which is how the smallest are written.
  /// `Double` would also take `nan`, `inf` and `0x1p3`.
  static func number(_ text: Substring) -> Double? {
    var last: UInt8 = 0
    let isPlain = text.utf8.allSatisfy { byte in
      defer { last = byte }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"): return true
      case UInt8(ascii: "-"), UInt8(ascii: "+"): return last == UInt8(ascii: "e")
      default: return false
      }
    }
    guard isPlain, text.utf8.count <= maxNumberLength, let value = Double(text), value.isFinite
    else { return nil }
    return value
  }

  /// A number without a fraction of zero.
  static func shortest(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}

/// How texts become plans.
package enum PlanText {
  package static func steps(_ text: String) throws -> [PlanStep] {
    do {
      return try Plan.steps(parsing: text)
    } catch {
      throw ArgumentProblem(error)
    }
  }

  /// The number of rounds of a plan.
  package static func rounds(_ text: String) throws -> Int {
    try TextParser<Int>.whole(Plan.allowedRounds).parse(text)
  }
}

package enum Switch: String, CaseIterable, Sendable {
  case on, off
}

/// What the stopwatch does while the computer sleeps.
package enum Suspend: String, CaseIterable, Sendable {
  case count, pause
}

/// How frames reach the server.
package enum PresentOption: String, CaseIterable, Sendable {
  /// The cheapest way that the server offers.
  case auto
  case sharedMemory = "shared-memory"
  /// Pixels over the connection.
  case put
}

/// The window's type for the window manager.
package enum KindOption: String, CaseIterable, Sendable {
  case normal
  /// A small companion of other windows.
  case utility
  /// Beside all windows, as a panel is.
  case dock
  /// Below all windows.
  case desktop
}

/// A position on the screen, in device pixels from its top left corner.
package struct ScreenPosition: Equatable, Sendable {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
}

/// A value, or the program's own choice.
package enum Choice<Value: Sendable & Equatable>: Equatable, Sendable {
  case automatic
  case value(Value)

  package var value: Value? {
    switch self {
    case .automatic: nil
    case .value(let value): value
    }
  }
}
