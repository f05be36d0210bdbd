public import Geometry

/// What is to be shown and not shown yet: which items of a frame differ from those painted last, and which pixels.
///
/// It is gathered over as many frames as are composed between two that are painted.
public struct Changes: Sendable {
  /// The pixels that may differ.
  public var damage = Damage()
  /// The items that differ, by their index; some may be named twice.
  public private(set) var items: [Int] = []
  /// Whether all items may differ.
  public private(set) var isEverything = true

  /// All of a first frame.
  public init() {}

  /// Notes that the item at `index` differs.
  mutating func add(item index: Int) {
    // Naming more than a frame has costs more than looking at them all.
    if items.count >= Changes.most { isEverything = true }
    if !isEverything { items.append(index) }
  }

  /// Notes that all items may differ.
  public mutating func addEverything() { isEverything = true }

  /// Forgets the items, which have been taken note of; the damage stays.
  public mutating func removeItems() {
    items.removeAll(keepingCapacity: true)
    isEverything = false
  }

  /// Forgets all of it: the frame has been painted.
  public mutating func removeAll() {
    removeItems()
    damage.removeAll()
  }

  private static let most = 256
}
