public import Geometry

/// The frame that is shown, and what of it has not been painted yet.
///
/// It is written slice by slice, in place: every item is compared with the one that stood there, once, and that tells
/// both which pixels and which items differ.
public struct Frame: Sendable {
  /// What is shown.
  public private(set) var list = DisplayList(width: 0, height: 0, background: .clear)
  /// What differs from what was painted last.
  public var changes = Changes()
  /// Where the slice begins, where its next item goes, and where it ended up to now.
  private var start = 0
  private var place = 0
  private var end = 0

  /// A frame of no size.
  public init() {}

  /// Gives the frame its size in device pixels and its background, outline and typeface; with others than before, all of it
  /// differs.
  public mutating func setCanvas(
    width: Int, height: Int, background: Color, outline: Outline = .rectangle,
    font: FontMetrics = .standard
  ) {
    guard
      width != list.width || height != list.height || background != list.background
        || outline != list.outline || font != list.font
    else { return }
    list.outline = outline
    list.font = font
    list.width = width
    list.height = height
    list.background = background
    changes.addEverything()
    changes.damage.removeAll()
    changes.damage.add(list.bounds)
  }

  /// Starts to write the slice that begins at `start` and had `count` items.
  public mutating func beginSlice(at start: Int, count: Int) {
    self.start = start
    place = start
    end = start + count
  }

  /// Writes the next item of the slice; its backdrop only where the frame's background hides what is behind it, too.
  public mutating func append(_ item: DisplayItem) {
    let item = list.background.alpha < 1 ? item.withoutBackdrop : item
    if place == end {
      list.items.insert(item, at: place)
      changes.addEverything()
      if !isDamagedWhole { changes.damage.add(item.extent) }
      end += 1
    } else if list.items[place] != item {
      if !isDamagedWhole {
        item.addChange(from: list.items[place], in: list.font, to: &changes.damage)
      }
      changes.add(item: place)
      list.items[place] = item
    }
    place += 1
  }

  /// Leaves the next item of the slice as it is; there has to be one.
  public mutating func keep() {
    place += 1
  }

  /// Ends the slice: what was not written again is gone. Returns how many items it has.
  public mutating func endSlice() -> Int {
    if place < end {
      if !isDamagedWhole { for item in list.items[place..<end] { changes.damage.add(item.extent) } }
      list.items.removeSubrange(place..<end)
      changes.addEverything()
    }
    return place - start
  }

  private var isDamagedWhole: Bool {
    changes.damage.rects.count == 1 && changes.damage.rects[0].contains(list.bounds)
  }

  /// Cuts off what lies outside of the frame.
  public mutating func clipDamage() {
    changes.damage.clip(to: list.bounds)
  }

  /// Shows all of `other` instead.
  public mutating func show(_ other: DisplayList) {
    setCanvas(
      width: other.width, height: other.height, background: other.background,
      outline: other.outline,
      font: other.font)
    beginSlice(at: 0, count: list.items.count)
    for item in other.items { append(item) }
    _ = endSlice()
    clipDamage()
  }
}

extension DisplayItem {
  /// The same, through which everything is seen that lies behind it.
  fileprivate var withoutBackdrop: DisplayItem {
    switch self {
    case .picture(let picture) where picture.backdrop != nil:
      .picture(Picture(marks: picture.marks, extent: picture.extent))
    case .segments(let group) where group.shape.backdrop != nil:
      .segments(
        SegmentGroup(group.shape.withoutBackdrop, x: group.x, y: group.y, levels: group.levels))
    default: self
    }
  }
}

extension DisplayList {
  /// What differs between this frame and `old`.
  public func changes(since old: DisplayList) -> Changes {
    var frame = Frame()
    frame.show(old)
    frame.changes.removeAll()
    frame.show(self)
    return frame.changes
  }
}
