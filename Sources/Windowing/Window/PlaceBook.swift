package import Geometry

/// Where a window was on each set of monitors, as text: a line for each set, the last used first.
///
///     1920x1080+0+0,1280x1024+1920+0 840x480+310+57 1.0
///
/// The monitors from the left and the top, the window's contents, both in device pixels, and device pixels to a user unit. And a
/// line that says how it stood among others, wherever it was. One that is anything else is left out.
///
///     as above,maximized-down 2
package struct PlaceBook: Equatable, Sendable {
  /// A place of a window.
  package struct Place: Equatable, Sendable {
    /// The contents' rectangle on the screen.
    package var rect: PixelRect
    /// Device pixels to a user unit, 0.25...16.
    package var scale: Double

    package init(rect: PixelRect, scale: Double) { (self.rect, self.scale) = (rect, scale) }

    /// What it is at another scale: as large to the eye, its corner where it was.
    package func scaled(to new: Double) -> Place {
      func length(_ old: Int) -> Int { max(1, Int((Double(old) * new / scale).rounded())) }
      return Place(
        rect: PixelRect(
          x: rect.x, y: rect.y, width: length(rect.width), height: length(rect.height)),
        scale: new)
    }
  }

  private var entries: [(monitors: [PixelRect], place: Place)] = []
  /// How it stood among the others; nil where that is not known.
  package var standing: WindowStanding?

  /// The word that a line of the standing begins with.
  private static let standingWord = "as"

  /// The most sets of monitors that are known.
  static let mostSets = 16
  /// The most monitors of a set, and the longest text that has them all, in bytes.
  private static let mostMonitors = 32
  package static let mostBytes = 32 << 10

  /// What `text` says.
  package init(_ text: String) {
    for line in text.split(separator: "\n") where entries.count < PlaceBook.mostSets {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      if words[0] == PlaceBook.standingWord {
        standing = standing ?? WindowStanding(Array(words.dropFirst()))
      }
      guard words.count == 3, let rect = PlaceBook.rect(words[1]), let scale = Double(words[2]),
        (0.25...16).contains(scale)
      else { continue }
      let monitors = words[0].split(separator: ",", omittingEmptySubsequences: false).map(
        PlaceBook.rect)
      let known = monitors.compactMap { $0 }
      guard known.count == monitors.count, known.count <= PlaceBook.mostMonitors,
        !entries.contains(where: { $0.monitors == known })
      else { continue }
      entries.append((known, Place(rect: rect, scale: scale)))
    }
  }

  package static func == (first: PlaceBook, second: PlaceBook) -> Bool { first.text == second.text }

  /// All of it as text.
  package var text: String {
    (standing.map { "\(PlaceBook.standingWord) \($0.text)\n" } ?? "")
      + entries.map { entry in
        let monitors = entry.monitors.map(PlaceBook.text).joined(separator: ",")
        return "\(monitors) \(PlaceBook.text(entry.place.rect)) \(entry.place.scale)\n"
      }.joined()
  }

  /// Where the window was on these monitors, brought back to where it can be seen; nil where they are new.
  package func place(on monitors: [PixelRect]) -> Place? {
    let sorted = PlaceBook.sorted(monitors)
    guard var place = entries.first(where: { $0.monitors == sorted })?.place else { return nil }
    place.rect = PlaceBook.broughtBack(place.rect, to: sorted)
    return place
  }

  /// The last place of all, for its size.
  package var last: Place? { entries.first?.place }

  /// Takes note of where the window is on these monitors.
  package mutating func set(_ place: Place, on monitors: [PixelRect]) {
    let sorted = PlaceBook.sorted(monitors)
    guard !sorted.isEmpty, sorted.count <= PlaceBook.mostMonitors else { return }
    entries.removeAll { $0.monitors == sorted }
    entries.insert((sorted, place), at: 0)
    entries = Array(entries.prefix(PlaceBook.mostSets))
  }

  /// `rect`, moved onto the monitor that shows most of it where a half of it or more would be seen nowhere.
  static func broughtBack(_ rect: PixelRect, to monitors: [PixelRect]) -> PixelRect {
    let seen = monitors.map { $0.intersection(rect).area }
    guard seen.reduce(0, +) * 2 < rect.area, let first = monitors.first else { return rect }
    let most =
      seen.indices.max { seen[$0] < seen[$1] }.map { seen[$0] > 0 ? monitors[$0] : first } ?? first
    var moved = rect
    moved.x = max(most.x, min(rect.x, most.maxX - rect.width))
    moved.y = max(most.y, min(rect.y, most.maxY - rect.height))
    return moved
  }

  private static func sorted(_ monitors: [PixelRect]) -> [PixelRect] {
    monitors.sorted { ($0.x, $0.y, $0.width, $0.height) < ($1.x, $1.y, $1.width, $1.height) }
  }

  private static func text(_ rect: PixelRect) -> String {
    func signed(_ value: Int) -> String { value < 0 ? "\(value)" : "+\(value)" }
    return "\(rect.width)x\(rect.height)\(signed(rect.x))\(signed(rect.y))"
  }

  /// A rectangle of `WxH+X+Y` that X can express.
  private static func rect(_ text: Substring) -> PixelRect? {
    var numbers: [Int] = []
    var word = ""
    for character in text {
      if "x+-".contains(character), !word.isEmpty, word != "+", word != "-" {
        guard let number = Int(word), (character == "x") == numbers.isEmpty else { return nil }
        numbers.append(number)
        word = character == "x" ? "" : String(character)
      } else {
        word.append(character)
      }
      guard word.count <= 6, numbers.count <= 3 else { return nil }
    }
    guard numbers.count == 3, let last = Int(word) else { return nil }
    numbers.append(last)
    guard (1...32767).contains(numbers[0]), (1...32767).contains(numbers[1]),
      (-32767...32767).contains(numbers[2]), (-32767...32767).contains(numbers[3])
    else { return nil }
    return PixelRect(x: numbers[2], y: numbers[3], width: numbers[0], height: numbers[1])
  }
}
