package import Keys
import Timekeeping
package import Wording

/// What is typed in the window: a line of text with a caret, or a time.
package struct Entry: Equatable, Sendable {
  package enum Field: Hashable, Sendable {
    /// nil means the newest lap when the entry begins.
    case lapName(Int?)
    case ringName(RingID)
    case ringValue(RingID)
    case plan
    case time
    case zone
  }

  package let field: Field
  package private(set) var text: String
  /// An offset in characters, 0 to the count of `text`. Always at the end of a time.
  package internal(set) var caret: Int {
    didSet { (caret, isSelected) = (max(0, min(caret, text.count)), false) }
  }
  /// Whether the whole text is selected, so that typing replaces it.
  private var isSelected: Bool
  /// What is wrong with the text that was confirmed, until it is changed.
  package internal(set) var problem: Phrase?
  fileprivate var names: [String] = []

  /// More than any plan needs.
  private static let maxPlanBytes = 1 << 15

  package init(field: Field, text: String) {
    (self.field, self.text, caret) = (field, text, text.count)
    isSelected = !text.isEmpty
  }

  /// Whether every key is text. Otherwise digits come as `Command.digit`.
  package var isText: Bool { field != .time }

  fileprivate var isLapName: Bool { if case .lapName = field { true } else { false } }

  /// What is typed at the foot of the window; nil if it is typed elsewhere.
  private func name(in rings: RingSet) -> Phrase? {
    switch field {
    // TRANSLATORS: Before what is typed in the window, with a colon; short.
    case .lapName(let lap): lap.map { mark("Name of lap {0}", $0) }
    case .ringName(let id): rings.position(of: id).map { mark("Name of ring {0}", $0) }
    case .ringValue(let id): rings.position(of: id).map { mark("Value of ring {0}", $0) }
    case .plan: mark("Plan")
    case .time: nil
    case .zone: mark("Time zone")
    }
  }

  func footnote(in rings: RingSet) -> Footnote? {
    if let time = typedTime {
      // TRANSLATORS: What may be typed is the same in all languages.
      let usage = mark("Type a time, as in 20m, 1h30 or 1230")
      let words = text.isEmpty ? usage : time.words
      return Footnote(text: words.text, isTyped: true, problem: problem?.text)
    }
    return name(in: rings).map { name in
      Footnote(
        // TRANSLATORS: The name of what is typed, and what is typed follows.
        name: name.text, label: tr("{0}: ", name), text: text, selection: selection, hint: hint,
        problem: problem?.text)
    }
  }

  /// The characters that are replaced; empty at the caret.
  package var selection: Range<Int> { isSelected ? 0..<text.count : caret..<caret }

  fileprivate var completion: (name: String, rest: Substring)? {
    ZoneName.completion(of: text, among: names)
  }

  /// How the text goes on, and the whole name if it begins otherwise.
  private var hint: String {
    guard caret == text.count, let (name, rest) = completion else { return "" }
    return rest + (name.count == text.count + rest.count ? "" : "  \(name)")
  }

  var typedTime: TypedTime? { field == .time ? TypedTime(text) : nil }

  /// Nil unless it is a whole plan.
  var typedPlan: Plan? { field == .plan ? try? Plan(parsing: text) : nil }

  private func accepts(_ text: String) -> Bool {
    switch field {
    case .lapName, .ringName, .ringValue, .zone: text.isName
    case .plan: text.utf8.count <= Entry.maxPlanBytes
    case .time: TypedTime(text) != nil
    }
  }

  /// The edit of `key`; nil if it has its usual meaning, or none while text is typed.
  func edit(for key: Key, modifiers: Modifiers) -> EntryEdit? {
    if isText, key == .character("a"), modifiers == .control { return .selectAll }
    if isText, key == .character("u"), modifiers == .control { return .clear }
    guard modifiers.isSubset(of: .shift) else { return nil }
    switch key {
    case .return: return .confirm
    case .escape: return .cancel
    case .backspace: return .erase
    case .up where isLapName: return .next(1)
    case .down where isLapName: return .next(-1)
    case .delete where isText: return .delete
    case .left where isText, .right where isText, .home where isText, .end where isText:
      return .move(key)
    case .tab where isText: return .move(.end)
    case .space where isText: return .type(" ")
    case .character(let scalar)
    where field == .time && TypedTime.units.contains(where: { $0.mark == Character(scalar) }):
      return .type(scalar)
    case .character(let scalar) where isText:
      // A `Key` has its letter in lower case even with Shift.
      let typed =
        modifiers.contains(.shift)
        ? scalar.properties.uppercaseMapping.unicodeScalars.first : scalar
      return typed.map { .type($0) }
    default: return nil
    }
  }

  /// Inserts `scalar` at the caret, if the field accepts the result.
  mutating func type(_ scalar: Unicode.Scalar) {
    // It may become part of the character before it.
    var head = String(text.prefix(selection.lowerBound))
    head.unicodeScalars.append(scalar)
    let new = head + text.dropFirst(selection.upperBound)
    guard accepts(new) else { return }
    (text, caret, problem) = (new, head.count, nil)
  }

  /// Removes the selection, or the character before the caret or after it.
  mutating func erase(before: Bool) {
    guard !isSelected else { return clear() }
    let offset = before ? caret - 1 : caret
    guard offset >= 0, offset < text.count else { return }
    text = String(text.prefix(offset)) + text.dropFirst(offset + 1)
    (caret, problem) = (offset, nil)
  }

  mutating func clear() { (text, caret, problem) = ("", 0, nil) }

  mutating func selectAll() { (caret, isSelected) = (text.count, !text.isEmpty) }

  /// At its end, a text is completed. Of a selection, the caret goes to an end.
  mutating func move(_ key: Key) {
    guard isText else { return }
    if isSelected {
      caret = [.left, .home].contains(key) ? 0 : text.count
      return
    }
    if caret == text.count, [.right, .end].contains(key), let name = completion?.name {
      (text, caret, problem) = (name, name.count, nil)
    }
    switch key {
    case .left: caret -= 1
    case .right: caret += 1
    case .home: caret = 0
    default: caret = text.count
    }
  }
}

