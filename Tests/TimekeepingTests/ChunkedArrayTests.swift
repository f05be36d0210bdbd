import TestSupport
import Testing

@testable import Timekeeping

@Suite struct ChunkedArrayTests {
  @Test func isAListLikeAnyOther() {
    var random = SplitMix64(seed: 7)
    var chunked = ChunkedArray()
    var plain: [Int64] = []
    for step in 0..<30_000 {
      // Long ways up and down, over the borders between pieces.
      if step / 7000 % 2 == 0 ? Int.random(in: 0..<8, using: &random) > 0 : plain.isEmpty {
        chunked.append(Int64(step))
        plain.append(Int64(step))
      } else {
        #expect(chunked.popLast() == plain.popLast())
      }
      #expect(chunked.count == plain.count && chunked.last == plain.last)
    }
    #expect(Array(chunked) == plain)
    while let last = plain.popLast() { #expect(chunked.popLast() == last) }
    #expect(chunked.isEmpty && chunked.popLast() == nil && chunked == ChunkedArray())
  }

  @Test func manyAtOnceAreAddedLikeOneByOne() {
    var random = SplitMix64(seed: 8)
    var chunked = ChunkedArray()
    var plain: [Int64] = []
    for count in [0, 1, 2047, 1, 1, 2046, 5000, 0, 4096, 1]
      + (0..<20).map({ _ in Int.random(in: 0..<3000, using: &random) })
    {
      let elements = (0..<count).map { Int64($0 + plain.count) }
      chunked.append(contentsOf: elements)
      plain += elements
      #expect(chunked.count == plain.count && chunked.last == plain.last)
    }
    #expect(Array(chunked) == plain)
  }

  @Test func copiesGoTheirOwnWays() {
    var first = ChunkedArray()
    for value in 0..<5000 { first.append(Int64(value)) }
    var second = first
    second.append(-1)
    for _ in 0..<2500 { _ = first.popLast() }
    #expect(Array(first) == (0..<2500).map { Int64($0) })
    #expect(Array(second) == (0..<5000).map { Int64($0) } + [-1])
  }
}
