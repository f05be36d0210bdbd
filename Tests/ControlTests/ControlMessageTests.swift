import TestSupport
import Testing

@testable import Control

@Suite struct ControlMessageTests {
  @Test func aRequestReadsAsItIsWritten() {
    var random = SplitMix64(seed: 5)
    let alphabet: [Unicode.Scalar] = [
      "a", " ", "\t", "\n", "\r", "\\", "@", "=", "é", "\u{1B}", "\0", "n", "t", "\u{301}",
      "\u{200D}",
    ]
    for _ in 0..<2000 {
      let words = (0...Int.random(in: 0...4, using: &random)).map { place in
        (place == 0 ? "x" : "")
          + String(
            String.UnicodeScalarView(
              (0..<Int.random(in: 0..<8, using: &random)).compactMap { _ in
                alphabet.randomElement(using: &random)
              }))
      }
      let request = ControlRequest(
        words, at: Bool.random(using: &random) ? Int64.random(in: 0...(.max), using: &random) : nil)
      #expect(request.line.utf8.last == 10)
      #expect(request.line.utf8.count { $0 == 10 || $0 == 13 } == 1)
      #expect(ControlRequest(line: request.line.utf8.dropLast()) == request)
      let reply = ControlReply.text(words.joined())
      #expect(ControlReply(line: reply.line.utf8.dropLast()) == reply)
      let end = ControlReply.end(.refused, words.joined())
      #expect(ControlReply(line: end.line.utf8.dropLast()) == end)
    }
  }

  @Test(arguments: [
    "", "@", "@12", "@-1\tlap", "@x\tlap", "@99999999999999999999\tlap", "a\\", "a\\x", "\tlap",
  ])
  func whatIsNoRequestIsNone(line: String) {
    #expect(ControlRequest(line: line.utf8) == nil)
  }

  /// A mark that combines with what is before it, so that both are one character.
  @Test func whatCombinesWithTheMarksOfALineIsReadAsItIsWritten() {
    for text in ["\u{301}a", "\u{200D}", "\u{FE0F}\t\u{301}"] {
      let reply = ControlReply.text(text)
      #expect(ControlReply(line: reply.line.utf8.dropLast()) == reply)
      let end = ControlReply.end(.refused, text)
      #expect(ControlReply(line: end.line.utf8.dropLast()) == end)
      let request = ControlRequest(["mark", text], at: 7)
      #expect(ControlRequest(line: request.line.utf8.dropLast()) == request)
    }
    #expect(ControlRequest(line: "@\u{301}\tlap".utf8) == nil)
  }

  @Test func bytesThatAreNoTextAreNone() {
    #expect(ControlRequest(line: [0x6C, 0xFF]) == nil)
    #expect(ControlReply(line: [0x3D, 0xC0]) == nil)
  }

  @Test(arguments: ["", "x", "1", "5\tlate", "300", "-4", "4\ta\\"])
  func whatIsNoAnswerIsNone(line: String) { #expect(ControlReply(line: line.utf8) == nil) }
}
