import Accessibility
import Geometry
import Scene
import Session
import Timekeeping
import Wording

/// The elements as a reader's nodes.
enum ReaderTree {
  static let window = "window"
  private static let modes = "modes"
  /// A turn of a ring, in the units of its value.
  static let percent = 100.0
  /// A minute in seconds: the dial's rim sets minutes.
  static let minute = 60.0

  /// The nodes, with rows and rings below their lists.
  static func nodes(
    of elements: [Element], _ entry: Entry?, at sample: ClockSample,
    movedBy offset: (x: Double, y: Double) = (0, 0)
  ) -> [AccessibleNode] {
    var nodes: [AccessibleNode] = []
    for element in elements where isRead(element) {
      let node = node(element, entry, at: sample, offset)
      guard let parent = parent(of: element) else {
        nodes.append(node)
        continue
      }
      if let index = nodes.firstIndex(where: { $0.id == parent }) {
        nodes[index].children.append(node)
      } else if parent == modes {
        var tabs = AccessibleNode(modes, .pageTabList, tr("Modes"))
        (tabs.box, tabs.children) = (node.box, [node])
        nodes.append(tabs)
      } else {
        nodes.append(node)
      }
    }
    return nodes.map { node in
      guard node.id == modes else { return node }
      var tabs = node
      for tab in tabs.children { tabs.box = tabs.box.union(tab.box) }
      return tabs
    }
  }

  /// The path on the bus, which is the same in all languages. A path has no minus sign.
  static func id(of element: Element) -> String {
    word(for: element).replacing("-", with: "m")
  }

  private static func word(for element: Element) -> String {
    switch element.id {
    case .dial: "dial"
    case .minuteDial: "minute_dial"
    case .rim: "rim"
    case .readout: "readout"
    case .display: "time"
    case .gap: "gap"
    case .planText: "plan_text"
    case .glyph(let index): "glyph_\(index)"
    case .button(.mode(let mode)): "mode_\(mode.rawValue)"
    case .button(let role): "button_\(role)"
    case .rings: "rings"
    case .ring(let id): "ring_\(id.number)"
    case .ringName(let id): "ring_name_\(id.number)"
    case .list: "list"
    case .row(let index): "row_\(index)"
    case .notice: "notice"
    case .month: "month"
    case .day(let date): "day_\(date.description.replacing("-", with: "_"))"
    case .help: "help"
    case .key(let index): "key_\(index)"
    case .menu: "menu"
    case .menuItem(let path): (["item"] + path.map { "\($0)" }).joined(separator: "_")
    }
  }

  private static func parent(of element: Element) -> String? {
    switch element.id {
    case .button(.mode): modes
    case .ring, .ringName: "rings"
    case .row: "list"
    case .key: "help"
    case .menuItem: "menu"
    default: nil
    }
  }

  /// Digits are read as the time, and the names of rings as those of the rings.
  private static func isRead(_ element: Element) -> Bool {
    switch element.id {
    case .glyph: false
    case .ringName: element.role == .entry
    default: true
    }
  }

  private static func node(
    _ element: Element, _ entry: Entry?, at sample: ClockSample, _ offset: (x: Double, y: Double)
  ) -> AccessibleNode {
    let value = element.value.text(at: sample)
    var node = AccessibleNode(id(of: element), role(of: element), element.name)
    node.states = states(of: element)
    node.box = AccessibleBox(element.area.box.offset(dx: offset.x, dy: offset.y))
    node.changesWithTime = element.value.changesWithTime
    switch element.role {
    case .time: (node.name, node.details) = (SpokenTime.words(of: value).text, element.name)
    case .text, .row:
      node.name = [element.name, value].filter { !$0.isEmpty }.joined(separator: ", ")
    case .slider, .gauge: node.range = range(of: element, value, at: sample)
    case .entry:
      if let entry {
        node.text = AccessibleText(entry)
        node.details = entry.problem?.text ?? ""
      }
    default: break
    }
    if node.name.isEmpty { node.name = node.role == .notification ? tr("Notice") : node.id }
    node.actions = actions(of: element, keys: element.id.isMenuItem ? value : "")
    return node
  }

