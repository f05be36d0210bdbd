import DisplayLists
import Geometry
import Session
import Timekeeping

/// A part of the panel that owns a slice of the display list.
///
/// Its input, its layout and its motion are its own. `update` follows every event; `compose` writes
/// the frames that may differ. The list of instruments is `PanelLayout.instruments`.
protocol Instrument {
  init()

  /// What it asks of the layout, or nil if it takes no room.
  static var share: LayoutShare? { get }

  /// Takes over what it shows; returns whether its slice may differ.
  mutating func update(_ update: inout Update) -> Bool

  /// Writes its slice; returns when it will next differ.
  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange

  /// What the pointer would take hold of at `point`.
  func target(at point: Point) -> PointerTarget?

  var buttons: [Button] { get }

  var list: ListPlacement? { get }

  var landmarks: [Landmark] { get }
}

extension Instrument {
  static var share: LayoutShare? { nil }
  func target(at point: Point) -> PointerTarget? { nil }
  var buttons: [Button] { [] }
  var list: ListPlacement? { nil }
  var landmarks: [Landmark] { [] }
}

struct LayoutShare: Sendable {
  let part: Part
  /// The value of its area; that of the digits is 1.
  let weight: Double
  let fit: @Sendable (Size, PanelLayout) -> Size
}

struct Update {
  let model: Model
  let pointer: Pointer
  let panel: Panel
  /// Whether everything made for the last panel is void.
  let isNew: Bool
  /// The areas whose last picture fades out over the new one.
  private(set) var fades: [Rect] = []

  init(_ model: Model, pointer: Pointer, panel: Panel, isNew: Bool) {
    (self.model, self.pointer, self.panel, self.isNew) = (model, pointer, panel, isNew)
  }

  mutating func fade(_ area: Rect?) {
    if let area { fades.append(area) }
  }
}

/// The time of a frame, in seconds for motion, and the panel.
struct Moment {
  let panel: Panel
  let reading: ClockSample
  let now: Double

  init(_ reading: ClockSample, on panel: Panel) {
    self.panel = panel
    self.reading = reading
    now = reading.instant.inSeconds
  }
}

enum PointerTarget {
  case button(Button)
  /// A list with more rows than it shows.
  case list(ListPlacement)
  case ring(RingTarget)
}
