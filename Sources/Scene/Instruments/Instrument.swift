import DisplayLists
import Geometry
import Session
import Timekeeping

/// A part of the panel that owns a slice of the display list: its layout, its motion, its marks and its texts.
protocol Instrument {
  /// What it shows: a pure value, made anew after everything that has happened.
  associatedtype Input: Equatable

  /// What it shows of the session on `panel`.
  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> Input

  /// Finds its place on a new panel, and forgets what was made for the one before.
  mutating func layOut(on panel: Panel)

  /// Makes what does not depend on the time; with every new input, and after `layOut`.
  mutating func prepare(_ input: Input, on panel: Panel)

  /// Writes its slice, and returns when it will next differ.
  mutating func compose(_ input: Input, at moment: Moment, into frame: inout Frame) -> NextChange
}

/// What a frame shows its instruments: the panel, and the time, in seconds for motion.
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

extension Instrument {
  mutating func prepare(_ input: Input, on panel: Panel) {}
}

/// An instrument, its slice, and when it has to be asked again.
struct Slot<Content: Instrument> {
  private(set) var instrument: Content
  private var input: Content.Input?
  /// How many items its slice has.
  private(set) var count = 0
  /// When its slice will next differ.
  private(set) var next = NextChange.never

  init(_ instrument: Content) {
    self.instrument = instrument
  }

  /// Changes the instrument itself, which is asked for its slice when its input tells of it.
  mutating func change(_ body: (inout Content) -> Void) { body(&instrument) }

  mutating func update(_ model: Model, pointer: Pointer, on panel: Panel, isNew: Bool) {
    if isNew { instrument.layOut(on: panel) }
    let new = instrument.input(model, pointer: pointer, on: panel)
    guard isNew || new != input else { return }
    instrument.prepare(new, on: panel)
    input = new
    next = .nextFrame
  }

  mutating func compose(at moment: Moment, from start: Int, into frame: inout Frame) {
    guard let input else { return }
    frame.beginSlice(at: start, count: count)
    next = instrument.compose(input, at: moment, into: &frame)
    count = frame.endSlice()
  }
}

/// One pass over all slots of a frame.
protocol SlotVisitor {
  mutating func visit<Content: Instrument>(_ slot: inout Slot<Content>, in frame: inout Frame)
}
