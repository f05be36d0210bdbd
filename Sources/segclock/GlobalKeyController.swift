import Desktop
import Keys
import Session
import Windowing
import Wording

/// The keys that work in all windows.
///
/// The X server reports them, but Xwayland only while an X11 window has the focus. There the desktop's portal is asked,
/// and the server keeps the keys that the portal does not grant.
final class GlobalKeyController {
  weak var app: App?
  /// For the shortcuts alone.
  let bus = SessionBus()
  private(set) var keys: [GlobalKey] = []
  private let window: Window
  private let shortcuts: GlobalShortcuts
  /// Whether the server is known to be Xwayland.
  private var isLimited: Bool { window.connection.surroundings?.server == "Xwayland" }
  private var failed: Set<Chord> = []
  /// The actions whose keys are known not to work, with the cause: a portal may change its mind at any rate.
  private var reported: Set<String> = []

  init(_ window: Window) {
    self.window = window
    shortcuts = GlobalShortcuts(bus, window: window.identifier)
    shortcuts.stateHandler = { [unowned self] in update() }
    shortcuts.handler = { [unowned self] id in
      let index = keys.indices.first { self.id(of: $0) == id }
      if let index { app?.performGlobalKey(keys[index].action) }
    }
  }

  func set(_ keys: [GlobalKey]) {
    (self.keys, failed, reported) = (keys, [], [])
    bind()
  }

  func fail(_ chords: [Chord]) {
    failed = Set(chords)
    app?.applyToPicture()
  }

  /// All keys, and how the desktop names each; nil for one that does not work in all windows.
  var grants: [(key: GlobalKey, name: String?)] {
    keys.indices.map { index in
      let chord = keys[index].chord
      guard isLimited else { return (keys[index], failed.contains(chord) ? nil : "\(chord)") }
      guard case .granted(let names) = shortcuts.state else { return (keys[index], nil) }
      return (keys[index], names[id(of: index)])
    }
  }

  var rows: [KeyRow] {
    grants.compactMap { key, name in
      name.map {
        // TRANSLATORS: {0} is what a key does, in the help.
        KeyRow(
          label: Phrase(verbatim: $0), help: mark("{0} (in all windows)", key.action.title))
      }
    }
  }

  /// The action's name, and a number for each further key of it.
  private func id(of index: Int) -> String {
    let name = keys[index].action.name
    let count = keys[...index].count { $0.action.name == name }
    return count == 1 ? name : "\(name)-\(count)"
  }

  func bind() {
    if isLimited {
      shortcuts.bind(
        keys.indices.map { (id(of: $0), keys[$0].action.title.text, keys[$0].chord.trigger) })
    }
    update()
  }

  private func update() {
    let others = isLimited ? grants.filter { $0.name == nil }.map(\.key) : keys
    window.globalKeys.set(others.map(\.chord))
    app?.applyToPicture()
    guard isLimited, shortcuts.state != .asked else { return }
    let names = others.map(\.action.name).joined(separator: ", ")
    let titles = others.map(\.action.title.text).joined(separator: ", ")
    let isMissing = shortcuts.state == .unavailable
    let reports = others.map { "\($0.action.name) \(isMissing)" }
    guard !reported.isSuperset(of: reports) else { return }
    reported.formUnion(reports)
    let cause = isMissing ? "this is Xwayland" : "the desktop granted none for \(names)"
    app?.report(
      [
        "global keys work only while an X11 window has the focus: \(cause); bind desktop shortcuts to "
          + "commands such as \"segclock ctl lap\" instead"
      ],
      notice: isMissing
        ? mark("Under Wayland, global keys work only in X11 windows")
        // TRANSLATORS: {0} is a list of what the keys would do.
        : mark("The desktop granted no key for {0}", titles))
  }
}
