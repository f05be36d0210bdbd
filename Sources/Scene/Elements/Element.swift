package import Geometry
package import Session
package import Timekeeping

/// Something on screen that has a name: a button, a ring, a row, the time.
///
/// One list of elements answers for hit tests, the hand cursor, the keyboard focus, tooltips and
/// `--describe`, as the accessibility tree of a toolkit does. It is made on demand, after an event.
package struct Element: Equatable, Sendable {
  package let id: ID
  package var role: Role
  package var name: String
  package var value = Value.none
  package var states: States = []
  /// In device pixels.
  package var area: Area
  /// How far outside of its area the pointer still hits it.
  var reach = 0.0
  /// nil if the pointer goes through it.
  var action: Action?
  var focusGroup: FocusGroup?

  init(_ id: ID, _ role: Role, _ name: String, in area: Area) {
    (self.id, self.role, self.name, self.area) = (id, role, name, area)
  }

  /// What it is for. It stays the same when the element moves, or changes its name or value.
  package enum ID: Hashable, Sendable {
    case dial, minuteDial, rim, readout
    case display
    case gap
    /// The text of a plan that is typed in the list's place.
    case planText
    /// Counted from the right, as new digits appear at the left.
    case glyph(Int)
    case button(ButtonContent.Role)
    case rings
    case ring(RingID)
    case ringName(RingID)
    case list
    /// Counted from the end of the list, as new rows appear at the top.
    case row(Int)
    case notice
    case month
    case day(CivilDate)
    case help
    /// A line of the help.
    case key(Int)
    case menu
    /// The rows that lead to it, from the top level on.
    case menuItem([Int])

    package var isRing: Bool { if case .ring = self { true } else { false } }
  }

  package enum Role: String, Sendable {
    case button, tab
    case text, time, glyph, image
    /// What is being typed.
    case entry
    /// A value that can be set, and one that cannot.
    case slider, gauge
    case group, list, row
    case notice
    case menu
    case menuItem = "menu-item"
  }

  package struct States: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let disabled = States(rawValue: 1)
    package static let focused = States(rawValue: 2)
    package static let selected = States(rawValue: 4)
    package static let checked = States(rawValue: 8)
    /// Shown only while the pointer or the keyboard focus is in use.
    package static let hidden = States(rawValue: 16)
    /// Covers everything that is behind it.
    package static let modal = States(rawValue: 32)
    /// Checked or not.
    package static let checkable = States(rawValue: 64)

    fileprivate static let names: KeyValuePairs<String, States> = [
      "disabled": .disabled, "focused": .focused, "selected": .selected, "checked": .checked,
    ]
  }

  /// Returns what it shows, now or later.
  package enum Value: Equatable, Sendable {
    case none
    case text(String)
    case time(DisplayValue)
    case date(CalendarWords)
    /// `halves` are those of a day of two times twelve hours.
    case ring(RingValue, halves: CalendarWords?)

    package func text(at sample: ClockSample) -> String {
      switch self {
      case .none: ""
      case .text(let text): text
      case .time(let time): time.text(at: sample)
      case .date(let words): words.dates(sample.wall).first ?? ""
      case .ring(let value, let halves):
        RingLabels().text(of: value, turns: value.turns(at: sample), at: sample.wall, halves)
      }
    }
  }

  package enum Area: Equatable, Sendable {
    case box(Rect)
    /// A disc is as thick as its radius.
    case ring(center: Point, radius: Double, thickness: Double)

    static func disc(center: Point, radius: Double) -> Area {
      .ring(center: center, radius: radius, thickness: radius)
    }

    package var box: Rect {
      switch self {
      case .box(let box): box
      case .ring(let center, let radius, _):
        Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius))
      }
    }

    func contains(_ point: Point, reach: Double) -> Bool {
      switch self {
      case .box(let box): return box.inset(by: -reach).contains(point)
      case .ring(let center, let radius, let thickness):
        let distance = point.distance(to: center)
        return distance <= radius + reach && distance >= radius - thickness - reach
      }
    }

    fileprivate func moved(by drift: Drift) -> Area {
      switch self {
      case .box(let box): .box(box.moved(by: drift))
      case .ring(let center, let radius, let thickness):
        .ring(center: center.moved(by: drift), radius: radius, thickness: thickness)
      }
    }

    fileprivate var numbers: [Double] {
      switch self {
      case .box(let box): [box.minX, box.minY, box.width, box.height]
      case .ring(let center, let radius, let thickness): [center.x, center.y, radius, thickness]
      }
    }
  }

  /// What the pointer does with it.
  enum Action: Equatable {
    case press(ButtonContent)
    /// The wheel scrolls it; a click on the row of a lap names it.
    case list(ListPlacement, lap: Int?)
    case ring(RingTarget)
    case rim(RimTarget)
    /// The wheel counts in this unit.
    case count(unit: Duration)
    case choose(row: Int)
    /// A press does nothing, and does not move the window.
    case swallow
    /// It is typed, and has the cursor of texts.
    case text

    fileprivate func moved(by drift: Drift) -> Action {
      switch self {
      case .ring(var ring):
        ring.center = ring.center.moved(by: drift)
        return .ring(ring)
      case .rim(var rim):
        rim.center = rim.center.moved(by: drift)
        return .rim(rim)
      default: return self
      }
    }
  }

  /// The keyboard focus goes through one group after the other.
  enum FocusGroup: CaseIterable {
    case main, ringButtons, modes, rings
  }

  package var isEnabled: Bool { !states.contains(.disabled) }

  /// Whether a click does something.
  package var isPressable: Bool {
    switch action {
    case .press, .choose: isEnabled
    case .ring, .rim, .list(_, _?): true
    default: false
    }
  }

  /// What the wheel counts in, over a digit.
  package var unit: Duration? { if case .count(let unit) = action { unit } else { nil } }

  func isHit(at point: Point) -> Bool {
    guard let action, !states.contains(.hidden) else { return false }
    // Through a list that cannot scroll.
    if case .list(let list, lap: nil) = action, !list.canScroll { return false }
    return area.contains(point, reach: reach)
  }

  func moved(by drift: Drift) -> Element {
    var copy = self
    copy.area = area.moved(by: drift)
    copy.action = action?.moved(by: drift)
    return copy
  }
}

