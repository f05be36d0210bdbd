import DisplayLists
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
    /// How many letters the longest of the rings' names has.
    var ringNameLength: Int
    /// The width of the digits by their height, where the mode has always as many; otherwise that of any time.
    var digitAspect: Double
    var hasButtons: Bool
    var hasList: Bool

    init(_ model: Model, in environment: Environment) {
      self.environment = environment
      parts = environment.parts ?? model.defaultParts
      theme = model.shownTheme
      ringCount = model.rings.count
      ringNameLength = model.rings.reduce(0) { max($0, $1.title.count) }
      digitAspect = PanelLayout.digitAspect
      if case .number(let value, let digits) = model.readout {
        let count = max(digits, String(value.magnitude).utf8.count)
        digitAspect =
          DigitRow(text: String(repeating: "8", count: count + 1), ends: .init(hasSign: true))
          .aspect
      }
      hasButtons = model.hasButtons
      hasList = model.hasList
    }
  }

  let key: Key
  let theme: Theme
  /// What all texts are set in.
  let font: FontMetrics
  /// The smallest size of text that is of use, in device pixels.
  let leastText: Double
  let isAnimated: Bool
  /// Where the instruments stand that are shown.
  let digits: Rect?
  let dial: DialLayout.Placement?
  let rings: ActivityRings.Placement?
  /// Empty where nothing is listed, and the height of a row in it.
  let list: Rect
  let rowHeight: Double
  let mainButtons: Rect?
  let ringButtons: Rect?

  init(_ key: Key) {
    self.key = key
    let environment = key.environment
    theme = environment.themes.theme(named: key.theme).onBackground(
      opacity: environment.shownOpacity)
    font = environment.font(of: theme)
    leastText = environment.leastText
    isAnimated = environment.isAnimated
    let shown = key.parts
    var parts: Set<PanelPart> = []
    if shown.contains(.digits) { parts.insert(.digits) }
    if shown.contains(.dial) { parts.insert(.dial) }
    if shown.contains(.rings) { parts.insert(.rings) }
    if shown.contains(.laps), !shown.contains(.rings), key.hasList || shown == [.laps] {
      parts.insert(.laps)
    }
    // Below a dial there is room for buttons in every mode, so that it stays where it is.
    if shown.contains(.buttons), key.hasButtons || shown.contains(.dial) {
      parts.insert(.mainButtons)
    }
    if shown.contains(.buttons), shown.contains(.rings) { parts.insert(.ringButtons) }
    let layout = PanelLayout(
      parts: parts, digitAspect: key.digitAspect, leastText: leastText, shape: environment.shape)
    let frames = layout.place(in: environment.size, scale: environment.scale).mapValues {
      $0.moved(by: environment.drift)
    }
    digits = frames[.digits]
    dial = frames[.dial].map(DialLayout(leastText: leastText).placeSubviews)
    let hasList = key.hasList && shown.contains(.laps)
    let rings = frames[.rings].map(
      ActivityRings(
        count: key.ringCount, hasList: hasList, isSteady: shown.contains(.dial),
        nameLength: key.ringNameLength, leastText: leastText
      ).placeSubviews)
    self.rings = rings
    if let frame = frames[.laps] {
      (list, rowHeight) = ListLayout.alone(in: frame, scale: environment.scale)
    } else {
      (list, rowHeight) = (rings?.list ?? .zero, rings?.rowHeight ?? 0)
    }
    mainButtons = key.hasButtons ? frames[.mainButtons] : nil
    ringButtons = frames[.ringButtons]
  }
}
