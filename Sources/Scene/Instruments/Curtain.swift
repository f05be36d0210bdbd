import Animation
import DisplayLists
import Geometry
import Session
import Timekeeping

/// What was shown before a change, which fades away over what is shown now: no change of all that is seen is a hard cut.
struct Curtain: Instrument {
  /// How long a fade takes, in seconds.
  static let duration = 0.2

  /// The weight down to which a fade has hardly begun.
  private static let fresh = 236

  private struct Fade {
    var snapshot: Snapshot
    /// When it began; nil before the first frame of it.
    var start: Double?
  }

  private var fades: [Fade] = []
  /// How many there were, which is what it shows as far as anybody else knows.
  private var count = 0

  /// Lets `area` of `list` fade away, from the next frame on.
  mutating func draw(_ list: DisplayList, in area: PixelRect) {
    // What has hardly begun to fade still hides what was meant to come: that is never seen.
    if let last = fades.last, last.start == nil || last.snapshot.weight >= Curtain.fresh,
      last.snapshot.extent.contains(area)
    {
      return
    }
    let snapshot = Snapshot(list, extent: area)
    guard !snapshot.extent.isEmpty, !list.items.isEmpty else { return }
    // What it hides is over.
    fades.removeAll { snapshot.extent.contains($0.snapshot.extent) }
    fades.append(Fade(snapshot: snapshot))
    count += 1
  }

  /// Ends all fades: the frames are of another size.
  mutating func clear() {
    fades = []
    count += 1
  }

  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> Int { count }

  mutating func layOut(on panel: Panel) {}

  mutating func compose(_ input: Int, at moment: Moment, into frame: inout Frame) -> NextChange {
    for index in fades.indices {
      let start = fades[index].start ?? moment.now
      fades[index].start = start
      let part = (moment.now - start) / Curtain.duration
      fades[index].snapshot.weight = Int(
        (256 * (1 - EaseInOut.value(at: part))).rounded())
    }
    fades.removeAll { $0.snapshot.weight <= 0 }
    for fade in fades { frame.append(.snapshot(fade.snapshot)) }
    return fades.isEmpty ? .never : .nextFrame
  }
}
