import Geometry
package import Keys
import Scene
package import Session

/// How texts and tables become rings.
package enum RingText {
  /// The maximum length of a name, in characters.
  static let maxNameLength = 32
  private static let percent = "\(Int(RingModel.maximum * 100))%"
  /// The names of what a ring can follow.
  package static let sources = ArgumentText.alternatives(RingSource.named.map(\.key))
  private static let values = "a value up to \(percent), as in 50%, 50 or 3/7, or \(sources)"

  /// Whether a ring can have this name. A character may be of any number of bytes.
  static func isName(_ text: String) -> Bool {
    (1...maxNameLength).contains(text.count) && text.utf8.count <= RingModel.maxNameBytes
  }

  /// A ring as `NAME=VALUE`.
  package static func ring(_ text: String) throws -> RingModel {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, isName(String(parts[0])), let source = source(parts[1]) else {
      throw ArgumentProblem(
        text, isNot: "a ring",
        write: "NAME=VALUE, with a name of up to \(maxNameLength) characters and \(values)")
    }
    return RingModel(name: String(parts[0]), source: source)
  }

  static func rings(_ texts: [String]) throws -> [RingSetting] {
    if let problem = problem(count: texts.count) { throw problem }
    return try texts.map { RingSetting(try ring($0)) }
  }

  package static func problem(count: Int) -> ArgumentProblem? {
    guard count > RingModel.maximumCount else { return nil }
    return ArgumentProblem(
      description: "\(count) rings are too many; write up to \(RingModel.maximumCount)")
  }

  /// The value of a ring; a bare number is out of `whole`.
  package static func source(_ text: String, of whole: Double = 100) throws -> RingSource {
    guard let source = source(text[...], of: whole) else {
      throw ArgumentProblem(text, isNot: "a value", write: values)
    }
    return source
  }

  /// The error of a change by something that is not a number.
  package static let valueProblem = ArgumentProblem(description: "a ring takes \(values)")

  /// What a bare number is out of.
  package static func whole(_ text: String) throws -> Double {
    guard let whole = ArgumentText.number(text[...]), whole > 0 else {
      throw ArgumentProblem(text, write: "a number above 0, as in --of 1 for values like 0.42")
    }
    return whole
  }

  private static func source(_ text: Substring, of whole: Double = 100) -> RingSource? {
    if let named = RingSource.named.first(where: { $0.key == text }) { return named.value }
    let value: Double?
    if text.last == "%" {
      value = ArgumentText.number(text.dropLast()).map { $0 / 100 }
    } else if let slash = text.firstIndex(of: "/") {
      let over = ArgumentText.number(text[text.index(after: slash)...])
      value = ArgumentText.number(text[..<slash]).flatMap { top in
        over.flatMap { $0 > 0 ? top / $0 : nil }
      }
    } else {
      value = ArgumentText.number(text).map { $0 / whole }
    }
    guard let value, (0...RingModel.maximum).contains(value) else { return nil }
    return .manual(value)
  }
}

extension TableReader {
  /// The rings of `[[ring]]`.
  mutating func rings(_ items: [Document.Item]) -> [RingSetting] {
    if let problem = RingText.problem(count: items.count) {
      note(problem.description, at: items[RingModel.maximumCount].place, "ring")
    }
    var names: Set<String> = []
    return items.prefix(RingModel.maximumCount).compactMap { item in
      guard var inner = inner(item, "ring") else { return nil }
      let ring = inner.ring()
      if let ring, !names.insert(ring.ring.name).inserted {
        inner.note(
          "another ring has this name; write another one", at: inner.table["name"]?.place, "name")
      }
      take(inner)
      return ring
    }
  }

  private mutating func ring() -> RingSetting? {
    let name = value("name") { text in
      guard RingText.isName(text) else {
        throw ArgumentProblem(
          text, isNot: "a name", write: "1 to \(RingText.maxNameLength) characters")
      }
      return text
    }
    if table["name"] == nil { note("the name is missing; write name = \"Goal\"") }
    let value = value("value") { text in
      let source = try RingText.source(text)
      guard case .manual = source else {
        throw ArgumentProblem(text, isNot: "a value", write: "source = \"\(text)\"")
      }
      return source
    }
    let source = self.value("source") { text in
      guard let named = RingSource.named.first(where: { $0.key == text }) else {
        throw ArgumentProblem(text, isNot: "a source", write: RingText.sources)
      }
      return named.value
    }
    if let item = table["source"], table["value"] != nil {
      note("a ring has a value or a source; write one of them", at: item.place, "source")
    }
    let colors = item("color").flatMap { paint($0) }
    let target = self.value("target") { try TextParser.lap.parse($0) }
    if let item = table["target"], source != .lap {
      note("a target needs source = \"lap\"; remove it", at: item.place, "target")
    }
    refuseOthers("write name, value, source, color or target")
    return name.map {
      RingSetting(
        RingModel(name: $0, source: source ?? value ?? .manual(0)), colors: colors, target: target)
    }
  }

