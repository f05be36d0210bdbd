package import Geometry

/// Frames that are painted before their time, several at once, and shown one by one when they are due.
///
/// After 16 ms of sleep none of the code and the data of a frame is in a cache any more, and to fetch it costs more than what it
/// does: a frame that is made right behind another costs half.
extension Presenter {
  /// The most frames that are held at once.
  package static let mostHeld = 7

  /// Makes room for `count` frames like the last one, to be held until they are due; returns how many there is room for.
  ///
  /// Only what is shared with the server can wait without being copied.
  package func makeRoom(for count: Int) -> Int {
    guard staging.segment != nil, ahead.isEmpty, !isClosed, count > 0, lastSize > 0 else { return 0 }
    // Frames are not all of one size.
    let size = lastSize + lastSize / 8
    guard size <= StagingMemory.largestAhead / 2 else { return 0 }
    let count = min(count, Presenter.mostHeld)
    // Besides them there is the frame that was sent just now; those before it the server has mostly read.
    // As much as it grows to for as many.
    let most = min((Presenter.mostHeld + 1) * (size + size / 8), StagingMemory.largestAhead)
    if staging.shrink(to: most) { image.pointee.obdata = staging.segment?.imageData }
    grow(for: (count + 1) * size, upTo: StagingMemory.largestAhead)
    return min(count, staging.free / size)
  }

  /// Paints a frame of `rects` that is to be shown later, behind all that are held; false, and nothing is done, where there is no
  /// room or no memory.
  package func hold(_ rects: [PixelRect], paint: (PixelBuffer) -> Void) -> Bool {
    guard staging.segment != nil, ahead.count < Presenter.mostHeld, staging.bytes(for: rects) <= staging.free
    else {
      return false
    }
    let start = staging.used
    for rect in rects where !rect.isEmpty {
      guard staging.paint(rect, at: staging.used, by: paint) else {
        staging.used = start
        ahead.dropUnfinished()
        return false
      }
      ahead.add(Piece(rect: rect, offset: staging.used))
      staging.used += staging.bytes(for: rect)
    }
    ahead.endFrame(from: start)
    return true
  }

  /// Shows the first of the held frames; nothing where there is none, or the server is behind.
  package func showHeld() {
    guard canBeginFrame, let start = ahead.begin() else { return }
    var band = Band(start: start)
    while let piece = ahead.next() {
      put(piece)
      band.isBegun = true
    }
    finish(band)
  }

  /// Forgets the held frames, and returns what they would have painted.
  package func dropHeld() -> [PixelRect] {
    guard let start = ahead.start else { return [] }
    staging.used = start
    return ahead.removeAll()
  }
}

/// What was painted of frames to come, first to last.
struct HeldFrames {
  private var pieces: [Presenter.Piece] = []
  /// Of each frame, where in the staging memory it begins, and where its pieces end in the list.
  private var frames: [(start: Int, end: Int)] = []
  /// How many of the frames, and of the pieces, have been shown.
  private var shownFrames = 0
  private var shownPieces = 0

  var count: Int { frames.count - shownFrames }
  var isEmpty: Bool { count == 0 }

  /// Where in the staging memory the first of them begins; nil where there is none.
  var start: Int? { isEmpty ? nil : frames[shownFrames].start }

  mutating func add(_ piece: Presenter.Piece) {
    pieces.append(piece)
  }

  /// Ends the frame that consists of the pieces added last, and that begins at `start` bytes.
  mutating func endFrame(from start: Int) {
    frames.append((start, pieces.count))
  }

  /// Forgets the pieces of a frame that was not ended.
  mutating func dropUnfinished() {
    pieces.removeLast(pieces.count - (frames.last?.end ?? 0))
  }

  /// Begins to show the first; returns where it begins in the staging memory.
  mutating func begin() -> Int? {
    guard !isEmpty else { return nil }
    shownFrames += 1
    return frames[shownFrames - 1].start
  }

  /// The next piece of the frame that is being shown.
  mutating func next() -> Presenter.Piece? {
    guard shownFrames > 0, shownPieces < frames[shownFrames - 1].end else {
      if isEmpty { removeAll() }
      return nil
    }
    shownPieces += 1
    return pieces[shownPieces - 1]
  }

  /// Forgets all of them, and returns the rectangles that have not been shown.
  @discardableResult
  mutating func removeAll() -> [PixelRect] {
    let rects = pieces[shownPieces...].map(\.rect)
    pieces.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    (shownFrames, shownPieces) = (0, 0)
    return rects
  }
}
