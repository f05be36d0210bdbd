import Animation
import DisplayLists
import Geometry

/// The last look of a button, which fades over the new one.
struct ButtonChange {
  let index: Int
  /// All faces without captions: the shadows of the others reach into this one.
  let faces: [Picture]
  let area: PixelRect
  let motion: Motion
  /// The last caption, if the new one reads another.
  let caption: Picture?
  /// From 0 to 1; nil before its first frame.
  private var progress: Animated<Double>?

  init(index: Int, faces: [Picture], area: PixelRect, motion: Motion, caption: Picture?) {
    (self.index, self.faces, self.area) = (index, faces, area)
    (self.motion, self.caption) = (motion, caption)
  }

  mutating func start(at time: AnimationTime) {
    guard progress == nil else { return }
    var new = Animated(0.0)
    new.set(1, with: caption == nil ? motion : .label, at: time)
    progress = new
  }

  func isMoving(at time: AnimationTime) -> Bool { progress?.isMoving(at: time) ?? false }

  private func progress(at time: AnimationTime) -> Double { progress?.value(at: time) ?? 0 }

  /// The light of the last caption: none in the second half.
  func formerLabelLight(at time: AnimationTime) -> Double { max(0, 1 - 2 * progress(at: time)) }

  /// The light of the new caption: none in the first half.
  func labelLight(at time: AnimationTime) -> Double { max(0, 2 * progress(at: time) - 1) }

  /// The last face over what is below the buttons in `frame`.
  func snapshot(over frame: Frame, at time: AnimationTime) -> Snapshot {
    let offset = frame.offset
    let area = area.offset(dx: offset.dx, dy: offset.dy)
    var list = frame.list(below: area)
    list.items += faces.map { DisplayItem.picture($0).offset(dx: offset.dx, dy: offset.dy) }
    var snapshot = Snapshot(list, extent: area)
    snapshot.weight = Int((256 * (1 - faceProgress(at: time))).rounded())
    return snapshot
  }

  /// A face that is pressed as its caption changes is there as fast as any other.
  private func faceProgress(at time: AnimationTime) -> Double {
    guard caption != nil, motion == .press else { return progress(at: time) }
    return min(1, progress(at: time) * Motion.label.duration / Motion.press.duration)
  }
}
