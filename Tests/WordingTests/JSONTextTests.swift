import Testing
import Wording

@Suite struct JSONTextTests {
  @Test(arguments: [
    ("", "\"\""), ("é \u{1F552}", "\"é \u{1F552}\""), ("\"\\/", "\"\\\"\\\\/\""),
    ("\n\t\r", "\"\\n\\t\\u000d\""),
    ("\u{1B}]0;x\u{7}", "\"\\u001b]0;x\\u0007\""),
    ("\u{9B}\u{7F}\u{2028}", "\"\\u009b\\u007f\\u2028\""),
  ])
  func isAString(text: String, json: String) { #expect(text.json == json) }
}
