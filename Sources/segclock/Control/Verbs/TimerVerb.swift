import ArgumentParser
import Session
import Settings
import Timekeeping

/// `segclock ctl timer`.
struct TimerVerb: ControlVerb {
  static let name = "timer"
  static let abstract =
    "Set the timer and show it, or make it longer or shorter in whatever mode is shown."
  static let discussion = """
    A timer that is set stands until `segclock ctl start`, but for one until a time of day, which runs at once. The one \
    before can be had back by `segclock ctl undo`.
    """

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "A length, as in 25m; a change, as in +1m or -30s; or until a time of day, as in until 17:30.",
      valueName: "length"))
  var words: [String]

  func words(_ parent: Segclock) throws -> [String] {
    let text = words.withoutTerminator.joined(separator: " ")
    _ = try Setting(text)
    return [text]
  }

  private enum Setting {
    case change(Duration)
    case timer(TimerSetting)

    init(_ text: String) throws {
      guard let sign = text.first, sign == "+" || sign == "-" else {
        self = .timer(try Parsers.timer.parse(text))
        return
      }
      let length = try Parsers.duration.parse(String(text.dropFirst()))
      self = .change(sign == "-" ? .zero - length : length)
    }
  }

  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect {
    try checkCount(words, 1...1)
    switch try Setting(words[0]) {
    case .timer(let setting): return .commands([.setTimer(desk.time.countdown(setting))])
    case .change(let change):
      guard desk.model.allows(.adjustTimer(change)) else {
        return .refused("the timer cannot be changed by that much")
      }
      return .commands([.adjustTimer(change)])
    }
  }
}
