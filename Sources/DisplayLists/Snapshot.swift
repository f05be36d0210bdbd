public import Geometry

/// A part of an earlier frame that fades out over the current one; shares its items.
public struct Snapshot: Equatable, Sendable {
  /// The opacity in 256ths.
  public var weight = 256
  /// Whether what is below is lighter or darker as a whole: then whatever changes the other way round, such as text, is
  /// not mixed but changes at half the weight. Mixed, it would once be as light as what it is on.
  public var flip: Flip?
  public let extent: PixelRect
  public let list: DisplayList
  private let depth: Int

  public enum Flip: Sendable {
    case toLight, toDark
  }

  /// The maximum nesting of snapshots taken while others fade; the innermost is hardly visible.
  private static let maxDepth = 16

  public init(_ list: DisplayList, extent: PixelRect) {
    var (list, depth) = (list, 1)
    for case .snapshot(let inner) in list.items { depth = max(depth, inner.depth + 1) }
    if depth > Snapshot.maxDepth {
      list.items.removeAll { if case .snapshot = $0 { true } else { false } }
      depth = 1
    }
    (self.list, self.depth) = (list, depth)
    self.extent = extent.intersection(list.bounds)
  }
}
