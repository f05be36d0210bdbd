import ArgumentParser
import Geometry
import Scene
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

/// The options of both the window and `render`.
struct SceneOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      What it is used for: stopwatch, timer, plan, clock or counter; by default the stopwatch, with --timer the \
      timer, with --plan the plan.
      """, valueName: "mode"),
    transform: { try ArgumentText.name(Mode.self, "a mode", $0) })
  var mode: Mode?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long the timer runs, as in 25m, 1h30m or 90; by default 5 minutes.", valueName: "duration"),
    transform: ArgumentText.duration)
  var timer: Duration?

  @OptionGroup var plan: PlanOptions

  @OptionGroup var laps: LapOptions

  @OptionGroup var clock: ClockOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What to show, with commas: digits, rings, dial, buttons, laps (in plan mode the steps).",
      valueName: "parts"),
    transform: ArgumentText.parts)
  var show: Set<Part>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The look: neumorphic-light, neumorphic-dark, neon, flat-light or flat-dark.", valueName: "theme"),
    transform: { try ArgumentText.name(ThemeName.self, "a theme", $0) })
  var theme: ThemeName?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size in user units.", valueName: "WxH"), transform: ArgumentText.size)
  var size: Size?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Device pixels to a user unit; by default the desktop's, and 1 for render.", valueName: "factor"),
    transform: ArgumentText.scale)
  var scale: Double?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A ring, from the outermost inward: 50%, 0.5, 3/7, or \(ArgumentText.ringSources). Up to six.",
      valueName: "name=value"), transform: ArgumentText.ring)
  var ring: [RingModel] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A file of rings, one a line; a hyphen is standard input.", valueName: "file"),
    completion: .file())
  var rings: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What the counter shows at first; below zero, too, as in -5.", valueName: "number"),
    transform: ArgumentText.count)
  var count: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many digits the counter has, from 1 to 18.", valueName: "number"),
    transform: ArgumentText.digits)
  var digits: Int?

  func validate() throws {
    if ring.count > RingModel.maximumCount {
      throw ValidationError("--ring can be given up to \(RingModel.maximumCount) times, not \(ring.count).")
    }
    if rings != nil, !ring.isEmpty {
      throw ValidationError("--ring and --rings: allowed is one or the other.")
    }
    try checkCounter()
    _ = try pixels(scale: scale ?? 1)
  }

  /// Reads the rings that `rings` names, once.
  mutating func readRings() throws {
    guard let path = rings else { return }
    rings = nil
    var read: [RingModel] = []
    try ListFile(option: "--rings", path: path).read { text in
      guard read.count < RingModel.maximumCount else {
        throw ArgumentProblem(description: "allowed are up to \(RingModel.maximumCount) rings")
      }
      read.append(try ArgumentText.ring(text))
    }
    ring = read
  }

  /// Refuses a count that the counter cannot show.
  private func checkCounter() throws {
    guard let count else { return }
    do throws(CounterError) {
      _ = try Counter(count, digits: digits ?? Counter().digits)
    } catch {
      throw ValidationError("--count \(count): \(error.description)")
    }
  }

  /// The size in device pixels.
  func pixels(scale: Double) throws -> (width: Int, height: Int) {
    let size = size ?? Size(width: 840, height: 480)
    let width = Int((size.width * scale).rounded())
    let height = Int((size.height * scale).rounded())
    guard max(width, height) <= ArgumentText.largestSide, width * height <= ArgumentText.mostPixels else {
      throw ValidationError(
        """
        --size times --scale is \(width) x \(height) device pixels; allowed are up to \
        \(ArgumentText.largestSide) a side and \(ArgumentText.mostPixels) in all.
        """)
    }
    return (max(1, width), max(1, height))
  }

  /// The length of the timer.
  var timerLength: Duration { timer ?? Countdown.defaultLength }

  /// Those of them that were given.
  var givenOptions: [String] {
    let options: [(String, Bool)] = [
      ("--mode", mode != nil), ("--timer", timer != nil), ("--plan", plan.isGiven), ("--show", show != nil),
      ("--theme", theme != nil), ("--size", size != nil), ("--scale", scale != nil),
      ("--ring", !ring.isEmpty),
      ("--rings", rings != nil), ("--count", count != nil), ("--digits", digits != nil),
      ("--target-lap", laps.target != nil), ("--ghost", laps.ghost != nil), ("--hours", clock.hours != nil),
      ("--seconds", clock.seconds != .on),
      ("--zone", clock.zone != nil),
    ]
    return options.filter(\.1).map(\.0)
  }

  /// What these options ask for.
  var overrides: Overrides {
    var overrides = Overrides()
    overrides.mode = mode
    overrides.theme = theme
    overrides.rings = ring.isEmpty ? nil : ring
    overrides.timer = timer
    overrides.plan = plan.isGiven ? plan.value : nil
    overrides.count = count
    overrides.digits = digits
    overrides.targetLap = laps.target
    overrides.ghost = laps.ghost
    overrides.clock = clock.style
    return overrides
  }
}
