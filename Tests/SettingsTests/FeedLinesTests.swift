import TestSupport
import Testing

@testable import Settings

@Suite("Values in the lines of another program")
struct FeedLinesTests {
  @Test(
    "a line has the value that a reader sees in it, or none",
    arguments: [
      ("42", 0.42), ("42%", 0.42), ("42,5%", 0.425), ("100,0%", 1), ("42.50 %", 0.425), ("0", 0),
      ("3/7", 3.0 / 7), ("3,5/7", 0.5), ("[ 42%]", 0.42), ("[12/48] CXX a.o", 0.25),
      ("(3/4)", 0.75), (" 3/12 Test #3: a", 0.25), ("42%|####     | 42/100 [00:01<00:01]", 0.42),
      ("100%|██████████| 7/7", 1), ("Encoding: task 1 of 1, 42.50 % (120.33 fps)", 0.425),
      ("1,234,567  42%  1.2MB/s    0:00:01", 0.42), ("  1,238,099 100%  146.38kB/s", 1),
      ("10% of 20%", 0.2), ("done: 42\u{A0}%", 0.42), ("fait : 42,5\u{202F}%", 0.425),
      ("Copying...42%", 0.42), ("at .5%", 0.005), ("50%, then", 0.5), ("a=5%", 0.05),
      ("task 1 42%", 0.42), ("7/7.", 1), ("42.5%.", 0.425),
      // Other numbers are not taken for parts of themselves.
      ("1,234,567 bytes", nil), ("1.234,5 %", nil), ("1,234.5%", nil), ("1'234%", nil),
      ("1\u{A0}234,5 %", nil), ("1\u{202F}234%", nil), ("1,234,567", nil), ("1,2,3/4", nil),
      ("-5%", nil), ("−5%", nil), ("x5%", nil), ("5%x", nil), ("http://a/b%20c", nil),
      ("3/7/2026", nil), ("2026-11-28", nil), ("3/7%", nil), ("%", nil), ("100001%", nil),
      (",5%", nil), ("-,5%", nil), ("(,5 %)", nil), ("42\u{66B}5%", nil), ("42\u{FF0C}5%", nil),
      ("42\u{FF0E}5%", nil), ("5·5%", nil), ("1/0", nil), ("words", nil), ("second", nil),
      ("nan", nil), ("42 43", nil), ("v1.5%", nil),
    ] as [(String, Double?)])
  func values(line: String, turns: Double?) {
    #expect(FeedLines().value(of: line) == turns)
  }

  @Test("a bare number is out of what is asked for")
  func whole() {
    for (line, turns) in [("0,42", 0.42), ("0.42", 0.42), ("42%", 0.42), ("1/4", 0.25)] {
      #expect(FeedLines(of: 1).value(of: line) == turns)
    }
  }

  @Test("bytes are lines, however they are cut, and those without a value are said")
  func bytes() {
    let text = "10%\r42,5%\r\n\n  \n1,234,567 bytes\nwords\n7%"
    for size in 1...9 {
      var (lines, newest) = (FeedLines(), nil as Double?)
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        newest = lines.take(bytes[start..<min(start + size, bytes.count)]) ?? newest
      }
      #expect(newest == 0.425)
      #expect(
        lines.problem == "ignored 2 lines without a value; the first is \"1,234,567 bytes\"")
      #expect(lines.take([10]) == 0.07)
    }
    var one = FeedLines()
    #expect(one.problem == nil && one.take("\n5\nno\n".utf8) == 0.05)
    #expect(one.problem == "ignored a line without a value: \"no\"")
    // A line has up to 4,096 bytes, in whatever parts it comes.
    for (count, value) in [(4096, 0.07), (4097, nil), (5000, nil)] as [(Int, Double?)] {
      let line = Array(("7%" + String(repeating: " ", count: count - 2) + "\n").utf8)
      for cut in [0, 1, count, count + 1] {
        var long = FeedLines()
        let first = long.take(line[..<cut])
        #expect(first ?? long.take(line[cut...]) == value, "\(count) bytes, cut after \(cut)")
        #expect(long.problem?.hasPrefix("ignored a line") ?? false == (value == nil))
      }
    }
  }

  @Test("any line has a value of a ring or none", arguments: 0..<20 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("0123456789.,%/ -[]'x\u{A0}é")
    for _ in 0..<500 {
      let line = String(
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        })
      if let value = FeedLines().value(of: line) { #expect((0...1000).contains(value), "\(line)") }
    }
  }
}
