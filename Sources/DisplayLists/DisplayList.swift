public import Geometry

/// One frame as data: a background and the items on it, from back to front, in device pixels.
///
/// Composing makes it, diffing two of them gives the damage, and painting reads it; none of them keeps anything
/// else. Two equal lists show the same pixels, whatever was painted before.
public struct DisplayList: Equatable, Sendable {
  /// The window's extent in device pixels.
  public var width: Int
  /// The window's extent in device pixels.
  public var height: Int
  /// What is under everything; opaque, or translucent for a composited window.
  public var background: Color
  /// The items, from back to front. An item keeps its index from frame to frame where it can.
  public var items: [DisplayItem]

  /// An empty frame.
  public init(width: Int, height: Int, background: Color, items: [DisplayItem] = []) {
    self.width = width
    self.height = height
    self.background = background
    self.items = items
  }

  /// The whole frame.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Adds to `damage` all pixels that may differ between this frame and `previous`.
  public func addChanges(since previous: DisplayList, to damage: inout Damage) {
    guard width == previous.width, height == previous.height, background == previous.background else {
      damage.add(bounds)
      return
    }
    let common = min(items.count, previous.items.count)
    for index in 0..<common where items[index] != previous.items[index] {
      items[index].addChange(from: previous.items[index], to: &damage)
    }
    for index in common..<max(common, items.count) { damage.add(items[index].extent) }
    for index in common..<max(common, previous.items.count) { damage.add(previous.items[index].extent) }
    damage.clip(to: bounds)
  }

  /// Adds to `changes` what may differ between this frame and `previous`: the pixels and the items.
  public func addChanges(since previous: DisplayList, to changes: inout Changes) {
    addChanges(since: previous, to: &changes.damage)
    guard width == previous.width, height == previous.height, items.count == previous.items.count else {
      changes.addEverything()
      return
    }
    for index in items.indices where items[index] != previous.items[index] { changes.add(item: index) }
  }

  /// Puts `part` in the place of as many items from `start` on, and adds to `changes` what differs.
  ///
  /// The frame shows then what another with those items would, with as little work as there is change.
  public mutating func replaceItems(from start: Int, with part: [DisplayItem], noting changes: inout Changes)
  {
    var index = start
    for item in part where index < items.count {
      if items[index] != item {
        item.addChange(from: items[index], to: &changes.damage)
        changes.add(item: index)
        items[index] = item
      }
      index += 1
    }
    changes.damage.clip(to: bounds)
  }
}

/// Something to show, as a plain value.
public enum DisplayItem: Equatable, Sendable {
  /// Nothing: keeps the indices of the items after it in place.
  case none
  /// Marks that change rarely, painted once into a picture of their own.
  case picture(Picture)
  /// A group of parts that are each lit to a degree: a digit, a colon, a decimal point.
  case lights(LightGroup)
  /// A line of text.
  case text(TextRun)
  /// A bar with round ends: a hand of a dial.
  case hand(Hand)
  /// An activity ring.
  case ring(Ring)

  /// All pixels that it may touch.
  public var extent: PixelRect {
    switch self {
    case .none: .zero
    case .picture(let picture): picture.extent
    case .lights(let group): group.extent
    case .text(let run): PixelRect(covering: run.frame)
    case .hand(let hand): hand.extent
    case .ring(let ring): ring.extent
    }
  }

  /// Adds the pixels that may differ when `old` gives way to this item.
  func addChange(from old: DisplayItem, to damage: inout Damage) {
    if case .hand(let new) = self, case .hand(let before) = old, new.isNear(before) {
      new.addTiles(since: before, to: &damage)
      return
    }
    if case .text(let new) = self, case .text(let before) = old,
      let changed = new.changedFigures(since: before)
    {
      damage.add(changed)
      return
    }
    if case .ring(let new) = self, case .ring(let before) = old {
      new.addChange(since: before, to: &damage)
      return
    }
    old.addAll(to: &damage)
    addAll(to: &damage)
  }

  /// Adds all pixels that it may touch, a hand's as tiles.
  private func addAll(to damage: inout Damage) {
    if case .hand(let hand) = self {
      hand.addTiles(since: hand, to: &damage)
    } else {
      damage.add(extent)
    }
  }
}
