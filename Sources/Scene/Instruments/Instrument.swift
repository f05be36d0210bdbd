import Animation
import DisplayLists
import Geometry
import Session
import Timekeeping

/// A part of the panel that owns a slice of the display list.
///
/// It keeps its own input, layout and motion. `update` follows every event; `compose` writes the
/// frames that may differ. `FrameComposer` lists all instruments.
protocol Instrument {
  /// Reads its input; returns whether its slice may differ.
  mutating func update(_ update: inout Update) -> Bool

  /// Writes its slice; returns when it next differs.
  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange

  /// What it shows, from back to front.
  var elements: [Element] { get }

  /// The part that goes on in the next mode, if that has it too: the instrument moves from what it showed to what it
  /// shows then. Of other instruments, the old picture fades.
  var part: Part? { get }
}

extension Instrument {
  var part: Part? { nil }
  var elements: [Element] { [] }
}

/// An instrument that changes only after an event.
protocol StillInstrument: Instrument {
  var picture: Picture? { get }
}

extension StillInstrument {
  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    if let picture { frame.append(.picture(picture)) }
    return .never
  }
}

extension Picture {
  /// The marks touch no pixel outside `box`.
  init(
    _ marks: [Mark], covering box: Rect, backdrop: Color? = nil, isTransient: Bool = false
  ) {
    self.init(
      marks: marks, extent: PixelRect(covering: box), backdrop: backdrop, isTransient: isTransient)
  }
}

extension Picture {
  /// Moves the origin to the pixel nearest to `place`.
  mutating func move(to place: Point) {
    (x, y) = (Int(place.x.rounded()), Int(place.y.rounded()))
  }
}

struct Update {
  let model: ModelAt
  let pointer: Pointer
  let panel: Panel
  /// Whether everything made for the last panel is invalid.
  let isNew: Bool
  /// The areas whose last picture fades out over the new one.
  var fades: [Rect] = []
  /// What the instrument showed last, if the mode is another one and the instrument goes on.
  var carried: [DisplayItem]?
  /// Whether an instrument shows what is being typed, so that no notice has to.
  var isEntryShown = false
}

/// The time of a frame, and the panel.
struct Moment {
  let panel: Panel
  let reading: ClockSample
  /// Whether what goes on from the last mode is over the others.
  var isArriving = false

  var time: AnimationTime {
    AnimationTime(seconds: reading.instant.inSeconds, isReduced: !panel.isAnimated)
  }
}
