import TestSupport
import Testing
import Timekeeping
import Wording

@Suite("Lengths of time from text")
struct DurationTextTests {
  @Test(
    "every allowed form names its exact length",
    arguments: [
      ("0", 0), ("90", 90_000_000_000), ("1.5", 1_500_000_000), ("45s", 45_000_000_000),
      ("25m", 1_500_000_000_000), ("1h30m", 5_400_000_000_000), ("1h30s", 3_630_000_000_000),
      ("1h2m3s4ms", 3_723_004_000_000), ("1.5h", 5_400_000_000_000), ("0.1h", 360_000_000_000),
      ("500ms", 500_000_000), ("1.5ms", 1_500_000), ("90m", 5_400_000_000_000),
      ("7:38.37", 458_370_000_000),
      ("20 minutes", 1_200_000_000_000), ("20 min", 1_200_000_000_000),
      ("1 hour", 3_600_000_000_000), ("30 sec", 30_000_000_000), ("5 s", 5_000_000_000),
      ("1 minute", 60_000_000_000), ("2hours 30mins", 9_000_000_000_000),
      ("1 second", 1_000_000_000), ("90seconds", 90_000_000_000), ("1.5 hours", 5_400_000_000_000),
      ("3 secs", 3_000_000_000),
      ("1:02:03.4", 3_723_400_000_000), ("90:00", 5_400_000_000_000), ("0:05", 5_000_000_000),
      ("0.000000001", 1), ("0.0000000019", 1), ("0.3", 300_000_000),
      ("1000000h", 3_600_000_000_000_000_000),
      ("1000000:00:00", 3_600_000_000_000_000_000), ("00000000000000000000000001", 1_000_000_000),
    ] as [(String, Int64)])
  func accepts(text: String, nanoseconds: Int64) throws {
    #expect(try Duration(parsing: text).nanosecondsClamped == nanoseconds)
  }

  @Test(
    "what is no length of time is refused",
    arguments: [
      "nan", "inf", "infinity", "1e308", "1e3", "0x10", "abc", "-", "--5", "-x", "+5", " 5", "5 ",
      " 5s", "5s ",
      "5 0s", "5 minute s", "minutes", "5 minutess", "5 min 3 hours", "5 month", "5 :3",
      ".5", "5.",
      "1,5", "5x", "5ss", "5h5", "5m5h", "5m5m", "1.5h30m", "s", "1:", ":1", "1:60", "1:60:00",
      "1:2:3:4",
      "1::2",
      "1.5:00", "1:001", "1:30s", "1m:30", "٣", "5\u{0}", "5\n", "ms", "1:-2", "1h-2m", "1.2.3",
      "1..2",
    ])
  func refusesJunk(text: String) {
    #expect(throws: TextError.self) { try Duration(parsing: text) }
  }

  static let sizes: [String] = {
    let nines = String(repeating: "9", count: 400)
    return [
      "", "-1", "-0", "-25m", "-1:00", "1000000h1ms", "3600000001", "1000000:00:00.1",
      "9223372036854775807h", "9223372036854775808", nines, nines + "ms", nines + ":00:00",
      String(repeating: "-", count: 1_000_000),
    ]
  }()

  @Test("neither is a length below zero or beyond the limit", arguments: sizes)
  func refusesSizes(text: String) {
    #expect(throws: TextError.self) { try Duration(parsing: text) }
  }

  @Test("a shown time, read again, is the time that was shown", arguments: 0..<10 as Range<UInt64>)
  func readsWhatIsShown(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let hundredths = Int64.random(in: 0..<36_000_000, using: &random)
      let duration = Duration.nanoseconds(hundredths * 10_000_000)
      #expect(try Duration(parsing: TimeFormat.elapsed(duration)) == duration)
    }
  }

  @Test(
    "random text is read or refused, and what is read is within the limit",
    arguments: 0..<10 as Range<UInt64>
  )
  func total(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("0123456789.:hms-e+ \u{7}é")
    var read = 0
    for _ in 0..<3000 {
      let length = Int.random(in: 0...8, using: &random)
      let text = String(
        (0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
      if let duration = try? Duration(parsing: text) {
        #expect(duration >= .zero && duration <= Duration.textLimit)
        read += 1
      }
    }
    #expect(read > 0)
  }

  @Test("a message names the text and what is allowed, in one line without control characters")
  func messages() {
    func message(_ text: String) -> String {
      do throws(TextError) {
        return "\(try Duration(parsing: text))"
      } catch {
        return error.description
      }
    }
    let escaped = message("\u{1B}]0;x\u{7}\n")
    #expect(escaped.hasPrefix(#""\u{1B}]0;x\u{7}\n" is not a duration: use "#))
    #expect(escaped.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(message(String(repeating: "9", count: 500)).utf8.count < 250)
    #expect(message("").hasPrefix("a duration is missing: use "))
    #expect(message("-5").hasPrefix("the duration \"-5\" is negative: use "))
  }
}
