import ArgumentParser
import Session
import Settings
import Timekeeping

/// The options of a film: pictures one after the other, as time goes on.
struct FilmOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Draw PNG pictures for so long, as the window would show them, up to 1 hour; the number of each stands in the \
      file's name in the place of %d, or of %04d for 4 digits. --fps says how many there are a second, from 1 to 240; \
      60 by default.
      """, valueName: "duration"), transform: FilmOptions.length)
  var film: Duration?

  /// The longest film.
  private static let longest = Duration.seconds(3600)
  /// How many pictures a second there can be, and how many there are where nobody says.
  private static let rates = 1...240
  private static let usualRate = 60

  private static func length(_ text: String) throws -> Duration {
    let length = try ArgumentText.duration(text)
    guard length > .zero, length <= longest else {
      throw ArgumentProblem(
        description: "a film is longer than 0 and takes up to 1 hour, as in 4s or 1m30s")
    }
    return length
  }

  /// Refuses what a film cannot be written to.
  func check(_ out: String?, describes: Bool) throws {
    guard film != nil else { return }
    if describes { throw ValidationError("--film and --describe: allowed is one or the other") }
    guard let out, out != "-" else { return }
    guard FilmName(out) != nil, out.lowercased().hasSuffix(".png") else {
      throw ValidationError(
        """
        OUT \(out.quoted): a film's name ends in .png and has the place of the number once, %d or %01d to %09d, as in \
        frame-%04d.png; %% is a percent sign. Or it is - for standard output.
        """)
    }
  }

  /// The pictures of the film at `rate`, where one was given; nil without a film.
  func frames(rate: Int?) throws -> FilmFrames? {
    guard let film else { return nil }
    let rate = rate ?? FilmOptions.usualRate
    guard FilmOptions.rates.contains(rate) else {
      throw ValidationError(
        "--fps \(rate): a film has from \(FilmOptions.rates.lowerBound) to \(FilmOptions.rates.upperBound) pictures a second."
      )
    }
    return FilmFrames(length: film, rate: rate)
  }
}

/// When the pictures of a film are taken.
struct FilmFrames {
  /// How many there are: one for each that begins before the film is over.
  let count: Int
  /// How many steps of time there are from one to the next. Motion that begins between two pictures began a step before
  /// at the most, however few pictures there are.
  let steps: Int
  /// How many steps there are a second: no fewer than a fast display would show.
  private let pace: Int64
  private static let leastPace = 240

  /// Those of `length`, above 0 and up to an hour, at `rate` a second, from 1 to 240.
  init(length: Duration, rate: Int) {
    count = Int((length.nanosecondsClamped * Int64(rate) + 999_999_999) / 1_000_000_000)
    steps = (FilmFrames.leastPace + rate - 1) / rate
    pace = Int64(rate * steps)
  }

  /// The times from the picture before up to that of this number, in nanoseconds after the first one.
  func times(to number: Int) -> some Sequence<Int64> {
    let last = number * steps
    return (max(0, last - steps + 1)...last).lazy.map { Int64($0) * 1_000_000_000 / pace }
  }
}

/// The names of a film's pictures: a path whose last part has the place of a number.
struct FilmName {
  private let head: String
  private let tail: String
  /// The fewest digits of the number.
  private let digits: Int

  /// The names that `path` stands for; nil where its last part does not have `%d` or `%0Nd` (N from 1 to 9) just once, or
  /// has a percent sign that is neither that nor one of two.
  init?(_ path: String) {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var texts = [String(folder)]
    var digits = 1
    var rest = path[folder.endIndex...]
    while let sign = rest.firstIndex(of: "%") {
      texts[texts.count - 1] += rest[..<sign]
      rest = rest[sign...].dropFirst()
      if rest.hasPrefix("%") {
        texts[texts.count - 1] += "%"
        rest = rest.dropFirst()
        continue
      }
      if rest.hasPrefix("0") {
        rest = rest.dropFirst()
        guard let width = rest.popFirst().flatMap({ Int(String($0)) }), width > 0 else {
          return nil
        }
        digits = width
      }
      guard rest.hasPrefix("d") else { return nil }
      rest = rest.dropFirst()
      texts.append("")
    }
    guard texts.count == 2 else { return nil }
    (head, tail, self.digits) = (texts[0], texts[1] + rest, digits)
  }

  /// The path of the picture of this number, from 0 on.
  func path(of number: Int) -> String {
    let text = String(number)
    return head + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text + tail
  }
}
