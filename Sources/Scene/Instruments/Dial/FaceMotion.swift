import Animation
import DisplayLists
import Geometry
import Session

/// The face of a dial on its way to another place, another size or another face.
///
/// At rest the dial draws its face as one picture. In motion, the plate, the track of the laps and the ink (ticks and
/// numerals) are pictures of their own, which are scaled and mixed as they are: to paint them anew in each frame would
/// take longer than a frame.
struct FaceMotion {
  /// What a face is drawn from.
  struct Source {
    let layout: DialLayout
    /// Nil with the hours.
    let face: DialFace?
    let theme: Theme
  }

  private struct Layer {
    enum Kind: Equatable {
      case plate
      case track
      case ink(DialFace?)
      case texts
    }

    let kind: Kind
    let picture: Picture
    /// Of the layout that it was drawn for.
    let geometry: DialGeometry
    var weight: Animated<Double>

    func shown(in now: DialGeometry, at time: AnimationTime) -> DisplayItem {
      let isAsLargeAsPlate = kind == .plate || kind == .track
      let scale = isAsLargeAsPlate ? now.side / geometry.side : now.diameter / geometry.diameter
      return .scaled(
        ScaledPicture(
          picture, anchor: geometry.center, at: now.center, scale: scale,
          weight: Int((256 * weight.value(at: time)).rounded())))
    }
  }

  private var source: Source?
  private var geometry: Animated<DialGeometry>?
  private var (plate, track, ink): (Layer?, Layer?, Layer?)
  private var leaving: [Layer] = []
  /// What starts with the next frame.
  private var pending: Motion?

  /// Shows `new`. Moves there by `motion`; without one, goes on with what moves, or is there at once after a cut.
  /// `extras` are marks of the last face that go with its track and with its ink.
  mutating func show(
    _ new: Source, with motion: Motion?, isCut: Bool, extras: (track: [Mark], ink: [Mark])
  ) {
    defer { source = new }
    guard let old = source, !isCut, motion != nil || geometry != nil else {
      self = FaceMotion()
      return
    }
    if geometry == nil {
      geometry = Animated(old.layout.geometry)
      ink = FaceMotion.ink(of: old)
      track = FaceMotion.track(of: old)
    }
    plate = FaceMotion.plate(of: new)
    replace(\.ink, with: FaceMotion.ink(of: new), moves: motion != nil)
    replace(\.track, with: FaceMotion.track(of: new), extras: extras.track, moves: motion != nil)
    if motion == nil { geometry?.track(new.layout.geometry) }
    if motion != nil, !extras.ink.isEmpty {
      let texts = Picture(extras.ink, covering: old.layout.plate)
      leaving.append(
        Layer(
          kind: .texts, picture: texts, geometry: old.layout.geometry, weight: Animated(1)))
    }
    pending = motion ?? pending
  }

  /// A layer of the same kind goes on. One that comes back takes the strength that it still has.
  private mutating func replace(
    _ path: WritableKeyPath<FaceMotion, Layer?>, with new: Layer?, extras: [Mark] = [],
    moves: Bool
  ) {
    var new = new
    let old = self[keyPath: path]
    if let old, old.kind == new?.kind {
      new?.weight = old.weight
    } else if moves {
      if let index = leaving.firstIndex(where: { $0.kind == new?.kind }) {
        new?.weight = leaving.remove(at: index).weight
      } else {
        new?.weight = Animated(0)
      }
      if let old {
        let picture = old.picture.with(extras)
        leaving.append(
          Layer(kind: old.kind, picture: picture, geometry: old.geometry, weight: old.weight))
      }
    }
    self[keyPath: path] = new
  }