package enum EntryEdit: Hashable, Sendable {
  case begin(Entry.Field)
  case type(Unicode.Scalar)
  /// Deletes the character before the caret. A time ends with its last digit.
  case erase
  case delete
  case clear
  case selectAll
  /// By Left, Right, Home or End.
  case move(Key)
  case offer([String])
  case confirm
  /// Confirms the name of a lap, and begins that of a later or an earlier one.
  case next(Int)
  case refuse(Phrase)
  case cancel
}

extension ModelAt {
  func canBegin(_ field: Entry.Field) -> Bool {
    switch base.resolved(field) {
    case .ringName(let id), .ringValue(let id): base.shownRings[id] != nil
    case .lapName(let lap): base.mode.definition.allows(.nameLap(lap, ""), self) ?? false
    case .plan: base.mode == .plan
    case .time: !base.timer.isRunning
    case .zone: true
    }
  }
}

extension Model {
  var isTimeTyped: Bool { entry?.field == .time }

  /// The name of the newest lap is that of the selected ring, if there is one.
  fileprivate func resolved(_ field: Entry.Field) -> Entry.Field {
    field == .lapName(nil) ? rings.chosen.map { .ringName($0) } ?? field : field
  }

  @discardableResult
  mutating func edit(_ edit: EntryEdit, at now: Instant) -> Effect? {
    switch edit {
    case .begin(let field):
      guard asOf(now).canBegin(field) else { break }
      if entry?.isLapName == true {
        guard entry?.field != field else { break }
        _ = confirmEntry(at: now)
      }
      switch resolved(field) {
      case .ringName(let id):
        entry = Entry(field: .ringName(id), text: shownRings[id]?.label.text ?? "")
      case .ringValue(let id):
        guard let ring = shownRings[id] else { break }
        let value: Double? =
          if case .fixed(let turns) = asOf(now).value(of: ring) { turns } else { nil }
        entry = Entry(
          field: .ringValue(id), text: value.map(RingModel.percent) ?? ring.source.word)
      case .lapName(let lap):
        let lap = lap ?? stopwatch.laps.count
        entry = Entry(field: .lapName(lap), text: stopwatch.laps.namesByNumber[lap] ?? "")
        return .showRow(stopwatch.laps.count - lap + 1)
      case .plan: entry = Entry(field: .plan, text: planRun.plan.translated.line)
      case .time:
        entry = Entry(field: .time, text: "")
        mode = .timer
      case .zone:
        entry = Entry(field: .zone, text: "")
        mode = .clock
        return .listZones
      }
    case .type(let scalar): entry?.type(scalar)
    case .erase: entry?.erase(before: true)
    case .delete: entry?.erase(before: false)
    case .clear: entry?.clear()
    case .selectAll: entry?.selectAll()
    case .move(let key): entry?.move(key)
    case .offer(let names): entry?.names = names
    case .confirm: return confirmEntry(at: now)
    case .next(let step):
      guard case .lapName(let lap?)? = entry?.field else { break }
      return self.edit(.begin(.lapName(lap + step)), at: now)
    case .refuse(let problem): entry?.problem = problem
    case .cancel: entry = nil
    }
    if isTimeTyped, edit != .begin(.time), entry?.text.isEmpty == true { entry = nil }
    return nil
  }

  private mutating func confirmEntry(at now: Instant) -> Effect? {
    guard let typed = entry else { return nil }
    switch typed.field {
    case .lapName(let lap):
      entry = nil
      _ = StopwatchMode().apply(.nameLap(lap, typed.text), to: &self, at: now)
    case .ringName(let id):
      guard shownRings.canName(id, typed.text) else {
        entry?.problem =
          typed.text.isEmpty ? mark("Type a name") : mark("Another ring has this name")
        break
      }
      entry = nil
      if typed.text == shownRings[id]?.label.text { break }
      changeRings(at: now) { $0.edit(id) { $0.name = typed.text } }
    case .ringValue where typed.text.allSatisfy(\.isWhitespace): entry = nil
    case .ringValue(let id): return .setRing(id, typed.text)
    case .plan:
      do throws(TextError) {
        let plan = try Plan(parsing: typed.text)
        entry = nil
        // The same plan goes on.
        if plan != planRun.plan.translated { set(plan, at: now) }
      } catch {
        entry?.problem = error.brief
        if let offset = error.offset { entry?.caret = offset }
      }
    case .time:
      guard let time = typed.typedTime, time.length > .zero else {
        entry?.problem = mark("Type a time above zero")
        break
      }
      set(Countdown(length: time.length))
      if time.isShort { notice = Notice(phrase: mark("Timer: {0}", time.words), since: now) }
    case .zone where typed.text.isEmpty: entry = nil
    case .zone:
      return .findZone(typed.completion?.name ?? typed.text.replacing(" ", with: "_"))
    }
    return nil
  }
}
