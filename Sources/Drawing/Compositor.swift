public import DisplayLists
public import Geometry

/// Paints display lists into blocks of pixels, and keeps what it has to make only once.
///
/// A pixel's value depends on the list and its place in the window alone, never on the block it is painted in: a
/// window that is repainted in pieces shows what one painted at once does. One compositor serves one window.
public final class Compositor {
  private var cache: SpriteCache
  private var size: (width: Int, height: Int) = (0, 0)
  private let fixedLimit: Int?
  private var hands: [HandPlan] = []
  private var oldestHand = 0
  private var handTables: [HandTables] = []
  /// What is painted from, and where each of its items stands.
  private var frame = DisplayList(width: 0, height: 0, background: .clear)
  private var places: [Place] = []

  /// Where an item stands.
  private struct Place {
    /// All pixels that it may touch.
    var extent: PixelRect
    /// Whether it hides what is behind it, all over its extent.
    var isOpaque: Bool
  }

  /// A compositor that keeps up to `cacheLimit` bytes of sprites; by default as many as suit the window's size.
  public init(cacheLimit: Int? = nil) {
    fixedLimit = cacheLimit.map { max(0, $0) }
    cache = SpriteCache(limit: fixedLimit ?? Compositor.limit(width: 0, height: 0))
    hands.reserveCapacity(Compositor.mostHands)
    handTables.reserveCapacity(Compositor.mostHands)
  }

  /// How many bytes of sprites are kept.
  public var cachedBytes: Int { cache.bytes }

  /// Whether something could not be shown for want of memory.
  public var isIncomplete: Bool { cache.isIncomplete }

  /// Paints the pixels of `buffer.rect`, all of them; what lies outside of the list's bounds is its background.
  ///
  /// For one rectangle of a list; for several, `begin` with it once.
  public func paint(_ list: DisplayList, into buffer: PixelBuffer) {
    begin(list)
    paint(into: buffer)
  }

  /// Says what `paint(into:)` paints from now on. Finds out once where each item stands: most rectangles of a frame
  /// meet a few items of many.
  public func begin(_ list: DisplayList) {
    if size != (list.width, list.height) {
      // Nearly everything has another place or size now.
      cache.removeAll()
      size = (list.width, list.height)
      cache.limit = fixedLimit ?? Compositor.limit(width: list.width, height: list.height)
    }
    frame = list
    places.removeAll(keepingCapacity: true)
    for item in list.items {
      let isOpaque =
        switch item {
        case .picture(let picture): picture.backdrop?.isOpaque ?? false
        case .lights(let group): group.backdrop?.isOpaque ?? false
        default: false
        }
      places.append(Place(extent: item.extent, isOpaque: isOpaque))
    }
  }

  /// Paints the pixels of `buffer.rect`, all of them, from the list that `begin` was called with.
  public func paint(into buffer: PixelBuffer) {
    guard !buffer.rect.isEmpty else { return }
    cache.advance()
    let list = frame
    let isInside = list.bounds.contains(buffer.rect)
    // Nothing before the last item that hides all of the rectangle has to be painted.
    let first = places.lastIndex { isInside && $0.isOpaque && $0.extent.contains(buffer.rect) }
    if first == nil {
      let background = list.background.premultiplied
      for y in buffer.rect.y..<buffer.rect.maxY {
        Blend.fill(buffer.row(y), count: buffer.rect.width, with: background)
      }
    }
    let clip = buffer.rect.intersection(list.bounds)
    for index in (first ?? 0)..<places.count where places[index].extent.intersects(clip) {
      paint(list.items[index], of: list, into: buffer, clip: clip)
    }
  }

  /// Drops what `list` does not show; for a change of scene or theme.
  public func trim(to list: DisplayList) {
    cache.trim(to: list)
  }

  /// Drops everything that was kept; the next paint makes it anew.
  public func removeAll() {
    cache.removeAll()
    hands.removeAll(keepingCapacity: true)
    handTables.removeAll(keepingCapacity: true)
  }

  /// More hands than a window shows; the plans of the last ones are kept.
  private static let mostHands = 8

  /// Two megabytes and three quarters of a window, in bounds: the dial takes about half of one.
  private static func limit(width: Int, height: Int) -> Int {
    2 << 20 + min(max(width * height, 0) * 3, 24 << 20)
  }

  private func paint(_ item: DisplayItem, of list: DisplayList, into buffer: PixelBuffer, clip: PixelRect) {
    switch item {
    case .none: break
    case .picture(let picture):
      cache.block(of: picture, within: list.bounds)?.draw(
        into: buffer, clip: clip, isOpaque: picture.backdrop?.isOpaque ?? false)
    case .lights(let group):
      cache.block(of: group)?.draw(
        into: buffer, clip: clip, dx: group.x, dy: group.y, isOpaque: group.backdrop?.isOpaque ?? false)
    case .text(let run):
      let frame = PixelRect(covering: run.frame).intersection(clip)
      guard !frame.isEmpty else { return }
      if run.isTabular {
        paintTabular(run, into: buffer, clip: frame)
      } else {
        cache.mask(of: run)?.draw(run.color.premultiplied, into: buffer, clip: frame)
      }
    case .hand(let hand):
      guard hand.isDrawable else { return }
      let plan = plan(of: hand)
      guard plan.extent.intersects(clip) else { return }
      plan.paint(into: buffer, clip: clip)
    case .ring(let ring):
      let visible = ring.extent.intersection(clip)
      guard !visible.isEmpty, let map = cache.map(of: ring, within: list.bounds) else { return }
      RingPainter(ring, map: map).paint(into: buffer, clip: visible)
    }
  }

  /// A running number: glyph by glyph on whole pixels, so that a changed digit makes nothing new.
  private func paintTabular(_ run: TextRun, into buffer: PixelBuffer, clip: PixelRect) {
    guard let line = cache.typesetter.set(run) else { return }
    let color = run.color.premultiplied
    var x = Int(line.origin.x)
    let y = Int(line.origin.y)
    for scalar in line.string.unicodeScalars {
      let glyph = line.font.glyph(scalar)
      glyph.mask?.draw(color, into: buffer, clip: clip, dx: x, dy: y)
      x += glyph.advance
    }
  }

  private func plan(of hand: Hand) -> HandPlan {
    for plan in hands where plan.hand == hand { return plan }
    guard hands.count >= Compositor.mostHands else {
      let plan = HandPlan(
        hand, tables: tables(of: hand), shadowStamp: HandStamp(bits: 4), barStamp: HandStamp(bits: 5))
      hands.append(plan)
      return plan
    }
    // The oldest gives its memory to the next.
    oldestHand = (oldestHand + 1) % hands.count
    let oldest = hands[oldestHand]
    let plan = HandPlan(
      hand, tables: tables(of: hand), shadowStamp: oldest.shadowStamp, barStamp: oldest.barStamp)
    hands[oldestHand] = plan
    return plan
  }

  private func tables(of hand: Hand) -> HandTables {
    for tables in handTables where tables.matches(hand) { return tables }
    if handTables.count >= Compositor.mostHands { handTables.removeFirst() }
    let tables = HandTables(hand)
    handTables.append(tables)
    return tables
  }
}
