import ArgumentParser
import Session
import Settings
import Timekeeping

/// `segclock ctl status`.
struct StatusVerb: ControlVerb {
  static let name = "status"
  static let abstract = "Tell what the window counts."

  @OptionGroup var style: StyleOptions

  func words(_ parent: Segclock) throws -> [String] {
    let words = style.words
    _ = try StatusStyle(words: words)
    return words
  }

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    .text(try StatusStyle(words: words).text(for: desk.report))
  }
}

/// `segclock ctl follow`.
struct FollowVerb: ControlVerb {
  static let name = "follow"
  static let abstract = "Tell it again at every change, a line each, until nobody reads any more."
  static let discussion = """
    By itself it tells what somebody, or the end of a step, has changed, as JSON. With --every it tells how time goes on, \
    too: at most one line in as much, at the full second where that is a second or more.
    """

  @OptionGroup var style: StyleOptions

  @Option(help: ArgumentHelp("The least time between two lines, as in 1s.", valueName: "duration"))
  var every: String?

  func words(_ parent: Segclock) throws -> [String] {
    let words = [every ?? ""] + (style.words.isEmpty ? ["json"] : style.words)
    _ = try FollowVerb.parse(words)
    return words
  }

  func converse(_ call: ControlCall, _ words: [String]) throws {
    try call.follow([FollowVerb.name] + words)
  }

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    let (style, every) = try parse(words)
    return .follow(style, every: every)
  }

  private static func parse(_ words: [String]) throws -> (StatusStyle, Int64) {
    let style = try StatusStyle(words: Array(words.dropFirst()))
    guard let text = words.first, !text.isEmpty else { return (style, 0) }
    let every = try Parsers.duration.parse(text)
    guard every >= FollowVerb.shortest else {
      throw ArgumentProblem(description: "a line comes no more often than every 0.02s")
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
      throw ValidationError("--json, --format and --for: allowed is one of them.")
    }
  }

  /// As they go over the socket.
  var words: [String] {
    if json { return ["json"] }
    if let format { return ["format", format] }
    return bar.map { ["for", $0] } ?? []
  }
}

extension StatusStyle {
  /// The style that goes over the socket like this.
  init(words: [String]) throws {
    switch (words.first, words.count) {
    case (nil, 0): self = .words
    case ("json", 1): self = .json
    case ("for", 2): self = .bar(try Parsers.name("a bar").parse(words[1]))
    case ("format", 2):
      do throws(StatusTemplateError) {
        self = .template(try StatusTemplate(parsing: words[1]))
      } catch {
        throw ArgumentProblem(description: error.description)
      }
    default:
      throw ArgumentProblem(
        description: "a status is json, format TEXT, for BAR, or nothing, for words")
    }
  }
}
