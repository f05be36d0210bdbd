import Wording

/// Why a text is no time of day; the description says what was wrong and what is allowed.
public enum TimeOfDayTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no text.
  case empty
  /// The text is in none of the allowed forms.
  case malformed(String)

  /// One line for the user.
  public var description: String {
    switch self {
    case .empty: "a time of day is missing: \(Self.allowed)"
    case .malformed(let text): "\(text.quoted) is no time of day: \(Self.allowed)"
    }
  }

  private static let allowed = "allowed is 0:00 to 23:59:59, as in 17:30, 17:30:15 or 5:30pm"
}

extension TimeOfDay {
  /// The time that `text` names: `17:30`, `17:30:15`, or of twice twelve hours `5:30pm`, `5:30:15 PM`, `5pm`.
  public init(parsing text: String) throws(TimeOfDayTextError) {
    guard !text.isEmpty else { throw .empty }
    var face = text[...]
    var half: String?
    let end = face.suffix(2).lowercased()
    if end == "am" || end == "pm" {
      half = end
      face = face.dropLast(2)
      if face.last == " " { face = face.dropLast() }
    }
    var fields: [Int] = []
    for field in face.split(separator: ":", omittingEmptySubsequences: false) {
      let digits = fields.isEmpty ? 1...2 : 2...2
      guard fields.count < 3, digits.contains(field.utf8.count),
        field.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = Int(field)
      else { throw .malformed(text) }
      fields.append(number)
    }
    if let half {
      guard (1...12).contains(fields[0]) else { throw .malformed(text) }
      fields[0] = fields[0] % 12 + (half == "pm" ? 12 : 0)
    } else if fields.count < 2 {
      throw .malformed(text)
    }
    fields += [0, 0]
    guard let time = TimeOfDay(hour: fields[0], minute: fields[1], second: fields[2]) else {
      throw .malformed(text)
    }
    self = time
  }
}

/// Why a text says no length of a timer; the description says what was wrong and what is allowed.
public enum TimerTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it says is no duration.
  case duration(DurationTextError)
  /// What comes after `until` is no time of day.
  case timeOfDay(TimeOfDayTextError)

  /// One line for the user.
  public var description: String {
    switch self {
    case .duration(let error): "\(error.description), or \"until 17:30\""
    case .timeOfDay(let error): error.description
    }
  }
}

/// How long a timer is to run, as it was asked for.
public enum TimerSetting: Hashable, Sendable {
  /// So long, from whenever it is started.
  case length(Duration)
  /// From now until the next such time of day.
  case until(TimeOfDay)

  /// What `text` says: `until` and a time of day, or a length of time.
  public init(parsing text: String) throws(TimerTextError) {
    let word = "until"
    guard text == word || text.hasPrefix(word + " ") else {
      do throws(DurationTextError) {
        self = .length(try Duration(parsing: text))
        return
      } catch {
        throw .duration(error)
      }
    }
    do throws(TimeOfDayTextError) {
      self = .until(try TimeOfDay(parsing: String(text.dropFirst(word.count).drop { $0 == " " })))
    } catch {
      throw .timeOfDay(error)
    }
  }
}
