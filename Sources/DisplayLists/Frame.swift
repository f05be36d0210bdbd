public import Geometry

/// The current frame and its unpainted changes.
///
/// Slices are written in place: comparing each new item with the old one at its index yields both
/// the changed items and the changed pixels.
public struct Frame: Sendable {
  public private(set) var list = DisplayList(width: 0, height: 0, background: .clear)
  public var damage = Damage()
  /// The indices of the items that differ from those painted last; nil if all may.
  public var changedItems: [Int]?
  /// The offset of all items but snapshots, in whole device pixels, applied as they are written.
  public var offset = (dx: 0, dy: 0)
  /// The start of the slice, the index of its next item, and its old end.
  private var start = 0
  private var next = 0
  private var end = 0

  public init() {}

  /// Forgets the changes, once they are painted.
  public mutating func removeChanges() {
    damage.removeAll()
    if changedItems == nil { changedItems = [] }
    changedItems?.removeAll(keepingCapacity: true)
  }

  /// Takes all but the items of `canvas`. A change damages the whole frame.
  public mutating func setCanvas(_ canvas: DisplayList) {
    var new = canvas
    new.items = list.items
    guard new != list else { return }
    list = new
    changedItems = nil
    damage.removeAll()
    damage.add(list.bounds)
  }

  /// Starts writing the slice at `start`, which has `count` old items.
  public mutating func beginSlice(at start: Int, count: Int) {
    self.start = start
    next = start
    end = start + count
  }

  /// Writes the next item of the slice.
  public mutating func append(_ item: DisplayItem) {
    let item = offset == (0, 0) ? item : item.offset(dx: offset.dx, dy: offset.dy)
    if next == end {
      list.items.insert(item, at: next)
      changedItems = nil
      if !isDamagedWhole { damage.add(item.extent) }
      end += 1
    } else if list.items[next] != item {
      if !isDamagedWhole {
        item.addChange(from: list.items[next], in: list.font, to: &damage)
      }
      if changedItems?.contains(next) == false { changedItems?.append(next) }
      list.items[next] = item
    }
    next += 1
  }

  /// Ends the slice, removes its remaining old items, and returns its new item count.
  public mutating func endSlice() -> Int {
    if next < end {
      if !isDamagedWhole { for item in list.items[next..<end] { damage.add(item.extent) } }
      list.items.removeSubrange(next..<end)
      changedItems = nil
    }
    return next - start
  }

  /// The list as it is in `area` below the slice that is being written.
  public func list(below area: PixelRect) -> DisplayList {
    var below = DisplayList(
      width: list.width, height: list.height, background: list.background, outline: list.outline,
      font: list.font)
    below.items = list.items[..<start].filter { $0.extent.intersects(area) }
    return below
  }

  public mutating func removeAll() {
    beginSlice(at: 0, count: list.items.count)
    _ = endSlice()
  }

  private var isDamagedWhole: Bool {
    damage.rects.count == 1 && damage.rects[0].contains(list.bounds)
  }

  public mutating func clipDamage() {
    damage.clip(to: list.bounds)
  }

  public mutating func show(_ other: DisplayList) {
    setCanvas(other)
    beginSlice(at: 0, count: list.items.count)
    for item in other.items { append(item) }
    _ = endSlice()
    clipDamage()
  }
}

extension DisplayItem {
  /// A snapshot stays.
  package func offset(dx: Int, dy: Int) -> DisplayItem {
    let (x, y) = (Double(dx), Double(dy))
    switch self {
    case .none, .snapshot: return self
    case .picture(var picture):
      picture.x += dx
      picture.y += dy
      return .picture(picture)
    case .scaled(var shown):
      shown.place = shown.place.offset(dx: x, dy: y)
      return .scaled(shown)
    case .segments(var group):
      group.x += dx
      group.y += dy
      return .segments(group)
    case .text(var run):
      run.frame = run.frame.offset(dx: x, dy: y)
      return .text(run)
    case .hand(var hand):
      hand.center = hand.center.offset(dx: x, dy: y)
      return .hand(hand)
    case .ring(var ring):
      ring.center = ring.center.offset(dx: x, dy: y)
      return .ring(ring)
    case .sector(var sector):
      sector.center = sector.center.offset(dx: x, dy: y)
      return .sector(sector)
    }
  }
}
