import ArgumentParser
import Control
import Platform
import Session
import Settings
import Timekeeping

/// The clients that are notified of changes.
struct Followers {
  private struct Follower {
    let client: ControlServer.Client
    let style: StatusStyle
    /// The minimum time between two lines, in nanoseconds; 0: not for time alone.
    let every: Int64
    /// The last line, and when it was sent (CLOCK_MONOTONIC, nanoseconds).
    var line: String?
    var time: Int64 = 0
    /// When the line may change next; nil if only another event can change it.
    var due: Int64?
  }

  private var all: [Follower] = []
  private var key: [AnyHashable] = []
  /// Whether something has happened since the last notification.
  var needUpdate = false

  private static let second: Int64 = 1_000_000_000

  mutating func add(_ client: ControlServer.Client, _ style: StatusStyle, every: Int64) {
    all.append(Follower(client: client, style: style, every: every, due: 0))
  }

  mutating func remove(_ client: ControlServer.Client) {
    all.removeAll { $0.client == client }
    if all.isEmpty { key = [] }
  }

  /// CLOCK_MONOTONIC, in nanoseconds.
  var deadline: Int64? { all.lazy.compactMap(\.due).min() }

  /// Sends a line to each client whose line has changed.
  mutating func notify(by server: ControlServer, _ report: () -> StatusReport) {
    guard !all.isEmpty else { return }
    let now = MonotonicClock.now()
    guard needUpdate || deadline.map({ $0 <= now }) ?? false else { return }
    needUpdate = false
    let report = report()
    if key != report.key {
      key = report.key
      for index in all.indices { all[index].due = max(now, all[index].time + all[index].every) }
    }
    for index in all.indices where all[index].due.map({ $0 <= now }) ?? false {
      let line = all[index].style.text(for: report)
      if line != all[index].line {
        (all[index].line, all[index].time) = (line, now)
        server.reply(.text(line), to: all[index].client)
      }
      all[index].due = Followers.nextLook(every: all[index].every, report, at: now)
    }
  }

  private static func nextLook(every: Int64, _ report: StatusReport, at now: Int64) -> Int64? {
    // Changes that time alone brings, such as the end of a step.
    let turn = report.nextTurn.map { now + max(0, ($0 - report.instant).nanosecondsClamped) }
    guard every > 0, report.changesWithTime else { return turn }
    var next = now + every
    // From a second on, lines come at full seconds of the shown time; the first one earlier, so that none is skipped.
    let seconds = Int64((Double(every) / Double(second)).rounded(.up))
    if every >= second,
      let flip = report.nextSecond(after: report.instant + .seconds(seconds - 1))
    {
      next = now + (flip - report.instant).nanosecondsClamped
    }
    return min(next, turn ?? .max)
  }
}

/// `segclock ctl status`.
struct StatusVerb: ControlVerb {
  static let name = "status"
  static let abstract = "Print the state of the window."
  static let wordCount = 0...2

  @OptionGroup var style: StyleOptions

  func words(_ parent: Segclock) throws -> [String] {
    let words = style.words
    _ = try StatusStyle(words: words)
    return words
  }

  static func effect(of words: [String], on context: ControlContext) throws -> ControlEffect {
    .text(try StatusStyle(words: words).text(for: context.report))
  }
}

/// `segclock ctl follow`.
struct FollowVerb: ControlVerb {
  static let name = "follow"
  static let abstract = "Print the state now and after every change, one line each."
  static let discussion = """
    By default, the lines are JSON, and time alone gives no line. With --every it does: at most one in that duration, and \
    from one second on, at each full second.
    """
  static let wordCount = 0...3

  @OptionGroup var style: StyleOptions

  @Option(
    help: ArgumentHelp("The minimum time between two lines, as in 1s.", valueName: "duration"))
  var every: String?

  @Flag(help: "Wait for the window if it is not open yet.") var wait = false

  var waitsForWindow: Bool { wait }

  func words(_ parent: Segclock) throws -> [String] {
    let words = [every ?? ""] + (style.words.isEmpty ? ["json"] : style.words)
    _ = try FollowVerb.parse(words)
    return words
  }

  func converse(_ call: ControlCall, _ words: [String]) throws {
    try call.follow([FollowVerb.name] + words)
  }

  static func effect(of words: [String], on context: ControlContext) throws -> ControlEffect {
    let (style, every) = try parse(words)
    return .follow(style, every: every)
  }

  private static func parse(_ words: [String]) throws -> (StatusStyle, Int64) {
    let style = try StatusStyle(words: Array(words.dropFirst()))
    guard let text = words.first, !text.isEmpty else { return (style, 0) }
    let every = try Parsers.duration.parse(text)
    guard every >= FollowVerb.shortest else {
      throw ArgumentProblem(description: "--every: write 0.02s or more")
    }
    return (style, every.nanosecondsClamped)
  }

  private static let shortest = Duration.milliseconds(20)
}

/// The options that say how the status is written.
struct StyleOptions: ParsableArguments {
  @Flag(help: "As JSON, in one line.") var json = false

  @Option(
    help: ArgumentHelp(
      "As a text with fields, as in \"{{elapsed}} {{lap}}\": \(StatusTemplate.allowed).",
      valueName: "text"))
  var format: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("As a status bar reads it: waybar, polybar or i3blocks.", valueName: "bar"),
    completion: .list(StatusStyle.Bar.allCases.map(\.rawValue)))
  var bar: String?

  func validate() throws {
    guard (json ? 1 : 0) + (format == nil ? 0 : 1) + (bar == nil ? 0 : 1) <= 1 else {
      throw ValidationError("--json, --format and --for: give one of them.")
    }
  }

  /// The words of the request.
  var words: [String] {
    if json { return ["json"] }
    if let format { return ["format", format] }
    return bar.map { ["for", $0] } ?? []
  }
}

extension StatusStyle {
  /// Parses the words of a request.
  init(words: [String]) throws {
    switch (words.first, words.count) {
    case (nil, 0): self = .words
    case ("json", 1): self = .json
    case ("for", 2): self = .bar(try Parsers.name("a bar").parse(words[1]))
    case ("format", 2):
      do throws(TextError) {
        self = .template(try StatusTemplate(parsing: words[1]))
      } catch {
        throw ArgumentProblem(description: error.description)
      }
    default:
      throw ArgumentProblem(
        description: "a status takes json, format TEXT, for BAR or nothing")
    }
  }
}
