import TestSupport
import Testing

@testable import Drawing

@Suite("What is kept") struct LRUCacheTests {
  private struct Missing: Error {}

  @Test(
    "what was not used for the longest time is the oldest, however the uses came", arguments: 0..<20
  )
  func oldest(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var cache = LRUCache<Int>()
    var uses: [Int: Int] = [:]
    for time in 0..<200 {
      let value = Int.random(in: 0..<12, using: &random)
      let known = cache.value(at: time) { $0 == value }
      #expect((known == value) == (uses[value] != nil))
      if known == nil { cache.add(value, at: time) }
      uses[value] = time
      if cache.count > 8 {
        guard let oldest = cache.oldest() else { throw Missing() }
        let removed = cache.remove(at: oldest.place)
        #expect(oldest.lastUse == uses.values.min() && uses[removed] == oldest.lastUse)
        uses[removed] = nil
      }
      #expect(cache.count == uses.count)
    }
    cache.removeAll()
    let none = cache.oldest()
    #expect(cache.count == 0 && none == nil)
  }

  @Test("what is not free to go is passed over")
  func free() {
    var cache = LRUCache<String>()
    for (time, value) in ["a", "b", "c"].enumerated() { cache.add(value, at: time) }
    let second = cache.oldest { $0 != "a" }
    #expect(second?.place == 1 && second?.lastUse == 1)
    let none = cache.oldest { _ in false }
    #expect(none == nil)
    // Used again, the first one is the newest.
    let first = cache.value(at: 9) { $0 == "a" }
    let oldest = cache.oldest()
    #expect(first == "a" && oldest?.place == 1)
  }
}
