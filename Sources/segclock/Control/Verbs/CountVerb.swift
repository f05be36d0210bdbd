import ArgumentParser
import Session
import Settings
import Timekeeping

/// `segclock ctl count`.
struct CountVerb: ControlVerb {
  static let name = "count"
  static let abstract = "Count on the counter, in whatever mode is shown."

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "What to add, with its sign, as in +1 or -5; or what to show, as in 905 or =-5.",
      valueName: "number"))
  var number: [String]

  func words(_ parent: Segclock) throws -> [String] {
    let text = number.withoutTerminator.joined(separator: " ")
    _ = try CountVerb.change(text)
    return [text]
  }

  private static func change(_ text: String) throws -> CounterChange {
    guard text.first == "+" || text.first == "-" else {
      return .to(try Parsers.count.parse(text.first == "=" ? String(text.dropFirst()) : text))
    }
    return .by(try Parsers.count.parse(text))
  }

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 1...1)
    let command = Command.within(.counter, .count(try change(words[0])))
    guard desk.model.allows(command) else {
      let limit = desk.model.counter.limit
      throw ArgumentProblem(
        description:
          "the counter has \(desk.model.counter.digits) digits: it shows from -\(limit) to \(limit)"
      )
    }
    return .commands([command])
  }
}
