import Geometry
import Session
import Timekeeping

/// A text of the command line that means nothing: what was wrong and what is allowed.
struct ArgumentProblem: Error, CustomStringConvertible {
  let description: String
}

/// How the texts of the command line become values. Each says what is allowed when it refuses one.
enum ArgumentText {
  /// The most device pixels of a window's or a picture's side.
  static let largestSide = 16384
  /// The most device pixels of a picture: enough for 3840 x 2160 at scale 4.
  static let mostPixels = 150_000_000

  /// `WxH` in user units.
  static func size(_ text: String) throws -> Size {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = number(parts[0]), let height = number(parts[1]),
      (1...Double(largestSide)).contains(width), (1...Double(largestSide)).contains(height)
    else {
      throw ArgumentProblem(
        description: "a size is WIDTHxHEIGHT, each from 1 to \(largestSide), as in 840x480")
    }
    return Size(width: width, height: height)
  }

  /// Device pixels to a user unit.
  static func scale(_ text: String) throws -> Double {
    guard let scale = number(text[...]), (0.25...16).contains(scale) else {
      throw ArgumentProblem(description: "a scale is a number from 0.25 to 16, as in 2 or 1.5")
    }
    return scale
  }

  /// A list of parts.
  static func parts(_ text: String) throws -> Set<Part> {
    var parts: Set<Part> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let part = Part(rawValue: String(name)) else {
        throw ArgumentProblem(
          description: "what can be shown is \(list(Part.self)), one or more with commas between")
      }
      parts.insert(part)
    }
    return parts
  }

  /// One of the names of `type`.
  static func name<T: CaseIterable & RawRepresentable>(_ type: T.Type, _ what: String, _ text: String) throws
    -> T
  where T.RawValue == String {
    guard let value = T(rawValue: text) else {
      throw ArgumentProblem(description: "\(what) is one of \(list(type))")
    }
    return value
  }

  /// The name of a look.
  static func theme(_ text: String) throws -> ThemeName {
    guard let name = ThemeName(rawValue: text), ThemeName.builtIn.contains(name) else {
      throw ArgumentProblem(
        description: "a theme is one of \(ThemeName.builtIn.map(\.rawValue).joined(separator: ", "))")
    }
    return name
  }

  /// `NAME=VALUE`: a per cent, a number of turns, a fraction, or a source.
  static func ring(_ text: String) throws -> RingModel {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].count <= 32, let source = ringSource(parts[1]) else {
      throw ArgumentProblem(
        description: """
          a ring is NAME=VALUE with a name of up to 32 characters and a value like 50%, 0.5 or 3/7, from 0 to \
          \(Int(RingModel.maximum)) turns, or one of \(ringSources)
          """)
    }
    return RingModel(name: String(parts[0]), source: source)
  }

  /// The names of what a ring can follow.
  static let ringSources = RingSource.named.map(\.key).joined(separator: ", ")

  /// A length of time.
  static func duration(_ text: String) throws -> Duration {
    do throws(DurationTextError) {
      return try Duration(parsing: text)
    } catch {
      throw ArgumentProblem(description: error.description)
    }
  }

  /// How long the timer runs.
  static func timer(_ text: String) throws -> TimerSetting {
    do throws(TimerTextError) {
      return try TimerSetting(parsing: text)
    } catch {
      throw ArgumentProblem(description: error.description)
    }
  }

  /// A command for the shell.
  static func command(_ text: String) throws -> String {
    guard !text.isEmpty else { throw ArgumentProblem(description: "a command for the shell is missing") }
    return text
  }

  /// Frames a second.
  static func rate(_ text: String) throws -> Int {
    guard let rate = Int(text), (1...1000).contains(rate) else {
      throw ArgumentProblem(description: "a frame rate is a whole number from 1 to 1000")
    }
    return rate
  }

  /// How many digits the counter has.
  static func digits(_ text: String) throws -> Int {
    guard let digits = Int(text), Counter.allowedDigits.contains(digits) else {
      throw ArgumentProblem(
        description:
          "a counter has from \(Counter.allowedDigits.lowerBound) to \(Counter.allowedDigits.upperBound) digits"
      )
    }
    return digits
  }

  /// A whole number.
  static func count(_ text: String) throws -> Int {
    guard let count = Int(text) else {
      throw ArgumentProblem(
        description: "a count is a whole number that fits the counter's digits: with three, -999 to 999")
    }
    return count
  }

  private static func ringSource(_ text: Substring) -> RingSource? {
    if let named = RingSource.named.first(where: { $0.key == text }) { return named.value }
    let value: Double?
    if text.last == "%" {
      value = number(text.dropLast()).map { $0 / 100 }
    } else if let slash = text.firstIndex(of: "/") {
      let over = number(text[text.index(after: slash)...])
      value = number(text[..<slash]).flatMap { top in over.flatMap { $0 > 0 ? top / $0 : nil } }
    } else {
      value = number(text)
    }
    guard let value, (0...RingModel.maximum).contains(value) else { return nil }
    return .manual(value)
  }

  /// A decimal number of digits and at most one point; nothing else that `Double` would take, such as `nan`, `inf`
  /// or `0x1p3`.
  private static func number(_ text: Substring) -> Double? {
    let isPlain = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == 46 }
    guard isPlain, text.utf8.count <= 20, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  private static func list<T: CaseIterable & RawRepresentable>(_ type: T.Type) -> String
  where T.RawValue == String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
