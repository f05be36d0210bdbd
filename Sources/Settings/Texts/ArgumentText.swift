package import Geometry
import Scene
package import Session
package import Timekeeping
import Wording

/// A text from outside that means nothing: what was wrong and what is allowed.
package struct ArgumentProblem: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// How the texts of the command line, the environment and the configuration become values, and what is shared by those
/// of a kind (`ColorText`, `KeyText`, `PlanText`, `RingText`, `WindowText`). Each says what is allowed when it refuses one.
package enum ArgumentText {
  /// The most device pixels of a window's or a picture's side.
  package static let largestSide = 16384
  /// The most device pixels of a picture: enough for 3840 x 2160 at scale 4.
  package static let mostPixels = 150_000_000

  /// `WxH` in user units.
  package static func size(_ text: String) throws -> Size {
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
  package static func scale(_ text: String) throws -> Double {
    guard let scale = number(text[...]), (0.25...16).contains(scale) else {
      throw ArgumentProblem(description: "a scale is a number from 0.25 to 16, as in 2 or 1.5")
    }
    return scale
  }

  /// A list of parts.
  package static func parts(_ text: String) throws -> Set<Part> {
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
  package static func name<T: CaseIterable & RawRepresentable>(
    _ type: T.Type, _ what: String, _ text: String
  )
    throws
    -> T
  where T.RawValue == String {
    guard let value = T(rawValue: text) else {
      throw ArgumentProblem(description: "\(what) is one of \(list(type))")
    }
    return value
  }

  /// The name of a look, which may be one of the person's own.
  package static func theme(_ text: String) throws -> ThemeName {
    guard let name = ThemeName(rawValue: text) else {
      throw ArgumentProblem(
        description: "\(theme(among: ThemeName.choices())), or one of the configuration")
    }
    return name
  }

  /// What is allowed where these are the looks that there are.
  package static func theme(among names: [ThemeName]) -> String {
    var list = ""
    for (index, name) in names.map(\.rawValue).enumerated() {
      guard list.count + name.count <= longestList else {
        return "\(list) and \(names.count - index) more"
      }
      list += (list.isEmpty ? "a theme is one of " : ", ") + name
    }
    return list
  }

  /// The most characters of a list of names that are not all built in.
  private static let longestList = 240

  /// A length of time.
  package static func duration(_ text: String) throws -> Duration {
    do throws(DurationTextError) {
      return try Duration(parsing: text)
    } catch {
      throw ArgumentProblem(description: error.description)
    }
  }

  /// How long a lap is to take.
  package static func lap(_ text: String) throws -> Duration {
    let lap = try duration(text)
    guard lap > .zero else {
      throw ArgumentProblem(description: "a lap to aim at is longer than 0")
    }
    return lap
  }

  /// How long the timer runs, as a length of time.
  package static func timerLength(_ text: String) throws -> Duration {
    guard case .length(let length) = try timer(text) else {
      throw ArgumentProblem(
        description:
          "a time of day is for the option --timer; here a length of time is allowed, as in 25m")
    }
    return length
  }

  /// How long the timer runs, or until when.
  package static func timer(_ text: String) throws -> TimerSetting {
    do throws(TimerTextError) {
      return try TimerSetting(parsing: text)
    } catch {
      throw ArgumentProblem(description: error.description)
    }
  }

  /// A command for the shell.
  package static func command(_ text: String) throws -> String {
    guard !text.isEmpty else {
      throw ArgumentProblem(description: "a command for the shell is missing")
    }
    return text
  }

  /// Frames a second.
  package static func rate(_ text: String) throws -> Int {
    guard let rate = Int(text), (1...1000).contains(rate) else {
      throw ArgumentProblem(description: "a frame rate is a whole number from 1 to 1000")
    }
    return rate
  }

  /// The name of a typeface.
  package static func font(_ text: String) throws -> String {
    guard (1...64).contains(text.count), text.drawable == text else {
      throw ArgumentProblem(
        description: "a font is the name of a family, as in DejaVu Sans, of up to 64 characters")
    }
    return text
  }

  /// How far lit segments are tinted.
  package static func ink(_ text: String) throws -> Float {
    guard let ink = number(text[...]), (0...1).contains(ink) else {
      throw ArgumentProblem(description: "ink is a number from 0 to 1, as in 0.8")
    }
    return Float(ink)
  }

  /// The name of a time zone, which the database may have or not.
  package static func zone(_ text: String) throws -> String {
    guard ZoneName.isValid(text) else {
      throw ArgumentProblem(
        description: "a zone is a name of the time zone database, as in Europe/Berlin or UTC")
    }
    return text
  }

  /// How many digits the counter has.
  package static func digits(_ text: String) throws -> Int {
    guard let digits = Int(text), Counter.allowedDigits.contains(digits) else {
      throw ArgumentProblem(
        description:
          "a counter has from \(Counter.allowedDigits.lowerBound) to \(Counter.allowedDigits.upperBound) digits"
      )
    }
    return digits
  }

  /// A whole number.
  package static func count(_ text: String) throws -> Int {
    guard let count = Int(text) else {
      throw ArgumentProblem(
        description:
          "a count is a whole number that fits the counter's digits: with three, -999 to 999")
    }
    return count
  }

  /// The most bytes of a number: as many as the longest has that a `Double` is written as.
  private static let longestNumber = 24

  /// A decimal number of digits, at most one point, and perhaps an exponent, as in `1e-05`, which is how the smallest are
  /// written; nothing else that `Double` would take, such as `nan`, `inf` or `0x1p3`.
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
    guard isPlain, text.utf8.count <= longestNumber, let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  package static func list<T: CaseIterable & RawRepresentable>(_ type: T.Type) -> String
  where T.RawValue == String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
