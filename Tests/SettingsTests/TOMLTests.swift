import Testing

@testable import Settings

@Suite("TOML")
struct TOMLTests {
  /// A value in short: texts in quotes, lists and tables in their brackets.
  private func short(_ item: Document.Item) -> String {
    switch item.kind {
    case .value where Double(item.content) != nil || ["on", "off"].contains(item.content):
      item.content
    case .value: item.content.debugDescription
    case .moment: "date"
    case .list: "[\(item.children.map { short($0) }.joined(separator: ", "))]"
    case .table:
      "{\(item.children.map { "\($0.key) = \(short($0))" }.joined(separator: ", "))}"
    }
  }

  // Taken from the examples of TOML 1.0.
  static let texts: [(String, String)] = [
    ("a = 1 # x", "{a = 1}"), ("a-b_1 = true\n\n1 = false", "{a-b_1 = on, 1 = off}"),
    ("\"127.0.0.1\" = 1\n'q \"u\"' = 2\n\"\" = 3", #"{127.0.0.1 = 1, q "u" = 2,  = 3}"#),
    ("a.b = 1\na . \"c\" = 2\na.d.e = 3", "{a = {b = 1, c = 2, d = {e = 3}}}"),
    ("a = [1, 2,\n # x\n 3,\n]\nb = []", "{a = [1, 2, 3], b = []}"),
    ("a = [[1], [\"x\", {b = 1}]]", #"{a = [[1], ["x", {b = 1}]]}"#),
    ("a = { b = 1, c.d = 2, e = {} }", "{a = {b = 1, c = {d = 2}, e = {}}}"),
    (
      "[a]\nb = 1\n[a.c]\nd = 2\n[e.f]\n[e]\ng = 3",
      "{a = {b = 1, c = {d = 2}}, e = {f = {}, g = 3}}"
    ),
    (
      "[[a]]\nb = 1\n[[a]]\n[a.c]\nd = 2\n[[a.e]]\n[[a.e]]",
      "{a = [{b = 1}, {c = {d = 2}, e = [{}, {}]}]}"
    ),
    (#"a = "x\ty\"z\\ \u00E9 \U0001F600""#, #"{a = "x\ty\"z\\ é 😀"}"#),
    ("a = 'C:\\x'\nb = ''", #"{a = "C:\\x", b = ""}"#),
    ("a = \"\"\"\nx\ny \\\n   z\"\"\"\nb = '''\nx'y''z'''", #"{a = "x\ny z", b = "x\'y\'\'z"}"#),
    ("a = \"\"\"\"x\"\"\"\"\"\nb = 1", #"{a = "\"x\"\"", b = 1}"#),
    (
      "a = 1_000\nb = -17\nc = +0\nd = 0xDEAD_beef\ne = 0o17\nf = 0b11",
      "{a = 1000, b = -17, c = 0, d = 3735928559, e = 15, f = 3}"
    ),
    (
      "a = 3.5\nb = -0.01\nc = 5e+2\nd = 1_0.2_5E-1\ne = inf\nf = -inf",
      "{a = 3.5, b = -0.01, c = 500, d = 1.025, e = inf, f = -inf}"
    ),
    ("a = 1979-05-27T07:32:00Z\nb = 1979-05-27\nc = 07:32:00", "{a = date, b = date, c = date}"),
    ("a = 1\r\nb = \"\"\"\r\nx\r\n\"\"\"\r\n", #"{a = 1, b = "x\n"}"#),
    ("\t# x\n  a\t=\t1  ", "{a = 1}"),
  ]

  @Test("what is TOML is read as what it means", arguments: texts.indices)
  func valid(index: Int) {
    let (text, meaning) = Self.texts[index]
    let document = Document(Array(text.utf8))
    #expect(document.faults == [], "\(text)")
    #expect(short(document.root) == meaning)
  }

  static let mistakes: [(String, Int)] = [
    ("a", 1), ("a =", 1), ("= 1", 1), ("a = 1 b = 2", 1), ("a\n= 1", 1), ("a = 1\n[a", 2),
    ("[]", 1),
    ("[a.]", 1),
    ("[.]", 1), ("[=", 1), ("[a]]", 1), ("[[a]", 1), ("[ [a]]", 1), ("a.b. = 1", 1), ("é = 1", 1),
    ("\"\"\"a\"\"\" = 1", 1), ("a = 1\na = 2", 2), ("a = 1\na.b = 2", 2), ("a.b = 1\na = 2", 2),
    ("[a]\n[a]", 2), ("a.b = 1\n[a]", 2), ("[a]\nb.c = 1\n[a.b]", 3), ("[a.b]\n[a]\nb.c = 1", 3),
    ("a = {}\n[a.b]", 2), ("a = {}\na.b = 1", 2), ("a = []\n[[a]]", 2), ("[a]\n[[a]]", 2),
    ("[[a]]\n[a]", 2),
    ("a = [1 2]", 1), ("a = [1,,2]", 1), ("a = [,]", 1), ("a = [}]", 1), ("a = [", 2),
    ("a = {b = 1", 1),
    ("a = {b = 1,}", 1), ("a = {b = 1\n}", 1), ("a = {b = 1, b = 2}", 1), ("a = }", 1),
    ("a = #", 1),
    ("a = \"x", 1), ("a = 'x\n'", 1), ("a = \"\\x\"", 1), ("a = \"\\u12\"", 1),
    ("a = \"\\uD800\"", 1),
    ("a = \"\\u0000\"", 1), ("a = \"\\U00110000\"", 1), ("a = \"\u{1}\"", 1), ("a = '''x''", 1),
    ("a = 01", 1), ("a = 1__0", 1), ("a = _1", 1), ("a = 1_", 1), ("a = 1.", 1), ("a = .5", 1),
    ("a = 1e", 1),
    ("a = 0x", 1), ("a = -0x1", 1), ("a = 0x_1", 1), ("a = 0b2", 1), ("a = +-1", 1),
    ("a = True", 1),
    ("a = 0x+1", 1), ("a = 0xFFFFFFFFFFFFFFFFFF", 1), ("a = 1\rb = 2", 1),
  ]

  @Test("what is none is told with its line", arguments: mistakes.indices)
  func invalid(index: Int) {
    let (text, line) = Self.mistakes[index]
    let document = Document(Array((text + "\n[after]\nx = 1\n").utf8))
    // A mistake is told where it shows, which may be behind the end of its line.
    let found = document.faults.first?.place.line ?? 0
    let isOpen = text.hasSuffix("[") || text.hasPrefix("a = '''") || text.hasPrefix("\"\"\"")
    #expect(
      isOpen ? found >= line : (line...line + 1).contains(found), "\(text): \(document.faults)")
    // Where it shows a line late, that line is left out instead.
    #expect(
      isOpen || text == "a = {}\n[a.b]" || short(document.root).hasSuffix("after = {x = 1}}"),
      "\(text): \(short(document.root))")
  }

  @Test("a text of any length is read in one go, however it is laid out")
  func long() {
    let line = "a = { " + (0..<20_000).map { "k\($0) = 1" }.joined(separator: ", ") + " }"
    #expect(Document(Array(line.utf8)).root.children.first?.children.count == 20_000)
    let heads = String(repeating: "[[a]]\n", count: 40_000)
    #expect(Document(Array(heads.utf8)).root.children.first?.children.count == 40_000)
  }
}
