public import Geometry

/// A frame from before, which lies over the one that follows it and fades away.
///
/// It is mostly told by where its frame is kept: comparing it with itself, a little more faded, costs nothing.
public struct Snapshot: Equatable, Sendable {
  private final class Storage: Sendable {
    let list: DisplayList
    let depth: Int

    init(_ list: DisplayList, depth: Int) { (self.list, self.depth) = (list, depth) }
  }

  private let storage: Storage
  /// What of it is shown, in device pixels.
  public let extent: PixelRect
  /// How much of it can be seen, in 256ths: at 256 it hides what is behind it.
  public var weight: Int

  /// How many frames may lie in each other: one that is taken while another fades holds that one. The innermost has faded
  /// in each of those around it, and can hardly be seen by then.
  private static let mostDepth = 10

  /// What `list` shows in `extent`, all of which can be seen.
  public init(_ list: DisplayList, extent: PixelRect) {
    self.init(
      list, extent: extent.intersection(list.bounds), weight: 256, depth: Snapshot.mostDepth)
  }

  private init(_ given: DisplayList, extent: PixelRect, weight: Int, depth most: Int) {
    var list = given
    var depth = 1
    for (index, item) in given.items.enumerated() {
      guard case .snapshot(var inner) = item else { continue }
      guard most > 1 else {
        list.items[index] = .none
        continue
      }
      if inner.storage.depth >= most {
        inner = Snapshot(inner.list, extent: inner.extent, weight: inner.weight, depth: most - 1)
        list.items[index] = .snapshot(inner)
      }
      depth = max(depth, inner.storage.depth + 1)
    }
    storage = Storage(list, depth: depth)
    (self.extent, self.weight) = (extent, weight)
  }

  /// The frame that it shows.
  public var list: DisplayList { storage.list }

  /// Whether it shows the same, however faded.
  public func matches(_ other: Snapshot) -> Bool {
    extent == other.extent && (storage === other.storage || list == other.list)
  }

  /// Whether both show the same, as much faded.
  public static func == (left: Snapshot, right: Snapshot) -> Bool {
    left.weight == right.weight && left.matches(right)
  }
}
