import Geometry
import Scene
package import Session
package import Timekeeping
package import Wording

package enum RingText {
  private static let percent = "\(Int(RingModel.maximum * 100))%"
  package static let sources = RingSource.named.map(\.key).alternatives
  private static let values = "a value up to \(percent), as in 50%, 50 or 3/7, or \(sources)"

  private static func isName(_ text: String) -> Bool { !text.isEmpty && text.isName }

  package static let name = TextParser<String>(
    isNot: "a name", write: "1 to \(String.maxNameLength) characters"
  ) { isName($0) ? $0 : nil }

  package static let ring = TextParser<RingModel>(
    isNot: "a ring",
    write: "NAME=VALUE, with a name of up to \(String.maxNameLength) characters and \(values)"
  ) { text in
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, isName(String(parts[0])),
      let source = try? source().parse(String(parts[1]))
    else { return nil }
    return RingModel(name: String(parts[0]), source: source)
  }

  package static func check(_ rings: [RingModel]) throws(TextError) {
    guard rings.count <= RingModel.maximumCount else {
      throw TextError("\(rings.count) rings are too many; write up to \(RingModel.maximumCount)")
    }
    var names: Set<String> = []
    guard let twice = rings.first(where: { !names.insert($0.name).inserted }) else { return }
    throw TextError("two rings are named \(twice.name.quoted); rename one")
  }

  /// Parses a ring's value; a bare number is out of `whole`.
  package static func source(of whole: Double = 100) -> TextParser<RingSource> {
    TextParser(isNot: "a value", write: values) { text in
      if let named = RingSource.named.first(where: { $0.key == text }) { return named.value }
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      let isPercent = text.last == "%"
      // As in `42 %`.
      let percents = text.dropLast().prefix(upTo: text.dropLast().endOfNumber)
      guard let top = Parsers.plainNumber(isPercent ? percents : parts[0]),
        let bottom = parts.count == 2 ? Parsers.plainNumber(parts[1]) : isPercent ? 100 : whole,
        bottom > 0, (0...RingModel.maximum).contains(top / bottom)
      else { return nil }
      return .manual(top / bottom)
    }
  }

  /// A new source, or a relative change of the old one, which makes it manual.
  package static func source(
    of text: String, from old: RingSource, whole: Double = 100
  ) throws(TextError) -> RingSource {
    let words = text.split(whereSeparator: \.isWhitespace).joined()
    let sign = words.first.flatMap { $0 == "+" ? 1.0 : $0 == "-" ? -1.0 : nil }
    let value = sign == nil ? words : String(words.dropFirst())
    let source = try RingText.source(of: whole).parse(value)
    guard let sign else { return source }
    guard case .manual(let change) = source else { throw RingText.valueProblem }
    return switch old {
    case .manual(let value), .fed(let value, _): .manual(value + sign * change)
    default: .manual(sign * change)
    }
  }

  static func text(of turns: Double) -> String {
    let percents = (turns * 100).description
    let text = "\(percents.hasSuffix(".0") ? String(percents.dropLast(2)) : percents)%"
    // Dividing by 100 may have lost the last bit.
    return (try? RingText.source().parse(text)) == .manual(turns) ? text : "\(turns)/1"
  }

  package static let valueProblem = TextError("a ring takes \(values)")

  package static let whole = TextParser<Double>(
    write: "a number above 0, as in --of 1 for values like 0.42"
  ) { text in
    Parsers.plainNumber(text[...]).flatMap { $0 > 0 ? $0 : nil }
  }
}

extension Parsers {
  /// What a day is for: a time, or a number of presses.
  package static let goal = TextParser<DayGoal>(
    isNot: "a goal",
    write: "a time of up to 24 hours, as in 2h or 30m; or a number from 1 to 1000000, as in 8"
  ) { text in
    if let count = Int(text) { return (1...1_000_000).contains(count) ? .count(count) : nil }
    guard let time = try? Duration(parsing: text), time > .zero, time <= .seconds(86_400) else {
      return nil
    }
    return .time(time)
  }

  package static let timeOfDay = TextParser<TimeOfDay> { text in try TimeOfDay(parsing: text) }

  package static let date = TextParser<CivilDate> { text in try CivilDate(parsing: text) }

  /// A ring's colours: a name of a pair, one colour, or two for the start and the tip.
  package static let ringColor = TextParser<RingColor>(opaqueColor.completion) { text in
    if let pair = RingColor.named.first(where: { $0.key == text })?.value { return pair }
    let colors = try text.split(separator: ",", omittingEmptySubsequences: false).map {
      try opaqueColor.parse(String($0))
    }
    guard let start = colors.first, let end = colors.last, colors.count <= 2 else {
      throw TextError(
        text, isNot: "a colour", write: "one colour, or two for the start and the tip")
    }
    let tip = colors.count == 2 ? end : end.mixed(with: .white, by: 0.3)
    return RingColor(start.premultiplied, tip.premultiplied)
  }.or("none")

  static let rings = TextParser<[RingModel]>(readAll: { texts in
    let rings = try texts.map { try RingText.ring.parse($0) }
    try RingText.check(rings)
    return rings
  })
}

extension Document.Item {
  private static let ringFields: [TableField<RingModel>] = [
    .value("name", \.name, RingText.name),
    .value("value", \.source, RingText.source()),
    .value("source", \.source, RingText.source()),
    .value("color", \.color, Parsers.ringColor),
    .value("target", \.target, TextParser { try Parsers.lap.parse($0) }),
    .value("goal", \.goal, TextParser { try Parsers.goal.parse($0) }),
  ]

  func rings(_ faults: inout [SettingFault]) -> [RingModel] {
    var rings: [RingModel] = []
    for item in children {
      var ring = RingModel(name: "", source: .manual(0))
      guard item.read(Document.Item.ringFields, into: &ring, &faults) else { continue }
      if item["name"] == nil {
        item.note("the name is missing; write name = \"Goal\"", in: &faults)
      }
      if let source = item["source"], item["value"] != nil {
        source.note("a ring has a value or a source; write one of them", in: &faults)
      }
      if let target = item["target"], ring.source != .lap {
        target.note("a target needs source = \"lap\"; remove it", in: &faults)
      }
      if let goal = item["goal"], ring.source != .today {
        goal.note("a goal needs source = \"today\"; remove it", in: &faults)
      }
      if ring.name.isEmpty { continue }
      rings.append(ring)
      if item["name"]?.noting(&faults, { try RingText.check(rings) }) == nil { rings.removeLast() }
    }
    return rings
  }
}

extension RingModel {
  /// A table of the configuration. The value of a fed ring is its present one.
  var toml: String {
    let source =
      switch source {
      case .manual(let turns), .fed(let turns, _): ("value", RingText.text(of: turns))
      default: ("source", source.word)
      }
    let fields = [
      ("name", name), source,
      color.map { ("color", $0.word) }, target.map { ("target", $0.unitText) },
      goal.map { ("goal", $0.word) },
    ]
    return "[[ring]]\n"
      + fields.compactMap { $0 }.map { "\($0) = \($1.json)\n" }.joined()
  }
}
