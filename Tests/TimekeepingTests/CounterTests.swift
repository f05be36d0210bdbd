import Testing
import Timekeeping

@Suite("Counter")
struct CounterTests {
  @Test(
    "the limit is a nine in every digit",
    arguments: [(1, 9), (3, 999), (18, 999_999_999_999_999_999)])
  func limit(digits: Int, limit: Int) throws {
    var counter = try Counter(limit, digits: digits)
    #expect(counter.limit == limit && counter.value == limit)
    #expect(throws: CounterError.sumOutOfRange(value: limit, amount: 1, limit: limit)) {
      try counter.add(1)
    }
    #expect(counter.value == limit)
    try counter.set(-limit)
    #expect(throws: CounterError.sumOutOfRange(value: -limit, amount: -1, limit: limit)) {
      try counter.add(-1)
    }
    #expect(counter.value == -limit)
  }

  @Test(
    "a value out of range is refused and the count stays", arguments: [-1000, 1000, .max, .min])
  func refusesValues(value: Int) throws {
    var counter = try Counter(905)
    #expect(throws: CounterError.valueOutOfRange(value, limit: 999)) { try counter.set(value) }
    #expect(counter.value == 905)
  }

  @Test("a step out of range is refused and the count stays", arguments: [95, -1905, .max, .min])
  func refusesSteps(amount: Int) throws {
    var counter = try Counter(905)
    #expect(throws: CounterError.sumOutOfRange(value: 905, amount: amount, limit: 999)) {
      try counter.add(amount)
    }
    #expect(counter.value == 905)
  }

  @Test("steps within range add up")
  func adds() throws {
    var counter = Counter()
    #expect(counter.digits == 3 && counter.value == 0)
    try counter.add(10)
    try counter.add(-3)
    #expect(counter.value == 7)
    try counter.set(999)
    #expect(counter.value == 999)
    try counter.add(-1998)
    #expect(counter.value == -999)
    try counter.add(999)
    #expect(counter.value == 0)
  }

  @Test("a number of digits outside 1...18 is refused", arguments: [0, -1, 19, .max, .min])
  func refusesDigits(digits: Int) {
    #expect(throws: CounterError.digitsOutOfRange(digits)) { try Counter(0, digits: digits) }
  }

  @Test("an error says what was wrong and what is allowed")
  func messages() {
    #expect(
      CounterError.valueOutOfRange(1000, limit: 999).description
        == "the count 1000 is out of range: use -999 to 999")
    #expect(
      CounterError.sumOutOfRange(value: 905, amount: 100, limit: 999).description
        == "905 + 100 is out of range: use -999 to 999")
    #expect(
      CounterError.sumOutOfRange(value: -995, amount: -6, limit: 999).description
        == "-995 - 6 is out of range: use -999 to 999")
    #expect(
      CounterError.digitsOutOfRange(0).description
        == "a counter cannot have 0 digits: use 1 to 18")
  }
}
