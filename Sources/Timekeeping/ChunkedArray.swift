/// A list that grows and shrinks at its end, and whose copies share all but their last piece.
///
/// An array that is shared is copied whole when one of its holders adds to it. This one copies a piece, so that adding
/// the millionth element while somebody still holds the list costs what adding the first did.
struct ChunkedArray: RandomAccessCollection, Hashable, Sendable {
  /// The pieces that are full, each of `chunkLength` elements.
  private var chunks: [[Int64]] = []
  /// Those that came after them; empty only where the whole list is.
  private var tail: [Int64] = []

  /// 16 kB a piece.
  private static let chunkLength = 2048

  var startIndex: Int { 0 }
  var endIndex: Int { chunks.count * ChunkedArray.chunkLength + tail.count }

  var count: Int { endIndex }

  /// The newest element.
  var last: Int64? { tail.last }

  subscript(index: Int) -> Int64 {
    let (chunk, place) = index.quotientAndRemainder(dividingBy: ChunkedArray.chunkLength)
    return chunk < chunks.count ? chunks[chunk][place] : tail[place]
  }

  mutating func append(_ element: Int64) {
    if tail.count == ChunkedArray.chunkLength {
      chunks.append(tail)
      tail = []
      tail.reserveCapacity(ChunkedArray.chunkLength)
    }
    tail.append(element)
  }

  /// Adds `elements`, each piece of them at once.
  mutating func append(contentsOf elements: [Int64]) {
    var rest = elements[...]
    while let first = rest.popFirst() {
      append(first)
      let part = rest.prefix(ChunkedArray.chunkLength - tail.count)
      tail += part
      rest = rest.dropFirst(part.count)
    }
  }

  /// Takes the newest element away and returns it; nil where there is none.
  mutating func popLast() -> Int64? {
    guard let last = tail.popLast() else { return nil }
    if tail.isEmpty, let full = chunks.popLast() { tail = full }
    return last
  }
}
