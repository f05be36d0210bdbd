import Keys
import TestSupport
import Testing

@testable import Session

/// The table of keys, and what is written about it elsewhere.
@Suite("Table of keys")
struct KeyTableTests {
  @Test("the manual's list is made of the rows")
  func manual() throws {
    let items = KeyRow.standard.filter { !$0.label.isEmpty }.map { row in
      // In mdoc a comma that is a word of its own stays plain, and a lone question mark would be punctuation.
      let chords = row.actions.flatMap(\.keys).map(\.description)
      let all = row.label == "0 … 9" ? row.label : chords.joined(separator: ", ")
      let keys = mdoc(all).split(separator: ", ").map { $0 == "?" ? "\\&?" : String($0) }
      return ".It \(keys.joined(separator: " , "))"
    }
    let manual = try projectFile("packaging/man/segclock.1").split(separator: "\n").map(String.init)
    let first = try #require(manual.firstIndex(of: items[0]))
    let list = manual[first...].prefix { $0 != ".El" }
    #expect(list.filter { $0.hasPrefix(".It ") } == items)
  }

  private func mdoc(_ text: String) -> String {
    String(text.flatMap { $0 == "±" ? "\\(+-" : $0 == "…" ? "..." : String($0) })
  }

  @Test("no two rows share a key, and every command stands in one row")
  func unique() {
    let chords = KeyRow.standard.flatMap(\.actions).flatMap(\.keys)
    #expect(Set(chords).count == chords.count)
    for row in KeyRow.standard {
      let others = KeyRow.standard.filter { $0 != row }.flatMap(\.actions).map(\.name)
      for action in row.actions {
        #expect(!others.contains(action.name), "\(action.name)")
      }
      #expect(!row.help.text.isEmpty)
    }
  }

  @Test("the help names keys of its row only, and those first")
  func labels() {
    for row in KeyRow.standard {
      let names = Set(row.actions.flatMap(\.keys).map(\.description))
      guard !["0 … 9", "Page Up, Down"].contains(row.label) else { continue }
      #expect(
        Set(row.label.split(separator: ", ").map(String.init)).isSubset(of: names), "\(row.label)")
    }
  }
}
