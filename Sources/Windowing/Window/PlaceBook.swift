package import Geometry

/// Where a window was on each set of monitors, and its states, as text; the last used set first.
///
///     as above,maximized-down 2
///     1920x1080+0+0,1280x1024+1920+0 840x480+310+57 1.0
///
/// The first line has the states and the desktop, on whatever monitors. The others have the monitors
/// from the left and the top, the window's contents, both in device pixels, and the device pixels of
/// a user unit. Lines that make no sense are ignored.
package struct PlaceBook: Equatable, Sendable {
  package struct Place: Equatable, Sendable {
    /// The contents' rectangle on the screen.
    package var rect: PixelRect
    /// Device pixels of a user unit, 0.25...16.
    package var scale: Double

    package init(rect: PixelRect, scale: Double) { (self.rect, self.scale) = (rect, scale) }

    /// Returns the place with the same size in user units at another scale; its corner stays.
    package func scaled(to new: Double) -> Place {
      func length(_ old: Int) -> Int { max(1, Int((Double(old) * new / scale).rounded())) }
      return Place(
        rect: PixelRect(
          x: rect.x, y: rect.y, width: length(rect.width), height: length(rect.height)),
        scale: new)
    }
  }

  private struct Entry: Equatable {
    var monitors: [PixelRect]
    var place: Place
  }

  private var entries: [Entry] = []
  /// The window's states; nil where they are not known.
  package var state: WindowStateSnapshot?

  static let maxSets = 16
  private static let maxMonitors = 32
  /// The maximum length of the text, in bytes.
  package static let maxBytes = 32 << 10
  private static let stateWord = "as"

  package init(_ text: String) {
    for line in text.split(separator: "\n") where entries.count < PlaceBook.maxSets {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      if words[0] == PlaceBook.stateWord {
        state = state ?? WindowStateSnapshot(Array(words.dropFirst()))
      }
      guard words.count == 3, let rect = PlaceBook.rect(words[1]), let scale = Double(words[2]),
        (0.25...16).contains(scale)
      else { continue }
      let names = words[0].split(separator: ",", omittingEmptySubsequences: false)
      let monitors = names.compactMap(PlaceBook.rect)
      guard monitors.count == names.count, monitors.count <= PlaceBook.maxMonitors,
        !entries.contains(where: { $0.monitors == monitors })
      else { continue }
      entries.append(Entry(monitors: monitors, place: Place(rect: rect, scale: scale)))
    }
  }

  package var text: String {
    let lines = entries.map { entry in
      let monitors = entry.monitors.map(PlaceBook.text).joined(separator: ",")
      return "\(monitors) \(PlaceBook.text(entry.place.rect)) \(entry.place.scale)\n"
    }
    return (state.map { "\(PlaceBook.stateWord) \($0.text)\n" } ?? "") + lines.joined()
  }

  /// Returns where the window was on these monitors, moved to where it can be seen; nil where they
  /// are new.
  package func place(on monitors: [PixelRect]) -> Place? {
    let sorted = PlaceBook.sorted(monitors)
    guard var place = entries.first(where: { $0.monitors == sorted })?.place else { return nil }
    place.rect = PlaceBook.broughtBack(place.rect, to: sorted)
    return place
  }

  /// The place that was recorded last, on whatever monitors.
  package var last: Place? { entries.first?.place }

  /// Records where the window is on these monitors.
  package mutating func set(_ place: Place, on monitors: [PixelRect]) {
    let sorted = PlaceBook.sorted(monitors)
    guard !sorted.isEmpty, sorted.count <= PlaceBook.maxMonitors else { return }
    entries.removeAll { $0.monitors == sorted }
    entries.insert(Entry(monitors: sorted, place: place), at: 0)
    entries = Array(entries.prefix(PlaceBook.maxSets))
  }

  /// Moves `rect` onto the monitor that shows most of it where less than half of it can be seen.
  private static func broughtBack(_ rect: PixelRect, to monitors: [PixelRect]) -> PixelRect {
    let seen = monitors.map { $0.intersection(rect).area }
    guard seen.reduce(0, +) * 2 < rect.area, let most = seen.max(),
      let index = seen.firstIndex(of: most)
    else { return rect }
    let monitor = monitors[index]
    var moved = rect
    moved.x = max(monitor.x, min(rect.x, monitor.maxX - rect.width))
    moved.y = max(monitor.y, min(rect.y, monitor.maxY - rect.height))
    return moved
  }

  private static func sorted(_ monitors: [PixelRect]) -> [PixelRect] {
    monitors.sorted { ($0.x, $0.y, $0.width, $0.height) < ($1.x, $1.y, $1.width, $1.height) }
  }

  private static func text(_ rect: PixelRect) -> String {
    func signed(_ value: Int) -> String { value < 0 ? "\(value)" : "+\(value)" }
    return "\(rect.width)x\(rect.height)\(signed(rect.x))\(signed(rect.y))"
  }

  /// Parses a rectangle of the form WxH+X+Y that X can express.
  private static func rect(_ text: Substring) -> PixelRect? {
    guard let cross = text.firstIndex(of: "x") else { return nil }
    let signs = text.indices.filter { text[$0] == "+" || text[$0] == "-" }
    guard signs.count == 2, cross < signs[0],
      let width = Int(text[..<cross]), let height = Int(text[text.index(after: cross)..<signs[0]]),
      let x = Int(text[signs[0]..<signs[1]]), let y = Int(text[signs[1]...]),
      (1...32767).contains(width), (1...32767).contains(height),
      (-32767...32767).contains(x), (-32767...32767).contains(y)
    else { return nil }
    return PixelRect(x: x, y: y, width: width, height: height)
  }
}

