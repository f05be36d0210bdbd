public import Geometry

/// A part of an earlier frame that fades out over the current one.
///
/// The frame is shared, so comparing a snapshot with a fainter copy of itself costs nothing.
public struct Snapshot: Equatable, Sendable {
  private final class Storage: Sendable {
    let list: DisplayList
    let depth: Int

    init(_ list: DisplayList, depth: Int) { (self.list, self.depth) = (list, depth) }
  }

  private let storage: Storage
  public let extent: PixelRect
  /// The opacity in 256ths.
  public var weight: Int

  /// The maximum nesting of snapshots taken while others fade; the innermost is hardly visible.
  private static let maxDepth = 16

  public init(_ list: DisplayList, extent: PixelRect) {
    var (list, depth) = (list, 1)
    for case .snapshot(let inner) in list.items { depth = max(depth, inner.storage.depth + 1) }
    if depth > Snapshot.maxDepth {
      list.items.removeAll { if case .snapshot = $0 { true } else { false } }
      depth = 1
    }
    storage = Storage(list, depth: depth)
    (self.extent, weight) = (extent.intersection(list.bounds), 256)
  }

  public var list: DisplayList { storage.list }

  /// Returns whether both show the same content, regardless of opacity.
  public func matches(_ other: Snapshot) -> Bool {
    extent == other.extent && (storage === other.storage || list == other.list)
  }

  public static func == (left: Snapshot, right: Snapshot) -> Bool {
    left.weight == right.weight && left.matches(right)
  }
}
