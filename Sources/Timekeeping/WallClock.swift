import Glibc

public struct WallClock: Hashable, Sendable {
  public let year: Int
  public let month: Int
  public let day: Int
  /// 0 (Sunday) to 6 (Saturday).
  public let weekday: Int
  public let hour: Int
  public let minute: Int
  public let second: Int
  public let nanosecond: Int

  /// Nanoseconds since 1970-01-01 00:00 on this clock, clamped to Int64.
  let nanosecondsSinceEpoch: Int64

  /// Creates the local time at a moment of Unix time, where the zone's offset from UTC is clamped to a day either way.
  public init(epochNanoseconds: Int64, utcOffsetSeconds: Int) {
    let offset = min(max(utcOffsetSeconds, -86_400), 86_400)
    let remainder = epochNanoseconds % 1_000_000_000
    nanosecond = Int(remainder < 0 ? remainder + 1_000_000_000 : remainder)
    nanosecondsSinceEpoch = epochNanoseconds.addingClamped(Int64(offset) * 1_000_000_000)
    var moment = time_t(epochNanoseconds / 1_000_000_000) + offset - (remainder < 0 ? 1 : 0)
    var parts = tm()
    gmtime_r(&moment, &parts)
    (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    (weekday, hour) = (Int(parts.tm_wday), Int(parts.tm_hour))
    (minute, second) = (Int(parts.tm_min), Int(parts.tm_sec))
  }

  /// 1...12.
  public var hour12: Int { hour % 12 == 0 ? 12 : hour % 12 }

  public var isPM: Bool { hour >= 12 }
}

public enum ZoneName {
  private static let maxBytes = 64

  /// The text as the time zone database writes names: with underscores for spaces.
  public static func underscored(_ text: String) -> String {
    text.split(separator: " ").joined(separator: "_")
  }

  /// The one of `names` that `text` is, or whose city it is. Case is ignored, and a space is an underscore.
  public static func match(_ text: String, among names: [String]) -> String? {
    let typed = underscored(text).lowercased()
    return names.first { $0.lowercased() == typed }
      ?? names.first { $0.lowercased().hasSuffix("/\(typed)") }
  }

  /// The first of `names` that goes on from `text`, and how: from its start, its city, another part or a word of it, in
  /// this order. Case is ignored, and a space is an underscore.
  public static func completion(
    of text: String, among names: [String]
  ) -> (name: String, rest: Substring)? {
    let typed = text.lowercased().replacing(" ", with: "_")
    var best: (order: Int, name: String, rest: Substring)?
    for name in typed.isEmpty ? [] : names {
      let whole = name.lowercased()
      for match in whole.ranges(of: typed) {
        let rest = name.suffix(whole[match.upperBound...].count)
        let starts: [Character?: Int] = [nil: 0, "/": rest.contains("/") ? 2 : 1, "_": 3, "-": 3]
        guard let start = starts[whole[..<match.lowerBound].last] else { continue }
        let order = 2 * start + (rest.isEmpty ? 0 : 1)
        if order < best?.order ?? .max { best = (order, name, rest) }
      }
    }
    return best.map { ($0.name, $0.rest) }
  }

  /// Whether `text` has words of ASCII letters, digits and `+ - _ .`, each starting with a letter, separated by
  /// slashes. Such a name cannot leave the database's folder or name a hidden file.
  public static func isValid(_ text: String) -> Bool {
    let words = text.split(separator: "/", omittingEmptySubsequences: false)
    return text.utf8.count <= maxBytes
      && words.allSatisfy { word in
        word.first?.isLetter == true
          && word.allSatisfy { $0.isASCII && ($0.isLetter || "0123456789+-_.".contains($0)) }
      }
  }
}
