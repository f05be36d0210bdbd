import TestSupport
import Testing

@testable import Wording

@Suite("Text from outside")
struct EscapingTests {
  @Test(
    "what cannot be seen is escaped, and all else stays",
    arguments: [
      ("", ""), ("plain é 日本", "plain é 日本"), ("a\nb\rc\td", #"a\nb\rc\td"#),
      ("\u{1B}]0;x\u{7}", #"\u{1B}]0;x\u{7}"#),
      ("\u{1F469}\u{200D}\u{1F4BB}", "\u{1F469}\u{200D}\u{1F4BB}"),
      ("\u{202E}abc\u{200B}", #"\u{202E}abc\u{200B}"#),
      ("\u{FFFE}\u{10FFFF}", #"\u{FFFE}\u{10FFFF}"#),
      ("\u{2028}", #"\u{2028}"#), ("\u{9B}31m", #"\u{9B}31m"#),
    ])
  func escapes(text: String, escaped: String) {
    #expect(text.escaped == escaped)
  }

  @Test("a long text keeps its beginning and its end", arguments: 2..<60)
  func elides(limit: Int) {
    let text = String((0..<50).map { Character(Unicode.Scalar(UInt8(65 + $0 % 26))) })
    let short = text.elided(to: limit)
    #expect(short.count == min(limit, 50))
    #expect((short == text) == (limit >= 50))
    #expect(limit >= 50 || short.contains("…"))
    #expect(text.hasPrefix(short.prefix { $0 != "…" }))
  }

  @Test("a value is named in one short line, whatever it is")
  func quotes() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      let scalars = (0..<Int.random(in: 0...200, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
      }
      let quoted = String(String.UnicodeScalarView(scalars)).quoted
      #expect(quoted.count <= String.maxQuotedLength + 2)
      #expect(quoted == quoted.escaped)
    }
  }

  @Test(
    "a picture shows a replacement for what no file can hold",
    arguments: [
      ("Goal", "Goal"), ("a\u{0}b", "a\u{FFFD}b"), ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"),
      ("\u{10FFFF}x", "\u{FFFD}x"), ("\u{1FFFE}", "\u{FFFD}"), ("x\u{9F}", "x\u{FFFD}"),
      ("שלום", "שלום"),
    ])
  func draws(text: String, drawable: String) {
    #expect(text.drawable == drawable)
  }

  @Test func aTextIsCutBetweenCharacters() {
    let marked = "e\u{301}"
    for (text, characters, bytes, left) in [
      ("", 3, 3, ""), ("abc", 3, 3, "abc"), ("abcd", 3, 9, "abc"), ("abcd", 9, 3, "abc"),
      (marked + marked, 9, 5, marked), (marked, 1, 2, ""), (marked + marked, 2, 6, marked + marked),
      (marked + marked, 1, 6, marked), ("abc", 0, 3, ""), ("\u{1F469}\u{200D}\u{1F467}", 1, 10, ""),
    ] {
      #expect(
        text.cut(toCharacters: characters, bytes: bytes) == left, "\(text), \(characters), \(bytes)"
      )
    }
  }
}
