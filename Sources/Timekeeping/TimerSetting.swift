public import Wording

public enum TimerSetting: Hashable, Sendable {
  case length(Duration)
  case until(TimeOfDay)

  public init(parsing text: String) throws(TextError) {
    let word = "until"
    if text == word || text.hasPrefix(word + " ") {
      let time = text.dropFirst(word.count).drop { $0 == " " }
      self = .until(try TimeOfDay(parsing: String(time)))
      return
    }
    do throws(TextError) {
      self = .length(try Duration(parsing: text))
    } catch {
      throw TextError("\(error.description), or \"until 17:30\"")
    }
  }
}