  /// Starts what is to start with this frame, and ends what is at rest.
  mutating func advance(to moment: Moment) {
    let time = moment.time
    if let motion = pending, let source {
      geometry?.set(source.layout.geometry, with: motion, at: time)
      track?.weight.set(1, with: motion, at: time)
      ink?.weight.set(1, with: .ink, at: time)
      for index in leaving.indices {
        leaving[index].weight.set(
          0, with: .ink, at: time)
      }
      pending = nil
    }
    guard geometry != nil else { return }
    leaving.removeAll { !$0.weight.isMoving(at: time) }
    let isMoving =
      geometry?.isMoving(at: time) == true || !leaving.isEmpty
      || [ink, track].contains { $0?.weight.isMoving(at: time) == true }
    // A whole plate hides what is around it.
    if !isMoving, !moment.isArriving { (geometry, plate, track, ink) = (nil, nil, nil, nil) }
  }

  var isMoving: Bool { geometry != nil }

  /// The strength of the laps' track, and of what is on it.
  func trackLight(at time: AnimationTime) -> Double { track?.weight.value(at: time) ?? 1 }

  /// The strength of the ink, and of what is on it.
  func inkLight(at time: AnimationTime) -> Double { ink?.weight.value(at: time) ?? 1 }

  /// The dial as it is between two layouts.
  func layout(_ layout: DialLayout, at time: AnimationTime) -> DialLayout {
    geometry.map { layout.moved(to: $0.value(at: time)) } ?? layout
  }

  /// `picture` of `layout` as it is now, on the track of the laps.
  func onTrack(_ picture: Picture, of layout: DialLayout, at time: AnimationTime) -> DisplayItem {
    shown(.track, picture, of: layout, light: trackLight(at: time), at: time)
  }

  /// `picture` of `layout` as it is now, with the ink.
  func onInk(_ picture: Picture, of layout: DialLayout, at time: AnimationTime) -> DisplayItem {
    shown(.texts, picture, of: layout, light: inkLight(at: time), at: time)
  }

  private func shown(
    _ kind: Layer.Kind, _ picture: Picture, of layout: DialLayout, light: Double,
    at time: AnimationTime
  ) -> DisplayItem {
    guard let now = geometry?.value(at: time) else { return .picture(picture) }
    return Layer(
      kind: kind, picture: picture, geometry: layout.geometry, weight: Animated(light)
    ).shown(in: now, at: time)
  }

  /// The plate and the tracks on it.
  func composePlate(at time: AnimationTime, into frame: inout Frame) {
    guard let geometry, let plate else { return }
    let now = geometry.value(at: time)
    frame.append(
      geometry.isMoving(at: time) ? plate.shown(in: now, at: time) : .picture(plate.picture))
    for layer in leaving where layer.kind == .track { frame.append(layer.shown(in: now, at: time)) }
    if let track { frame.append(track.shown(in: now, at: time)) }
  }

  /// What is over a wedge and below the hands.
  func composeInk(at time: AnimationTime, into frame: inout Frame) {
    guard let now = geometry?.value(at: time) else { return }
    for layer in leaving where layer.kind != .track { frame.append(layer.shown(in: now, at: time)) }
    if let ink { frame.append(ink.shown(in: now, at: time)) }
  }

  private static func plate(of source: Source) -> Layer {
    layer(.plate, source, source.layout.emptyPlate(theme: source.theme))
  }

  private static func track(of source: Source) -> Layer? {
    source.layout.track(theme: source.theme).map { layer(.track, source, $0) }
  }

  private static func ink(of source: Source) -> Layer? {
    source.layout.allInk(source.face, theme: source.theme).map {
      layer(.ink(source.face), source, $0)
    }
  }

  private static func layer(_ kind: Layer.Kind, _ source: Source, _ picture: Picture) -> Layer {
    Layer(
      kind: kind, picture: picture, geometry: source.layout.geometry, weight: Animated(1))
  }
}

extension Picture {
  /// The picture with more marks, which do not reach beyond it.
  fileprivate func with(_ more: [Mark]) -> Picture {
    more.isEmpty ? self : Picture(marks: marks + more, extent: bounds, backdrop: backdrop)
  }
}
