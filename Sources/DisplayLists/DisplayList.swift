public import Geometry

/// One frame as data: a background and items from back to front, in device pixels.
///
/// Items with paths share their storage between frames, so comparing an unchanged item compares an
/// address.
public struct DisplayList: Equatable, Sendable {
  public var width: Int
  public var height: Int
  /// Opaque, or translucent for a composited window.
  public var background: Color
  /// The shape of the window; everything outside is transparent.
  public var outline: Outline
  public var font: FontMetrics
  /// From back to front. Items keep their index between frames where possible.
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

  /// Whether it may have text: a picture may consist of text alone.
  public var hasText: Bool {
    items.contains { item in
      switch item {
      case .text, .picture, .scaled: true
      case .none, .segments, .hand, .ring, .sector, .snapshot: false
      }
    }
  }

  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}

public enum DisplayItem: Equatable, Sendable {
  /// A placeholder that keeps the indices of the items after it.
  case none
  case picture(Picture)
  indirect case scaled(ScaledPicture)
  case segments(SegmentGroup)
  case text(TextRun)
  case hand(Hand)
  case ring(Ring)
  case sector(Sector)
  indirect case snapshot(Snapshot)

  public var extent: PixelRect {
    switch self {
    case .none: .zero
    case .picture(let picture): picture.extent
    case .scaled(let shown): shown.extent
    case .segments(let group): group.extent
    case .text(let run): PixelRect(covering: run.frame)
    case .hand(let hand): hand.extent
    case .ring(let ring): ring.extent
    case .sector(let sector): sector.extent
    case .snapshot(let snapshot): snapshot.extent
    }
  }

  func addChange(from old: DisplayItem, in font: FontMetrics, to damage: inout Damage) {
    switch (self, old) {
    case (.hand(let new), .hand(let before)) where new.isNear(before):
      return new.addTiles(since: before, to: &damage)
    case (.text(let new), .text(let before)):
      if let changed = new.changedFigures(since: before, in: font) { return damage.add(changed) }
    case (.ring(let new), .ring(let before)): return new.addChange(since: before, to: &damage)
    case (.sector(let new), .sector(let before)):
      return new.addChange(since: before, to: &damage)
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