extension [Element] {
  /// Returns what the pointer has at `point`: the frontmost element that does something.
  func hit(at point: Point) -> Element? { last { $0.isHit(at: point) } }

  /// What the keyboard focus goes through, in its order.
  package var focusable: [Element] {
    Element.FocusGroup.allCases.flatMap { group in filter { $0.focusGroup == group } }
  }

  package subscript(id: Element.ID) -> Element? { first { $0.id == id } }

  var list: ListPlacement? {
    if case .list(let list, _) = self[.list]?.action { list } else { nil }
  }

  /// Whether a list has more rows than it shows.
  package var canScrollList: Bool { list?.canScroll ?? false }

  /// A line for each element that is shown: its kind, with a number if there can be more of it; its area in device
  /// pixels, as `X Y WIDTH HEIGHT` or `CX CY RADIUS THICKNESS`; its states, its role, its name and its value. As in
  /// `ring.0 420 240 100 12 selected slider "Goal" "75%"`.
  package func description(at sample: ClockSample) -> [String] {
    var counts: [String: Int] = [:]
    return filter { !$0.states.contains(.hidden) }.map { element in
      var (word, isNumbered) = element.kind
      if isNumbered {
        counts[word, default: -1] += 1
        word += ".\(counts[word] ?? 0)"
      }
      let numbers = element.area.numbers.map { "\(($0 * 1000).rounded() / 1000)" }
      let states = Element.States.names.filter { element.states.contains($0.value) }.map(\.key)
      let texts = [element.name, element.value.text(at: sample)].map(\.debugDescription)
      return ([word] + numbers + states + [element.role.rawValue] + texts).joined(separator: " ")
    }
  }
}

extension Element {
  /// The word for it in a description.
  fileprivate var kind: (word: String, isNumbered: Bool) {
    switch id {
    case .dial: ("dial", false)
    case .minuteDial: ("minidial", false)
    case .rim: ("rim", false)
    case .readout: ("readout", false)
    case .display: ("digits", false)
    case .gap: ("gap", false)
    case .planText: ("plan", false)
    case .glyph: (name, true)
    case .button(.mode(let mode)): ("mode.\(mode)", false)
    case .button(let role): ("button.\(role)", false)
    case .rings: ("rings", false)
    case .ring: ("ring", true)
    case .ringName: ("legend", true)
    case .list: ("laps", false)
    case .row: ("row", true)
    case .notice: ("notice", false)
    case .month: ("month", false)
    case .day(let date): ("day.\(date.description)", false)
    case .help: ("help", false)
    case .key: ("key", true)
    case .menu: ("menu", false)
    case .menuItem: ("item", true)
    }
  }
}
