import Testing
import Timekeeping
import Wording

@Suite("Counter")
struct CounterTests {
  @Test(
    "the limit is a nine in every digit",
    arguments: [(1, 9), (3, 999), (18, 999_999_999_999_999_999)])
  func limit(digits: Int, limit: Int) throws {
    var counter = try Counter(limit, digits: digits)
    #expect(counter.limit == limit && counter.value == limit)
    #expect(counter.allows(.by(0)) && !counter.allows(.by(1)) && counter.allows(.by(-2 * limit)))
    try counter.set(-limit)
    #expect(counter.value == -limit && !counter.allows(.by(-1)))
  }

  @Test(
    "a value out of range is refused and the count stays", arguments: [-1000, 1000, .max, .min])
  func refusesValues(value: Int) throws {
    var counter = try Counter(905)
    let error = TextError(
      mark("the count {0} is out of range: use {1} to {2}", value, -999, 999))
    #expect(throws: error) { try counter.set(value) }
    #expect(counter.value == 905 && !counter.allows(.to(value)) && !counter.allows(.by(2 * 905)))
  }

  @Test("a step leads to a sum, or beyond every counter")
  func adds() {
    #expect(CounterChange.by(-3).value(from: 10) == 7 && CounterChange.to(5).value(from: 10) == 5)
    #expect(CounterChange.by(.max).value(from: 905) == .max)
    #expect(CounterChange.by(.min).value(from: -905) == .min)
  }

  @Test("a number of digits outside 1...18 is refused", arguments: [0, -1, 19, .max, .min])
  func refusesDigits(digits: Int) {
    let error = TextError("a counter cannot have \(digits) digits: use 1 to 18")
    #expect(throws: error) { try Counter(0, digits: digits) }
  }
}
