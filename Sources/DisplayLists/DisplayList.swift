public import Geometry

/// One frame as data: a background and the items on it, from back to front, in device pixels.
///
/// Two equal lists show the same pixels, whatever was painted before. Items with paths share their
/// storage from frame to frame, so comparing an unchanged one compares an address.
public struct DisplayList: Equatable, Sendable {
  /// The size in device pixels.
  public var width: Int
  public var height: Int
  /// Under all items; opaque, or translucent for a composited window.
  public var background: Color
  /// The shape of the window; everything outside is clear.
  public var outline: Outline
  /// The font of all texts.
  public var font: FontMetrics
  /// From back to front. An item keeps its index from frame to frame where possible.
  public var items: [DisplayItem]

  public init(
    width: Int, height: Int, background: Color, outline: Outline = .rectangle,
    font: FontMetrics = .standard, items: [DisplayItem] = []
  ) {
    self.width = width
    self.height = height
    self.background = background
    self.outline = outline
    self.font = font
    self.items = items
  }

  /// Whether it contains text.
  public var hasText: Bool {
    items.contains { item in
      switch item {
      case .text: true
      case .picture(let picture):
        picture.marks.contains { if case .text = $0 { true } else { false } }
      case .snapshot(let snapshot): snapshot.list.hasText
      case .none, .segments, .hand, .ring: false
      }
    }
  }

  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}

/// Something to show, as a value.
public enum DisplayItem: Equatable, Sendable {
  /// Nothing; keeps the indices of the items after it.
  case none
  /// Marks that change rarely, painted once and then copied.
  case picture(Picture)
  /// Parts with a brightness each: a digit, a colon, a decimal point.
  case segments(SegmentGroup)
  case text(TextRun)
  /// A hand of a dial.
  case hand(Hand)
  /// An activity ring.
  case ring(Ring)
  case snapshot(Snapshot)

  /// All pixels that it may touch.
  public var extent: PixelRect {
    switch self {
    case .none: .zero
    case .picture(let picture): picture.extent
    case .segments(let group): group.extent
    case .text(let run): PixelRect(covering: run.frame)
    case .hand(let hand): hand.extent
    case .ring(let ring): ring.extent
    case .snapshot(let snapshot): snapshot.extent
    }
  }

  /// Adds the pixels that may differ if this item replaces `old`.
  func addChange(from old: DisplayItem, in font: FontMetrics, to damage: inout Damage) {
    switch (self, old) {
    case (.hand(let new), .hand(let before)) where new.isNear(before):
      return new.addTiles(since: before, to: &damage)
    case (.text(let new), .text(let before)):
      if let changed = new.changedFigures(since: before, in: font) { return damage.add(changed) }
    case (.ring(let new), .ring(let before)): return new.addChange(since: before, to: &damage)
    default: break
    }
    old.addAll(to: &damage)
    addAll(to: &damage)
  }

  private func addAll(to damage: inout Damage) {
    if case .hand(let hand) = self {
      hand.addTiles(since: hand, to: &damage)
    } else {
      damage.add(extent)
    }
  }
}
