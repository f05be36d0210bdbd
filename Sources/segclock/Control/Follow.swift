import ArgumentParser
import Control
import Platform
import Session
import Settings
import Timekeeping

/// The clients that are notified of changes.
struct Followers {
  private struct Follower {
    let client: ControlConnection
    let style: StatusStyle
    /// The minimum time between two lines; zero: not for time alone.
    let every: Duration
    /// The last line, and when it was sent.
    var line: String?
    var time = MonotonicTime.distantPast
    /// When the line may change next; nil if only another event can change it.
    var due: MonotonicTime?
  }

  private var all: [Follower] = []
  private var key: [AnyHashable] = []
  /// Whether something has happened since the last notification.
  var needUpdate = false

  mutating func add(_ client: ControlConnection, _ style: StatusStyle, every: Duration) {
    all.append(Follower(client: client, style: style, every: every, due: .distantPast))
  }

  var deadline: MonotonicTime? { all.lazy.compactMap(\.due).min() }

  /// Sends a line to each client whose line has changed.
  mutating func notify(_ report: () -> StatusReport) {
    all.removeAll { !$0.client.isOpen }
    let now = MonotonicTime.now
    guard needUpdate || deadline.map({ $0 <= now }) ?? false, !all.isEmpty else { return }
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
        all[index].client.reply(.text(line))
      }
      let next = Followers.nextLook(every: all[index].every, report)
      all[index].due = next.map { now + ($0 - report.instant) }
    }
  }

  private static func nextLook(every: Duration, _ report: StatusReport) -> Instant? {
    // Changes that time alone brings, such as the end of a step.
    let turn = report.nextTurn
    guard every > .zero, report.changesWithTime else { return turn }
    var next = report.instant + every
    // From a second on, lines come at full seconds of the shown time; the first one earlier, so that none is skipped.
    let seconds = every.components.seconds + (every.components.attoseconds > 0 ? 1 : 0)
    if every >= .seconds(1),
      let flip = report.nextSecond(after: report.instant + .seconds(seconds - 1))
    {
      next = flip
    }
    return min(next, turn ?? next)
  }
}

/// `segclock ctl status`.
struct StatusVerb: ControlVerb {
  @OptionGroup var style: StyleOptions

  func words(_ parent: Segclock) -> [String] { style.words }

  static var row: VerbRow {
    VerbRow(name: "status", abstract: "Print the state of the window.", count: 0...5) { words in
      let style = try StatusStyle(words: words)
      return { call in
        let text = style.text(for: call.app.report(of: call.model))
        return call.list(text.split(separator: "\n", omittingEmptySubsequences: false))
      }
    }
  }
}

/// `segclock ctl follow`.
struct FollowVerb: ControlVerb {
  @OptionGroup var style: StyleOptions

  @Option(
    help: ArgumentHelp("The minimum time between two lines, as in 1s.", valueName: "duration"))
  var every: String?

  @Flag(help: "Wait for the window if it is not open yet.") var wait = false

  func words(_ parent: Segclock) -> [String] {
    [every ?? ""] + (style.words.isEmpty ? ["json"] : style.words)
  }

  func converse(with name: String, _ request: [String]) throws {
    guard wait else { return try ControlClient(name).ask(request, isEndless: true) }
    try ControlClient.awaited(name)?.ask(request, isEndless: true)
  }

  static var row: VerbRow {
    VerbRow(
      name: "follow", abstract: "Print the state now and after every change, one line each.",
      discussion: """
        By default, the lines are JSON, and time alone gives no line. With --every it does: at most one in that \
        duration, and from one second on, at each full second.
        """,
      count: 0...6
    ) { words in
      let style = try StatusStyle(words: Array(words.dropFirst()))
      let text = words.first ?? ""
      let every = text.isEmpty ? .zero : try Parsers.duration.parse(text)
      guard text.isEmpty || every >= .milliseconds(20) else {
        throw ArgumentProblem(description: "--every: write 0.02s or more")
      }
      return { call in
        call.app.control.followers.add(call.client, style, every: every)
        return nil
      }
    }
  }
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

  /// The words of the request.
  var words: [String] {
    (json ? ["json"] : []) + (format.map { ["format", $0] } ?? [])
      + (bar.map { ["for", $0] } ?? [])
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
      throw ArgumentProblem(description: "--json, --format and --for: give one of them")
    }
  }
}