/// The states of a window that outlast a session of the desktop.
package struct WindowStateSnapshot: Equatable, Sendable {
  package var states: WindowStates
  /// The number of its desktop, from 0; nil where there is none, or for all of them.
  package var desktop: Int?
  /// Whether it is an icon, or hidden.
  package var isIconic: Bool

  /// Takes those of `states` that last.
  package init(states: WindowStates = [], desktop: Int? = nil, isIconic: Bool = false) {
    let lasting = WindowStates(WindowStateSnapshot.names.map(\.state))
    self.states = states.intersection(lasting)
    self.desktop = desktop
    self.isIconic = isIconic
  }

  private static let maxDesktops = 1 << 16

  private static let names: [(state: WindowStates, name: String)] = [
    (.fullScreen, "full-screen"), (.above, "above"), (.below, "below"), (.sticky, "sticky"),
    (.maximizedAcross, "maximized-across"), (.maximizedDown, "maximized-down"),
  ]

  /// The states, separated by commas, and the number of the desktop; a hyphen where there is none.
  package var text: String {
    var words = WindowStateSnapshot.names.filter { states.contains($0.state) }.map(\.name)
    if isIconic { words.append("icon") }
    let list = words.isEmpty ? "-" : words.joined(separator: ",")
    return "\(list) \(desktop.map(String.init) ?? "-")"
  }

  /// Parses the two words of `text`; nil where they make no sense.
  package init?(_ words: [Substring]) {
    guard words.count == 2 else { return nil }
    self.init()
    let names =
      words[0] == "-" ? [] : words[0].split(separator: ",", omittingEmptySubsequences: false)
    for name in names {
      if name == "icon" {
        isIconic = true
      } else if let known = WindowStateSnapshot.names.first(where: { $0.name == name }) {
        states.insert(known.state)
      } else {
        return nil
      }
    }
    guard words[1] != "-" else { return }
    guard let number = Int(words[1]), (0..<WindowStateSnapshot.maxDesktops).contains(number) else {
      return nil
    }
    desktop = number
  }
}

/// When to write down a value that may change many times in a row: a second after its last change,
/// and during a long row of changes every fifteen seconds. While nothing changes it has no deadline.
package struct Debounce<Value: Equatable> {
  private var value: Value?
  /// By when to write at the latest, if there is anything to write.
  private var latest: Int64?
  /// When to call `update` though nothing has changed, in the clock's nanoseconds; nil for never.
  package private(set) var deadline: Int64?

  /// How long nothing may have changed, in nanoseconds: the steps of a window manager to another
  /// state come closer together.
  static var stillness: Int64 { 1_000_000_000 }
  /// How long a change may wait, in nanoseconds.
  static var longestWait: Int64 { 15_000_000_000 }

  /// Creates one without a value, so that the first is a change.
  package init() {}

  /// Records the value at `now`, in nanoseconds; returns whether to write it now.
  package mutating func update(_ new: Value, at now: @autoclosure () -> Int64) -> Bool {
    let isNew = new != value
    guard isNew || deadline != nil else { return false }
    let now = now()
    if isNew {
      value = new
      let latest = latest ?? now + Debounce.longestWait
      self.latest = latest
      deadline = min(now + Debounce.stillness, latest)
    }
    guard let due = deadline, now >= due else { return false }
    (deadline, latest) = (nil, nil)
    return true
  }
}
