import Geometry
import Session

/// A panel that has been laid out: where every instrument stands, and how all of them look.
///
/// It depends on `Key` alone, so it is made anew only when one of those changes, never from frame to frame. It never
/// changes itself; a class only because passing it on then costs nothing.
final class Panel {
  /// Everything that the layout depends on.
  struct Key: Equatable {
    var environment: Environment
    var parts: Set<Part>
    var theme: ThemeName
    var ringCount: Int
    var hasButtons: Bool
    var hasList: Bool

    init(_ model: Model, in environment: Environment) {
      self.environment = environment
      parts = environment.parts ?? model.defaultParts
      theme = model.theme
      ringCount = model.rings.count
      hasButtons = model.hasButtons
      hasList = model.hasList
    }
  }

  let key: Key
  let theme: Theme
  /// The smallest size of text that is of use, in device pixels.
  let leastText: Double
  let isAnimated: Bool
  /// Where the instruments stand that are shown.
  let digits: Rect?
  let dial: DialLayout.Placement?
  let rings: ActivityRings.Placement?
  /// Empty where nothing is listed.
  let list: Rect
  let mainButtons: Rect?
  let ringButtons: Rect?

  init(_ key: Key) {
    self.key = key
    theme = key.environment.themes.theme(named: key.theme)
    let environment = key.environment
    leastText = environment.leastText
    isAnimated = environment.isAnimated
    let shown = key.parts
    var parts: Set<PanelPart> = []
    if shown.contains(.digits) { parts.insert(.digits) }
    if shown.contains(.dial) { parts.insert(.dial) }
    if shown.contains(.rings) { parts.insert(.rings) }
    if shown.contains(.laps), !shown.contains(.rings), key.hasList || shown == [.laps] { parts.insert(.laps) }
    if shown.contains(.buttons), key.hasButtons { parts.insert(.mainButtons) }
    if shown.contains(.buttons), shown.contains(.rings) { parts.insert(.ringButtons) }
    let frames = PanelLayout(parts: parts).place(in: environment.size, scale: environment.scale)
    digits = frames[.digits]
    dial = frames[.dial].map(DialLayout(leastText: leastText).placeSubviews)
    let hasList = key.hasList && shown.contains(.laps)
    rings = frames[.rings].map(
      ActivityRings(count: key.ringCount, hasList: hasList, leastText: leastText).placeSubviews)
    list = frames[.laps] ?? (hasList ? rings?.list : nil) ?? .zero
    mainButtons = frames[.mainButtons]
    ringButtons = frames[.ringButtons]
  }
}
