import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Lap list")
struct LapTests {
  /// Laps of these lengths in seconds, and the stopwatch running on.
  private func model(_ laps: [Double]) -> Model {
    var now = 0.0
    return Model().after(
      [(0, .start)]
        + laps.map { lap in
          now += lap
          return (now, .lap)
        })
  }

  private let minText = Environment.minText

  /// A row of a lap of 7 s that took 2 s more than the best one.
  private func content(_ kind: ListContent.Kind) throws -> ListContent.Row {
    var row = try #require(
      ListContent(of: model([5, 7]).asOf(at(0)), rows: 0..<3).rows.dropFirst().first)
    row.kind = kind
    return row
  }

  private func rows(of list: ListBox) -> [ListBox.Row] {
    (0..<list.rowCount(minText: minText)).map {
      list.row(at: $0, minText: minText)
    }
  }

  @Test("the shortest is marked and green, the longest marked and red, only where they differ")
  func ranks() throws {
    let theme = Theme.flatLight
    let table: [([Double], [ListContent.Kind])] = [
      ([5], [.plain]), ([5, 5], [.plain, .plain]), ([5, 7], [.shortest, .longest]),
      ([6, 5, 7, 5], [.plain, .shortest, .longest, .plain]),
    ]
    for (laps, kinds) in table {
      let content = ListContent(of: model(laps).asOf(at(0)), rows: 0..<laps.count + 1)
      #expect(content.rows.reversed().map(\.kind) == kinds + [.running])
    }
    let row = try #require(ListContent(of: model([5]).asOf(at(0)), rows: 0..<2).rows.last)
    let bounds = Rect(x: 0, y: 0, width: 200, height: 30)
    for place in rows(of: ListBox(frame: bounds, rowHeight: 30)) {
      func runs(_ kind: ListContent.Kind) -> [TextRun] {
        var row = row
        row.kind = kind
        return place.runs(row, theme)
      }
      #expect(runs(.shortest)[1].color == theme.best && !runs(.shortest)[2].string.isEmpty)
      #expect(runs(.longest)[1].color == theme.worst && !runs(.longest)[2].string.isEmpty)
      #expect(runs(.plain).count == 2)
      #expect(runs(.shortest)[2].string != runs(.longest)[2].string)
    }
  }

  @Test("where there is room, a lap shows how it differs from the best one or from the target")
  func differences() {
    func shown(_ model: Model, width: Int) -> [String] {
      stillFrame(
        model, in: Environment(width: width, height: 400, parts: [.laps]), at: reading(30)
      ).pictures.flatMap(\.texts).map(\.string).filter { "+-".contains($0.first ?? " ") }
    }
    #expect(shown(model([5, 7, 6.25]), width: 400) == ["+1.25", "+2.00"])
    #expect(shown(model([5, 7, 6.25]), width: 130).isEmpty)
    #expect(shown(model([5]), width: 400).isEmpty)
    // In low rows nobody could read them.
    for (height, isShown) in [(14.0, false), (18, false), (20, true), (26, true), (32, true)] {
      let list = ListBox(frame: Rect(x: 0, y: 0, width: 300, height: 60), rowHeight: height)
      let row = list.row(at: 0, minText: minText)
      #expect(row.difference.isEmpty != isShown && row.differenceSize >= 11, "\(height)")
    }
    let aimed = Model(targetLap: .milliseconds(6250)).after([
      (0, .start), (5, .lap), (11.25, .lap), (18, .lap),
    ])
    #expect(shown(aimed, width: 400) == ["+0.50", "+0.00", "-1.25"])
  }

  @Test("a name that fills its room does not touch a time that fills its own")
  func gaps() throws {
    for (width, figures) in [(90.0, 50.0), (116, 50), (400, 80)] {
      let list = ListBox(frame: Rect(x: 3, y: 0, width: width, height: 20), rowHeight: 20)
      for kind in [ListContent.Kind.plain, .shortest] {
        let row = list.row(at: 0, minText: minText, figures: figures)
          .fitting(try content(kind), label: 40, time: figures, minSize: 9)
        let end = kind == .shortest ? row.mark.minX : row.time.maxX - figures
        #expect(row.label.maxX + 4 <= end && row.label.width > 0, "\(width)")
        let unnamed = list.row(at: 0, minText: minText, figures: figures)
        #expect(row.difference.isEmpty && row.time == unnamed.time && row.mark == unnamed.mark)
      }
    }
  }

  @Test("a name takes the difference and an empty mark before it is smaller; marks and times stay")
  func collapse() throws {
    let list = ListBox(frame: Rect(x: 0, y: 0, width: 220, height: 20), rowHeight: 20)
    let row = list.row(at: 0, minText: minText)
    #expect(!row.difference.isEmpty)
    func fitted(_ width: Double, _ kind: ListContent.Kind) throws -> ListBox.Row {
      row.fitting(try content(kind), label: width, time: 60, minSize: 9)
    }
    #expect(try fitted(4.5, .plain) == row)
    for kind in [ListContent.Kind.plain, .longest] {
      for width in stride(from: 7.0, to: 10.5, by: 0.5) {
        let wide = try fitted(width, kind)
        #expect(wide.difference.isEmpty && wide.label.width >= width * wide.labelSize - 1e-6)
        #expect(wide.label.maxX <= (kind == .plain ? row.time.maxX - 60 : row.mark.minX))
        #expect(wide.mark == row.mark && wide.time == row.time)
        #expect(wide.labelSize <= row.textSize && wide.labelSize >= 9)
      }
    }
  }

  @Test("a long name makes itself smaller before it is cut, and no other text")
  func longNames() throws {
    func texts(_ name: String) -> [TextRun] {
      var composer = FrameComposer { text, _, _ in Double(text.count) * 0.46 }
      let named = model([5, 7, 6]).after([(18, .nameLap(2, name))])
      return composer.frame(named, in: .usual.still, at: reading(18)).pictures.flatMap(\.texts)
    }
    func size(_ list: [TextRun]) throws -> Double {
      try #require(list.first { $0.string == "00:05.00" }).size
    }
    let usual = try size(texts("2"))
    let list = texts("Uphill sprint")
    let name = try #require(list.first { $0.string == "Uphill sprint" })
    // What is missing is made up for by a size that is a little smaller still.
    #expect(
      name.size < usual && name.frame.width >= 0.85 * 13 * 0.46 * name.size,
      "\(usual) \(name.size) \(name.frame)")
    #expect(try size(list) == usual)
    let row = list.filter { $0.frame.minY == name.frame.minY }
    #expect(row.map(\.string) == ["Uphill sprint", "00:07.00", "▲"])
    #expect(row[2].frame.minX >= name.frame.maxX && row[2].frame.maxX <= row[1].frame.minX)
    let long = texts(String(repeating: "n", count: 32))
    let smallest = try #require(long.first { $0.string.hasPrefix("nnn") }).size
    #expect(smallest <= name.size && smallest >= usual * 0.69)
    #expect(try size(long) == usual)
    // The mark is where it is beside a number.
    let mark = try #require(texts("2").first { $0.string == "▲" }).frame
    #expect(list.first { $0.string == "▲" }?.frame == mark)
  }

  @Test("a name is typed in its row, and in a window without a list in a notice")
  func typed() throws {
    let typed = model([5, 7]).after([
      (13, .edit(.begin(.lapName(nil)))), (13, .edit(.type("A"))), (13, .edit(.type("b"))),
    ])
    func texts(_ environment: Environment) -> [TextRun] {
      stillFrame(typed, in: environment, at: reading(13)).pictures.flatMap(\.texts)
    }
    let listed = texts(.usual)
    let name = try #require(listed.first { $0.string == "Ab" })
    #expect(!listed.contains { $0.string.contains("Name of lap") })
    #expect(listed.contains { $0.string == "00:07.00" && $0.frame.midY == name.frame.midY })
    for environment in [
      Environment(width: 160, height: 160), Environment(width: 400, height: 300, parts: [.dial]),
    ] {
      #expect(texts(environment).contains { $0.string == "Name of lap 2: Ab" })
    }
  }

  @Test("as many other laps, taken between two frames, replace those shown")
  func replaced() {
    let environment = Environment(width: 400, height: 400, parts: [.laps]).still
    var composer = FrameComposer()
    let first = model([5, 6])
    _ = composer.frame(first, in: environment, at: reading(12))
    let second = first.after([(13, .stop), (13, .reset), (14, .start), (16, .lap), (19, .lap)])
    let shown = composer.frame(second, in: environment, at: reading(20))
    #expect(difference(shown, stillFrame(second, in: environment, at: reading(20))) == nil)
  }
}