  private static func role(of element: Element) -> AccessibleRole {
    switch element.role {
    case .button: .pushButton
    case .tab: .pageTab
    case .text, .glyph: .label
    case .time: .timer
    case .image: .image
    case .entry: .entry
    case .slider: .slider
    case .gauge: .progressBar
    case .group: .grouping
    case .list: .list
    case .row: .listItem
    case .notice: .notification
    case .menu: .popupMenu
    case .menuItem: element.states.contains(.checkable) ? .checkMenuItem : .menuItem
    }
  }

  private static func states(of element: Element) -> AccessibleStates {
    var states = AccessibleStates.usual
    let pairs: [(Element.States, AccessibleStates)] = [
      (.focused, [.focused, .focusable]), (.selected, [.selected, .selectable]),
      (.checkable, .checkable), (.checked, .checked), (.modal, .modal),
    ]
    for (own, theirs) in pairs where element.states.contains(own) { states.formUnion(theirs) }
    if element.isFocusable || element.id.isMenuItem { states.insert(.focusable) }
    if element.role == .tab { states.insert(.selectable) }
    if element.role == .entry { states.formUnion([.editable, .singleLine, .focusable, .focused]) }
    if !element.isEnabled { states.subtract([.enabled, .sensitive]) }
    return states
  }

  private static func range(
    of element: Element, _ text: String, at sample: ClockSample
  ) -> AccessibleRange? {
    switch element.value {
    case .ring(let ring, _):
      let value = ring.turns(at: sample) * percent
      return AccessibleRange(
        value, in: min(0, value)...max(percent, value), isSettable: element.role == .slider,
        text: text)
    case .time(.time(let time)), .time(.remaining(let time)), .time(.whole(let time)):
      let value = time.value(at: sample.instant).inSeconds / minute
      // A turn of the rim is an hour.
      return AccessibleRange(
        value, in: min(0, value)...max(60, value), isSettable: element.setsTimer,
        text: SpokenTime.words(of: text).text)
    default: return nil
    }
  }

  private static func actions(of element: Element, keys: String) -> [AccessibleAction] {
    switch element.role {
    case .entry:
      // TRANSLATORS: What a screen reader can do with a part of the window; verbs.
      [
        AccessibleAction("confirm", trc("action", "Confirm")),
        AccessibleAction("cancel", trc("action", "Cancel")),
      ]
    case .menuItem:
      [
        AccessibleAction(
          "choose", trc("action", "Choose"), keys: keys.isEmpty ? "" : ";;\(keys)")
      ]
    case .slider,
      .gauge where element.command != nil:
      [AccessibleAction("select", trc("action", "Select"))]
    case .row where element.command != nil: [AccessibleAction("name", trc("action", "Name"))]
    case .button, .tab, .glyph: [AccessibleAction("press", trc("action", "Press"))]
    default: []
    }
  }
}

extension Element.ID {
  fileprivate var isMenuItem: Bool { if case .menuItem = self { true } else { false } }
}

extension Element.Value {
  fileprivate var changesWithTime: Bool {
    switch self {
    case .none, .text, .ring(.fixed, _), .time(.number), .time(.typed): false
    case .time, .date, .ring: true
    }
  }
}

extension AccessibleBox {
  /// The pixels that a rectangle touches.
  fileprivate init(_ rect: Rect) {
    let pixels = PixelRect(covering: rect)
    self.init(
      x: Int32(clamping: pixels.x), y: Int32(clamping: pixels.y),
      width: Int32(clamping: pixels.width), height: Int32(clamping: pixels.height))
  }

  fileprivate func union(_ other: AccessibleBox) -> AccessibleBox {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return AccessibleBox(
      x: left, y: top, width: max(x &+ width, other.x &+ other.width) &- left,
      height: max(y &+ height, other.y &+ other.height) &- top)
  }
}

extension AccessibleText {
  fileprivate init(_ entry: Entry) {
    func scalars(_ characters: Int) -> Int { entry.text.prefix(characters).unicodeScalars.count }
    self.init(
      entry.text, caret: scalars(entry.caret),
      selection: scalars(entry.selection.lowerBound)..<scalars(entry.selection.upperBound))
  }
}
