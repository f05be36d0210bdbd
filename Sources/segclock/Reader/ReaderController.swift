import Accessibility
import Desktop
import Geometry
import Scene
import Session
import Timekeeping
import Wording

/// The window as a screen reader has it. Nothing is made before a reader asks.
final class ReaderController: AccessibleWindow {
  private unowned let app: App
  let service: AccessibilityService
  /// Of the model that was shown last; nil if that may have changed.
  private var shown: (elements: [Element], composer: FrameComposer)?

  /// More than anybody types. Each character is a command of its own.
  private static let maxText = 1000

  init(_ app: App, _ bus: SessionBus) {
    self.app = app
    service = AccessibilityService(bus, program: "segclock", version: Segclock.version)
    service.window = self
  }

  func finishTurn(hasChanged: Bool) {
    // As for the portal: the first picture comes first.
    if app.frames.frameCount > 1 { service.begin() }
    guard service.isActive, hasChanged || isOutdated else { return }
    shown = nil
    service.update()
  }

  private var isOutdated: Bool { shown?.composer.isOutdated(at: app.time.now) ?? true }

  /// The elements at rest. A hidden window composes no frames, and one that is seen has the next one later.
  private var elements: [Element] {
    if let shown, !isOutdated { return shown.elements }
    var view = app.view
    view.model = app.kept.shown
    view.advance(to: app.time.read(), needsUpdate: true)
    let elements = view.composer.elements
    shown = (elements, view.composer)
    return elements
  }

  private var entry: Entry? { app.kept.shown.entry }

  // MARK: What there is

  var accessibleNode: AccessibleNode {
    let (sample, window) = (app.time.read(), app.window)
    let model = app.kept.shown.asOf(sample.instant)
    var frame = AccessibleNode(ReaderTree.window, .frame, model.title)
    if window.input.hasFocus { frame.states.insert(.active) }
    frame.box = AccessibleBox(
      width: Int32(clamping: window.width), height: Int32(clamping: window.height))
    frame.actions = actions.map { action in
      AccessibleAction(
        action.name, action.title.text,
        keys: action.keys.map { ";;\($0.label)" }.joined(separator: ";"))
    }
    frame.children = ReaderTree.nodes(of: elements, entry, at: sample)
    if let menu = app.menu {
      frame.children += ReaderTree.nodes(
        of: menu.elements, nil, at: sample, movedBy: menuOffset)
    }
    return frame
  }

  /// From the window's corner to the menu's.
  private var menuOffset: (x: Double, y: Double) {
    guard let place = app.menu?.place else { return (0, 0) }
    let corner = app.window.corner
    return (Double(place.x) - Double(corner.x), Double(place.y) - Double(corner.y))
  }

  /// All that keys do.
  private var actions: [Action] {
    var names: Set<String> = []
    return app.bindings.flatMap(\.actions).filter { names.insert($0.name).inserted }
  }

  var accessibleOrigin: (x: Int32, y: Int32) {
    let corner = app.window.corner
    return (Int32(clamping: corner.x), Int32(clamping: corner.y))
  }

  var announcements: [String] {
    let model = app.kept.shown
    let now = model.asOf(app.time.now)
    let laps = model.mode == .stopwatch ? model.stopwatch.laps.count : 0
    let step = elements.first { $0.role == .row && $0.states.contains(.selected) }
    return [
      model.mode.announcement(of: model.state).text,
      // TRANSLATORS: A screen reader says this of a new lap.
      laps > 0 ? tr("Lap {0}", laps) : "",
      model.mode == .plan ? step?.name ?? "" : "",
      model.openAlarms.map(\.title.text).joined(separator: ", "),
      now.message?.text ?? "",
      model.entry?.problem?.text ?? "",
    ]
  }

  // MARK: What a reader does

  func perform(action index: Int, of id: String) -> Bool {
    if id == ReaderTree.window {
      guard actions.indices.contains(index) else { return false }
      app.performGlobalKey(actions[index])
      return true
    }
    if let item = app.menu?.elements.first(where: { ReaderTree.id(of: $0) == id }) {
      guard let row = item.menuRow, item.isEnabled else { return false }
      app.chooseInMenu(row)
      return true
    }
    guard let element = element(id), element.isEnabled else { return false }
    if element.role == .entry {
      guard entry != nil, (0...1).contains(index) else { return false }
      return perform(.edit(index == 0 ? .confirm : .cancel))
    }
    guard index == 0, let command = element.command else { return false }
    return perform(command)
  }

  func setValue(_ value: Double, of id: String) -> Bool {
    guard let element = element(id), element.role == .slider else { return false }
    if case .ring(let ring) = element.id {
      return perform(.setRing(ring, .manual(value / ReaderTree.percent)))
    }
    guard element.setsTimer else { return false }
    return perform(
      .setTimer(Countdown(length: .seconds((value * ReaderTree.minute).rounded()))))
  }

  func setText(_ text: String, of id: String) -> Bool {
    guard element(id)?.role == .entry, let field = app.kept.pending.entry?.field else {
      return false
    }
    // A time without digits ends.
    _ = perform(.edit(field == .time ? .begin(.time) : .clear))
    for scalar in text.unicodeScalars.prefix(Self.maxText) { _ = perform(.edit(.type(scalar))) }
    return true
  }

  func setCaret(_ offset: Int, of id: String) -> Bool {
    guard element(id)?.role == .entry, let entry = app.kept.pending.entry, entry.isText,
      (0...Self.maxText).contains(offset)
    else { return false }
    let head = String(entry.text.unicodeScalars.prefix(offset))
    _ = perform(.edit(.move(.home)))
    for _ in head { _ = perform(.edit(.move(.right))) }
    return true
  }

  func focus(_ id: String) -> Bool {
    if id == ReaderTree.window {
      app.perform(.raise)
      return true
    }
    guard let element = element(id) else { return false }
    if element.role == .entry { return true }
    guard element.isFocusable, element.isEnabled else { return false }
    app.changeFocus(at: app.time.now) { pointer, _ in pointer.focus = element.id }
    app.invalidation.insert(.picture)
    return true
  }

  private func element(_ id: String) -> Element? { elements.first { ReaderTree.id(of: $0) == id } }

  private func perform(_ command: Command) -> Bool {
    if app.kept.pending.isAlarmOpen { app.perform(.answer(.acknowledge)) }
    app.perform(command)
    return true
  }
}
