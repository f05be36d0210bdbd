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
  private static let maxDepth = 10

  public init(_ list: DisplayList, extent: PixelRect) {
    self.init(
      list, extent: extent.intersection(list.bounds), weight: 256, depth: Snapshot.maxDepth)
  }

  private init(_ given: DisplayList, extent: PixelRect, weight: Int, depth limit: Int) {
    var list = given
    var depth = 1
    for (index, item) in given.items.enumerated() {
      guard case .snapshot(var inner) = item else { continue }
      guard limit > 1 else {
        list.items[index] = .none
        continue
      }
      if inner.storage.depth >= limit {
        inner = Snapshot(inner.list, extent: inner.extent, weight: inner.weight, depth: limit - 1)
        list.items[index] = .snapshot(inner)
      }
      depth = max(depth, inner.storage.depth + 1)
    }
    storage = Storage(list, depth: depth)
    (self.extent, self.weight) = (extent, weight)
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
