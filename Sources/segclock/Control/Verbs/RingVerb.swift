import ArgumentParser
import Control
import Session
import Settings

/// `segclock ctl ring`.
struct RingVerb: ControlVerb {
  static let name = "ring"
  static let abstract = "Set a ring, or have it follow the values that come by standard input."
  static let discussion = """
    A ring goes by its name, or by its number, the outermost 1. With --follow each line of standard input that is a value \
    is shown, by itself or as the first or the last word of the line that is one with a per cent sign or a stroke; other \
    lines are counted and passed over. When the input is over, the window says so.
    """

  @Argument(help: "The ring's name.", completion: NameCompletion.rings.ofWindow)
  var ring: String

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "A value, as in 50%, 50 or 3/7; a change, as in +10% or -5; or \(RingText.sources).",
      valueName: "value"))
  var value: [String] = []

  @Option(
    help: ArgumentHelp(
      "What a number without a sign is out of: by default 100, so that it is per cent.",
      valueName: "number"),
    transform: RingText.whole)
  var of = 100.0

  @Flag(help: "Take a value a line from standard input, until that is over.") var follow = false

  mutating func validate() throws {
    value = value.withoutTerminator
    guard follow == value.isEmpty, value.count <= 1 else {
      throw ValidationError("ring takes one value, or --follow.")
    }
  }

  func words(_ parent: Segclock) throws -> [String] {
    guard let text = value.first else { return [ring] }
    // The socket takes numbers as fractions: what they are out of is known here alone.
    let word = Double(text) == nil ? text : "\(text)/\(of)"
    guard (try? RingChange(word)) != nil else {
      // About the text that was typed, if that is wrong by itself.
      _ = try RingChange(text)
      throw RingText.valueProblem
    }
    return [ring, word]
  }

  func converse(_ call: ControlCall, _ words: [String]) throws {
    guard follow else { return try call.ask([RingVerb.name] + words) }
    try RingFeed(ring, of: of).run(call)
  }

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 1...2)
    let index = try desk.ring(words[0])
    guard words.count > 1 else { return .feed(words[0]) }
    let source = desk.model.rings[index].source
    return .commands([.setRing(index, try RingChange(words[1]).applied(to: source))])
  }
}

/// What becomes of a ring.
enum RingChange {
  case to(RingSource)
  case by(Double)

  init(_ text: String) throws {
    let sign = text.first.flatMap { $0 == "+" ? 1.0 : $0 == "-" ? -1.0 : nil }
    let source = try RingText.source(sign == nil ? text : String(text.dropFirst()))
    if let sign {
      guard case .manual(let value) = source else { throw RingText.valueProblem }
      self = .by(sign * value)
    } else {
      self = .to(source)
    }
  }

  /// What it makes of a ring with this source: a ring that follows something is set by hand from there on.
  func applied(to source: RingSource) -> RingSource {
    switch self {
    case .to(let new): return new
    case .by(let change):
      switch source {
      case .manual(let value), .fed(let value, _): return .manual(value + change)
      default: return .manual(change)
      }
    }
  }
}
