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

  func target(at point: Point) -> PointerTarget?

  var buttons: [Button] { get }

  var list: ListPlacement? { get }

  /// What it shows and where, as lines of `FrameComposer.description`.
  var description: [String] { get }
}

extension Instrument {
  static var share: LayoutShare? { nil }
  func target(at point: Point) -> PointerTarget? { nil }
  var buttons: [Button] { [] }
  var list: ListPlacement? { nil }
  var description: [String] { [] }
}

extension Picture {
  /// These marks, which touch no pixel outside `box`.
  init(_ marks: [Mark], covering box: Rect, backdrop: Color? = nil) {
    self.init(marks: marks, extent: PixelRect(covering: box), backdrop: backdrop)
  }
}

extension TextRun {
  /// The same line with another text, such as running figures.
  func saying(_ text: String) -> DisplayItem {
    var run = self
    run.string = text
    return .text(run)
  }
}

/// A line of `FrameComposer.description`, with numbers to the thousandth.
func landmark(_ name: String, _ numbers: [Double]) -> String {
  numbers.reduce(name) { $0 + " \(($1 * 1000).rounded() / 1000)" }
}

func landmark(_ name: String, _ box: Rect) -> String {
  landmark(name, [box.minX, box.minY, box.width, box.height])
}

struct LayoutShare: Sendable {
  let part: Part
  /// The value of its area; that of the digits is 1.
  let weight: Double
  let fit: @Sendable (Size, Panel.Key) -> Size
}

struct Update {
  let model: Model
  let pointer: Pointer
  let panel: Panel
  /// Whether everything made for the last panel is void.
  let isNew: Bool
  /// The areas whose last picture fades out over the new one.
  var fades: [Rect] = []
}

/// The time of a frame, in seconds for motion, and the panel.
struct Moment {
  let panel: Panel
  let reading: ClockSample

  var now: Double { reading.instant.inSeconds }
}

enum PointerTarget {
  case button(Button)
  /// A list with more rows than it shows.
  case list(ListPlacement)
  case ring(RingTarget)
}
