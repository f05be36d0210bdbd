import TestSupport
import Testing

@testable import Wording

/// Makes a catalogue as msgfmt writes it.
private func catalogue(
  _ texts: [String: String], plural: String? = "nplurals=2; plural=n != 1;",
  charset: String = "UTF-8", isBigEndian: Bool = false
) -> [UInt8] {
  var texts = texts
  let rule = plural.map { "Plural-Forms: \($0)\n" } ?? ""
  texts[""] = "Content-Type: text/plain; charset=\(charset)\n\(rule)"
  let sorted = texts.map { (Array($0.key.utf8), Array($0.value.utf8)) }
    .sorted { $0.0.lexicographicallyPrecedes($1.0) }
  let tables = 28 + sorted.count * 16
  var (keys, values, strings): ([Int], [Int], [UInt8]) = ([], [], [])
  for key in sorted.map(\.0) {
    keys += [key.count, tables + strings.count]
    strings += key + [0]
  }
  for value in sorted.map(\.1) {
    values += [value.count, tables + strings.count]
    strings += value + [0]
  }
  let header = [0x9504_12DE, 0, sorted.count, 28, 28 + sorted.count * 8, 0, 0]
  let numbers = (header + keys + values).flatMap { number in
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    return isBigEndian ? bytes.reversed() : bytes
  }
  return numbers + strings
}

@Suite("Catalogues of translations")
struct CatalogueTests {
  private static let texts = [
    "Start": "Los", "button\u{4}Start": "Start!", "{0} of {1}": "{1}, davon {0}",
    "{0} lap\0{0} laps": "{0} Runde\0{0} Runden", "one\0many": "eine\0{0}",
  ]

  @Test("keys, contexts, places and plural forms are found", arguments: [false, true])
  func finds(isBigEndian: Bool) throws {
    let german = try #require(
      Catalogue(catalogue(Self.texts, isBigEndian: isBigEndian)))
    #expect(mark("Start").text(by: german) == "Los")
    #expect(markc("button", "Start").text(by: german) == "Start!")
    #expect(markc("menu", "Start").text(by: german) == "Start")
    #expect(mark("Stop").text(by: german) == "Stop")
    #expect(mark("{0} of {1}", 3, mark("Start")).text(by: german) == "Los, davon 3")
    #expect(markn("{0} lap", "{0} laps", 1).text(by: german) == "1 Runde")
    #expect(markn("{0} lap", "{0} laps", 7).text(by: german) == "7 Runden")
    #expect(markn("one", "many", 1).text(by: german) == "eine")
    #expect(mark("Start").text(by: nil) == "Start")
    #expect(mark("{0} of {1}", "{1}", 4).english == "{1} of 4")
  }

  @Test(
    "a translation whose places are lost or wrong is not used",
    arguments: [
      "nothing", "{0}", "{1}", "{0} {2}", "{0} {1} {-1}", "{0} {}", "{a} {1}",
      "{0} {1} {99999999999999999999}", "{{0} {1}", "",
    ])
  func places(text: String) throws {
    let wrong = try #require(Catalogue(catalogue(["{0} of {1}": text])))
    #expect(mark("{0} of {1}", 1, 2).text(by: wrong) == "1 of 2")
  }

  @Test("a catalogue that was cut is none, at whatever length")
  func cut() {
    let whole = catalogue(Self.texts)
    #expect(Catalogue(whole) != nil)
    for length in whole.indices {
      #expect(Catalogue(Array(whole.prefix(length))) == nil, "\(length)")
    }
  }

  @Test("whatever a byte of it is, every text is read or is English")
  func anyByte() throws {
    let whole = catalogue(Self.texts)
    for index in whole.indices {
      for byte in [0, 1, 0x7F, 0x80, 0xFF, whole[index] ^ 1, whole[index] ^ 0x20] {
        var changed = whole
        changed[index] = byte
        let read = Catalogue(changed)
        for phrase in [mark("Start"), mark("{0} of {1}", 1, 2), markn("{0} lap", "{0} laps", 5)] {
          #expect(!phrase.text(by: read).isEmpty)
        }
      }
    }
  }

  @Test("random bytes after a true beginning are no catalogue, and end nothing")
  func random() {
    var random = SplitMix64(seed: 52)
    let start = Array(catalogue([:]).prefix(28))
    for _ in 0..<2000 {
      let count = Int.random(in: 0...200, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Catalogue(start + bytes) == nil)
    }
  }

  @Test("one of another encoding, order, revision or size is none")
  func others() {
    #expect(Catalogue([]) == nil)
    #expect(Catalogue(catalogue([:], charset: "ISO-8859-1")) == nil)
    #expect(Catalogue(catalogue([:], plural: "nplurals=2; plural=n/;")) == nil)
    let long = String(repeating: "ö", count: Catalogue.maxBytes / 2)
    #expect(Catalogue(catalogue(["Start": long])) == nil)
    let short = String(repeating: "ö", count: Catalogue.maxBytes / 2 - 200)
    #expect(Catalogue(catalogue(["Start": short])).map { mark("Start").text(by: $0) } == short)
    var bytes = catalogue(Self.texts)
    bytes[0] ^= 1
    #expect(Catalogue(bytes) == nil)
    bytes = catalogue(Self.texts)
    bytes[6] = 1
    #expect(Catalogue(bytes) == nil)
    // Keys that are not in order would not be found.
    bytes = catalogue(Self.texts)
    (bytes[28 + 8], bytes[28 + 16]) = (bytes[28 + 16], bytes[28 + 8])
    (bytes[28 + 12], bytes[28 + 20]) = (bytes[28 + 20], bytes[28 + 12])
    #expect(Catalogue(bytes) == nil)
  }
}