  /// The colours of a ring: a name that stands for two, one colour, or those of the start and of the tip.
  private mutating func paint(_ item: Document.Item) -> RingPaint? {
    if case .list(let items) = item.value {
      let colors = items.prefix(2).compactMap { value(of: $0, "color", ColorText.opaque) }
      guard items.count == 2 else {
        note(
          "a list of \(items.count) colours; write one colour, or two: of the start and of the tip",
          at: item.place, "color")
        return nil
      }
      return colors.count == 2 ? RingPaint(start: colors[0], end: colors[1]) : nil
    }
    if case .text(let text) = item.value,
      let pair = ColorText.namedPairs.first(where: { $0.key == text })?.value
    {
      return RingPaint(start: Color(hex: pair.start), end: Color(hex: pair.end))
    }
    return value(of: item, "color", ColorText.opaque).map {
      RingPaint(start: $0, end: $0.mixed(with: .white, by: 0.3))
    }
  }
}

/// How texts and tables become keys.
package enum KeyText {
  private static let globalNames = """
    a key with Ctrl, Alt or Super, F1 to F35, Pause, Print, Scroll Lock or a media key, as in Ctrl+Alt+L or XF86AudioPlay
    """

  /// A key of the window.
  static func chord(_ text: String) throws -> Chord {
    guard let chord = Chord(text) else {
      throw ArgumentProblem(
        text, isNot: "a key",
        write: """
          a character, F1 to F35, a name like Space, Return, Page Up, Left or Menu, or X's name of a media key, as in \
          Ctrl+Shift+L
          """)
    }
    guard chord.modifiers.isSubset(of: [.control, .shift]) else {
      throw ArgumentProblem(
        description: "Alt and Super are the desktop's; write a key with Ctrl, Shift or neither")
    }
    return chord
  }

  /// A key that works in all windows.
  static func globalChord(_ text: String) throws -> Chord {
    guard let chord = Chord(text) else {
      throw ArgumentProblem(text, isNot: "a key", write: globalNames)
    }
    guard chord.isGlobal else {
      throw ArgumentProblem(
        description: "\(chord) would be taken from all programs; write \(globalNames)")
    }
    return chord
  }

  /// A global key as `ACTION=KEY`.
  private static func globalKey(_ text: String) throws -> GlobalKey {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let action = Action(named: String(parts[0])) else {
      throw ArgumentProblem(
        text, isNot: "a global key",
        write:
          "ACTION=KEY, as in lap=Ctrl+Alt+L, with start-stop, lap, reset, show or an action of [keys]"
      )
    }
    return GlobalKey(action, try globalChord(String(parts[1])))
  }

  /// Global keys, or `none` alone.
  static func globalKeys(_ texts: [String]) throws -> [GlobalKey] {
    if texts == ["none"] { return [] }
    let keys = try texts.map(globalKey)
    if let problem = problem(keys) { throw problem }
    return keys
  }

  /// What is wrong with these keys together.
  static func problem(_ keys: [GlobalKey]) -> ArgumentProblem? {
    if keys.count > GlobalKey.mostKeys {
      return ArgumentProblem(
        description: "\(keys.count) global keys are too many; write up to \(GlobalKey.mostKeys)")
    }
    return GlobalKey.conflict(in: keys).map {
      ArgumentProblem(description: "\($0) is given twice; write another key")
    }
  }
}

extension TableReader {
  /// The keys that `[keys]` gives to actions, by their names.
  mutating func keys() -> [String: [Chord]] {
    var chosen: [String: [Chord]] = [:]
    for action in Action.all {
      guard let item = item(action.name) else { continue }
      chosen[action.name] = item.elements.compactMap { value(of: $0, action.name, KeyText.chord) }
    }
    refuseOthers("segclock config default lists the actions")
    noteConflicts(KeyRow.chords(of: KeyRow.standard(with: chosen)), chosen)
    return chosen
  }

  /// The keys of `[keys.global]`; nil where there are none.
  mutating func globalKeys() -> [GlobalKey]? {
    guard var global = inner("global") else { return nil }
    var keys: [GlobalKey] = []
    for name in Action.names {
      guard let item = global.item(name), let action = Action(named: name) else { continue }
      for element in item.elements {
        guard let chord = global.value(of: element, name, KeyText.globalChord) else { continue }
        keys.append(GlobalKey(action, chord))
        if let problem = KeyText.problem(keys), keys.count <= GlobalKey.mostKeys {
          global.note(problem.description, at: element.place, name)
          keys.removeLast()
        }
      }
    }
    if let problem = KeyText.problem(keys) { global.note(problem.description) }
    global.refuseOthers("segclock config default lists the actions")
    take(global)
    return keys.isEmpty ? nil : keys
  }

  /// Notes every key that has two actions.
  private mutating func noteConflicts(_ chords: [String: [Chord]], _ chosen: [String: [Chord]]) {
    var owners: [Chord: String] = [:]
    for action in Action.all {
      for chord in chords[action.name, default: []] {
        guard let owner = owners[chord] else {
          owners[chord] = action.name
          continue
        }
        // The place is where the file has it; the other action may have its standard key.
        let key = chosen[action.name] != nil ? action.name : owner
        let other = key == owner ? action.name : owner
        let problem =
          owner == action.name
          ? "\(chord) is given twice; write it once"
          : "\(chord) is the key of \(other); give that another key, or none: []"
        note(problem, at: table[key]?.place, key)
      }
    }
  }
}

extension Document.Item {
  /// The elements of a list, or the item itself.
  fileprivate var elements: [Document.Item] {
    if case .list(let items) = value { items } else { [self] }
  }
}
