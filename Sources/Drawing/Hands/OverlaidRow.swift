import Geometry

/// A row of pixels on which overlays are put.
struct OverlaidRow {
  /// The row's number in the window.
  let y: Int

  /// The pixel of column 0, wherever that is.
  private let pixels: UnsafeMutablePointer<UInt32>
  /// Whether behind any pixel of the row there are another three, of this row or the next.
  private let isBeforeOthers: Bool

  /// Row `y` of `buffer`, which has it.
  @inline(__always)
  init(_ buffer: PixelBuffer, row y: Int) {
    self.y = y
    pixels = buffer.row(y) - buffer.rect.x
    isBeforeOthers = y &+ 1 < buffer.rect.y &+ buffer.rect.height && buffer.stride >= 4
  }

  /// Puts `overlay` on the columns `columns`, which are there.
  @inline(__always)
  func put(_ overlay: Overlay, on columns: Range<Int>) {
    let row = pixels + columns.lowerBound
    let whole = columns.count & ~3
    var index = 0
    while index < whole {
      overlay.from(index).four.put(on: row + index)
      index = index &+ 4
    }
    let rest = columns.count & 3
    if rest > 0 { put(overlay.from(index).four, on: row + index, count: rest) }
  }

  /// Puts on each of the columns `columns`, which are there, what `profile` has for it: `place` is how far beside the hand
  /// the first one is, and `step` how much farther each is than that before.
  func put(_ profile: HandProfile, on columns: Range<Int>, place: Int, step: Int) {
    let overlay = profile.overlay
    let row = pixels + columns.lowerBound
    let whole = columns.count & ~3
    var place = place
    var index = 0
    @inline(__always)
    func next() -> Int {
      defer { place = place &+ step }
      return profile.index(at: place)
    }
    while index < whole {
      overlay.four(next(), next(), next(), next()).put(on: row + index)
      index = index &+ 4
    }
    while index < columns.count {
      let own = next()
      put(overlay.four(own, own, own, own), on: row + index, count: 1)
      index = index &+ 1
    }
  }

  /// Puts `words` on the four columns from `x` on, or on those of them that are before `end`.
  @inline(__always)
  func put(_ words: Overlay.Words, at x: Int, until end: Int) {
    if x &+ 4 <= end {
      words.put(on: pixels + x)
    } else {
      put(words, on: pixels + x, count: end &- x)
    }
  }

  /// Puts `words` on the first `count` (1...3) of four pixels.
  @inline(__always)
  private func put(_ words: Overlay.Words, on row: UnsafeMutablePointer<UInt32>, count: Int) {
    if isBeforeOthers {
      words.putAmongFour(on: row, count: count)
    } else {
      words.put(on: row, count: count)
    }
  }
}