@Suite("Plural forms")
struct PluralRuleTests {
  private static let slavic = "n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"

  @Test(
    "the form of a number is the language's",
    arguments: [
      ("nplurals=2; plural=(n != 1);", [0: 1, 1: 0, 2: 1, 1000: 1, -1: 0]),
      ("nplurals=2; plural=n > 1", [0: 0, 1: 0, 2: 1]),
      (
        "nplurals=3; plural=(n==1 ? 0 : \(slavic));",
        [0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 12: 2, 21: 2, 22: 1, 112: 2, 102: 1]
      ),
      (
        "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : \(slavic));",
        [1: 0, 2: 1, 5: 2, 11: 2, 21: 0, 24: 1, 111: 2, 121: 0]
      ),
      ("nplurals=1; plural=0;", [0: 0, 1: 0, 7: 0]),
      ("nplurals=4; plural=!n+2*n-1/1;", [0: 0, 1: 1, 2: 3, 3: 0, .max: 0, .min: 0]),
    ] as [(String, [Int: Int])])
  func forms(rule: String, forms: [Int: Int]) throws {
    let rule = try #require(PluralRule("Plural-Forms: \(rule)"))
    for (number, form) in forms { #expect(rule.form(of: number) == form, "\(number)") }
  }

  @Test(
    "what a rule cannot place has the first form",
    arguments: [
      "1/0", "n%0", "n/(n-n)", "n*9223372036854775807*n", "5", "0-1", "n ? 1/0 : 9",
      "1/0 ? 1 : 1",
    ])
  func unplaced(expression: String) throws {
    let rule = try #require(PluralRule("nplurals=2; plural=\(expression);"))
    for number in [2, 7, .max] { #expect(rule.form(of: number) == 0) }
  }

  @Test("what is no rule is none, however deep it is")
  func none() {
    for expression in [
      "", "n n", "n +", "(n", "n)", "n ? 1", "n ? 1 :", "m", "n = 1", "99999999999999999999", "-1",
      String(repeating: "(", count: 100_000) + "n" + String(repeating: ")", count: 100_000),
      String(repeating: "!", count: 100_000) + "n", "n" + String(repeating: "+n", count: 100_000),
      String(repeating: "n?", count: 100_000), String(repeating: "n?n:", count: 100_000) + "n",
    ] {
      #expect(PluralRule("nplurals=2; plural=\(expression);") == nil, "\(expression.prefix(40))")
    }
    for line in [
      "", "nplurals=2;", "plural=n;", "nplurals=0; plural=0;", "nplurals=999; plural=0;",
      "nplurals=-1; plural=0;",
    ] {
      #expect(PluralRule(line) == nil, "\(line)")
    }
  }
}

@Suite("The languages that a user asks for")
struct LanguagesTests {
  private func languages(_ variables: [String: String]) -> [String] {
    Translation.languages { variables[$0] }
  }

  @Test("the variables are those of gettext, in its order")
  func order() {
    #expect(languages(["LANG": "pt_BR.UTF-8"]) == ["pt_BR", "pt"])
    #expect(languages(["LC_ALL": "", "LC_MESSAGES": "fr_FR", "LANG": "de_DE"]) == ["fr_FR", "fr"])
    #expect(languages(["LANG": "de_DE.UTF-8", "LANGUAGE": "pl:uk"]) == ["pl", "uk"])
    #expect(languages(["LC_ALL": "C.UTF-8", "LANGUAGE": "ja"]) == ["ja"])
    #expect(
      languages(["LANG": "ca_ES.UTF-8@valencia"]) == [
        "ca_ES@valencia", "ca@valencia", "ca_ES", "ca",
      ])
    #expect(languages(["LANG": "de_DE.UTF-8@x"]) == ["de_DE@x", "de@x", "de_DE", "de"])
    #expect(languages(["LANG": "de", "LANGUAGE": "de:en:fr"]) == ["de"])
  }

  @Test(
    "English needs no catalogue",
    arguments: [
      [:], ["LANG": "C"], ["LC_ALL": "POSIX", "LANG": "de_DE"], ["LANG": "en_US.UTF-8"],
      ["LANG": "en"], ["LC_ALL": "C", "LANGUAGE": "de"], ["LANG": "de", "LANGUAGE": "en_GB:de"],
      ["LANG": "de", "LANGUAGE": "C"], ["LANG": "C.UTF-8"],
    ] as [[String: String]])
  func english(variables: [String: String]) {
    #expect(languages(variables).isEmpty)
  }

  @Test(
    "what is not the name of a language names no file",
    arguments: [
      "xx:../..:", "..", "../../../tmp/x", "/etc", "de/../fr", "d", "deutsch", "de_D\u{0}E", "ä_Ö",
      ":::", "@", "@@", ".", "_", "de@../x",
      String(repeating: "x", count: 1_000_000), String(repeating: "x:", count: 1_000_000),
    ])
  func nonsense(list: String) {
    let found = languages(["LANG": "C.UTF-8", "LANGUAGE": list])
    #expect(found.allSatisfy { $0.utf8.allSatisfy { $0 != 0x2F && $0 != 0x2E && $0 != 0 } })
    #expect(found.count <= 32 && found.allSatisfy { $0.utf8.count <= 32 })
    #expect(found.isEmpty || found == ["xx"])
  }
}
