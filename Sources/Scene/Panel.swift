import DisplayLists
import Geometry
public import Session

/// What a window is like and what it is asked to show.
public struct Surroundings: Equatable, Sendable {
  /// The window's width in device pixels, at least 1.
  public var width: Int
  /// The window's height in device pixels, at least 1.
  public var height: Int
  /// Device pixels to a user unit, above 0.
  public var scale: Double
  /// The parts that were asked for, or nil for those that suit the mode.
  public var parts: Set<Part>?
  /// Whether changes are animated; without it everything is where it belongs at once.
  public var isAnimated: Bool

  /// A window of `width` x `height` device pixels.
  public init(
    width: Int, height: Int, scale: Double = 1, parts: Set<Part>? = nil, isAnimated: Bool = true
  ) {
    self.width = max(1, width)
    self.height = max(1, height)
    self.scale = scale.isFinite && scale > 0 ? scale : 1
    self.parts = parts
    self.isAnimated = isAnimated
  }

  /// A text smaller than this many user units, or device pixels where those are larger, is of no use.
  static let leastText = 6.5

  /// The smallest size of text that is of use, in device pixels.
  var leastText: Double { Surroundings.leastText * max(scale, 1) }

  /// The extent in device pixels.
  var size: Size { Size(width: Double(width), height: Double(height)) }

  /// The parts to show in `mode`.
  func shownParts(in mode: Mode) -> Set<Part> {
    if let parts { return parts }
    switch mode {
    case .stopwatch: return [.digits, .rings, .dial, .buttons, .laps]
    case .clock: return [.digits, .rings, .dial, .buttons]
    case .counter: return [.digits, .rings, .buttons]
    }
  }
}

/// A panel that has been laid out: where everything stands, and the pictures of what stands still.
///
/// It depends on `Key` alone, so it is made anew only when one of those changes, never from frame to frame. It never
/// changes itself; a class only because passing it on then costs nothing.
final class Panel {
  /// Everything that the layout depends on.
  struct Key: Equatable {
    var surroundings: Surroundings
    var mode: Mode
    var theme: ThemeName
    var digits: DigitCounter
    var ringNames: [String]
    var hasLaps: Bool
  }

  let key: Key
  let theme: Theme
  let digits: DigitCounter.Placement?
  let lights: [LightGroup]
  let dial: StopwatchDial.Placement?
  let dialPicture: DisplayItem
  let rings: ActivityRings.Placement?
  let laps: Rect
  let lapRowHeight: Double
  /// The smallest size of text that is of use, in device pixels.
  let leastText: Double
  let buttons: [(role: Button.Role, frame: Rect)]

  init(_ key: Key) {
    self.key = key
    leastText = key.surroundings.leastText
    theme = Theme.named(key.theme)
    let shown = key.surroundings.shownParts(in: key.mode)
    let mainBar = ButtonBar.main(mode: key.mode)
    var parts: Set<PanelPart> = []
    if shown.contains(.digits) { parts.insert(.digits) }
    if shown.contains(.dial) { parts.insert(.dial) }
    if shown.contains(.rings) { parts.insert(.rings) }
    if shown.contains(.laps), !shown.contains(.rings), key.hasLaps || shown == [.laps] { parts.insert(.laps) }
    if shown.contains(.buttons), !mainBar.roles.isEmpty { parts.insert(.mainButtons) }
    if shown.contains(.buttons), shown.contains(.rings) { parts.insert(.ringButtons) }
    let frames = PanelLayout(parts: parts).place(in: key.surroundings.size, scale: key.surroundings.scale)

    digits = frames[.digits].map(key.digits.placeSubviews)
    lights = digits?.lights(theme: theme) ?? []
    let face: StopwatchDial.Face = key.mode == .clock ? .clock : .stopwatch
    dial = frames[.dial].map(StopwatchDial(face: face, leastText: leastText).placeSubviews)
    dialPicture = dial.map { .picture($0.picture(face: face, theme: Theme.named(key.theme))) } ?? .none
    let hasLaps = key.hasLaps && shown.contains(.laps)
    rings = frames[.rings].map(
      ActivityRings(count: key.ringNames.count, hasLaps: hasLaps, leastText: leastText).placeSubviews)
    laps = frames[.laps] ?? (hasLaps ? rings?.laps : nil) ?? .zero
    // Five rows look best; in a low list fewer are shown rather than smaller ones.
    let scale = key.surroundings.scale
    let least = min(14 * scale, laps.height / 2)
    lapRowHeight = min(max(laps.height / 5, least), laps.width * 0.165, 40 * scale)
    buttons =
      (frames[.mainButtons].map(mainBar.placeSubviews) ?? [])
      + (frames[.ringButtons].map(ButtonBar.rings.placeSubviews) ?? [])
  }

  /// Whether it shows something that a running stopwatch moves.
  func showsElapsedTime(rings models: [RingModel]) -> Bool {
    digits != nil && key.mode == .stopwatch || dial != nil && key.mode != .clock || !laps.isEmpty
      || showsElapsedTime(ofRings: models)
  }

  /// Whether a running stopwatch moves a ring.
  func showsElapsedTime(ofRings models: [RingModel]) -> Bool {
    rings != nil && models.contains { $0.source.isElapsedTime(in: key.mode) }
  }

  /// Whether it shows something that the clock moves.
  func showsWallTime(rings models: [RingModel]) -> Bool {
    key.mode == .clock && (digits != nil || dial != nil)
      || showsWallTime(ofRings: models)
  }

  /// Whether the clock moves a ring.
  func showsWallTime(ofRings models: [RingModel]) -> Bool {
    rings != nil && models.contains { $0.source.isWallTime(in: key.mode) }
  }
}
