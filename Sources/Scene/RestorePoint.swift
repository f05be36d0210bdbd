import Animation
package import Timekeeping

/// The way back to the composer of a shown frame, for when frames made ahead of it are cancelled.
///
/// It has a copy from after the last event, and the times of the frames shown since then. A copy of each batch's first
/// composer would be simpler. But the next frame then had to duplicate all that the two share, and so allocate.
package struct RestorePoint {
  private let origin: FrameComposer
  /// The newest samples; from `oldest` on, and then from the start.
  private var samples: [ClockSample] = []
  private var oldest = 0

  /// How long ago a frame may still matter to the current one. Whatever moves by time alone comes to rest earlier:
  /// the longest motion is that of a ring.
  private static let memory = Duration.seconds(Motion.ring.duration + 0.25)
  /// A sample for each frame of `memory` at 256 a second.
  private static let capacity = 320

  package init(_ composer: FrameComposer) {
    origin = composer
    samples.reserveCapacity(RestorePoint.capacity)
  }

  /// Records a frame that was composed without an event.
  package mutating func record(_ sample: ClockSample) {
    if samples.count < RestorePoint.capacity { return samples.append(sample) }
    samples[oldest] = sample
    oldest = (oldest + 1) % RestorePoint.capacity
  }

  /// The composer of the frame that was recorded last, composed again.
  package var composer: FrameComposer {
    var composer = origin
    let ordered = [samples[oldest...], samples[..<oldest]].joined()
    guard let last = samples.isEmpty ? nil : samples[(oldest + samples.count - 1) % samples.count]
    else { return composer }
    let start = last.instant - RestorePoint.memory
    for sample in ordered where sample.instant >= start { composer.advance(to: sample) }
    return composer
  }
}
