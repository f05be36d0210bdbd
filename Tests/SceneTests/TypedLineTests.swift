import DisplayLists
import Geometry
import Testing
import Timekeeping
import Wording

@testable import Scene
@testable import Session

@Suite("A typed line")
struct TypedLineTests {
  @Test("shows the part around the caret, and an ellipsis where it is cut")
  func part() {
    let text = "0123456789"
    let table: [(caret: Int, room: Int, shown: String)] = [
      (0, 10, "|0123456789"), (10, 10, "0123456789|"), (4, 10, "0123|456789"),
      (10, 6, "…56789|"), (0, 6, "|01234…"), (5, 6, "…34|56…"), (1, 6, "0|1234…"),
      (9, 6, "…5678|9"), (5, 2, "…|…"), (5, 0, "…|…"),
    ]
    for (caret, room, shown) in table {
      let part = text.part(around: caret) { $0.count <= room }
      #expect(
        part.text.prefix(part.caret) + "|" + part.text.dropFirst(part.caret) == shown,
        "\(caret) \(room)")
    }
    #expect("".part(around: 0) { _ in false } == ("", 0))
  }

  private let environment = Environment(width: 480, height: 360)

  private func marks(_ model: Model, in environment: Environment) -> [Mark] {
    var composer = FrameComposer { text, _, _ in Double(text.count) * 0.6 }
    return composer.frame(model, in: environment, at: reading(13)).pictures.flatMap(\.marks)
  }

  /// The caret of the line with `text`: the bar on its box.
  private func caret(of text: String, in marks: [Mark]) throws -> (bar: Rect, run: TextRun) {
    let index = try #require(
      marks.firstIndex { if case .text(let run) = $0 { run.string == text } else { false } })
    guard case .text(let run) = marks[index] else { throw Missing() }
    let bars = marks.compactMap { mark -> Rect? in
      guard case .fill(let path, run.color) = mark else { return nil }
      let box = path.bounds
      return box.width <= 3 && abs(box.midY - run.frame.midY) < 1 ? box : nil
    }
    return (try #require(bars.first), run)
  }

  private struct Missing: Error {}

  @Test("the caret is drawn at its place, in the foot of the window and in a lap's row")
  func caret() throws {
    var model = Model()
    for (command, second) in [
      (.start, 0), (.lap, 5), (.edit(.begin(.lapName(nil))), 6), (.edit(.type("A")), 6),
      (.edit(.type("b")), 6), (.edit(.type("c")), 6),
    ] as [(Command, Double)] {
      _ = model.apply(command, at: at(second))
    }
    for (environment, text, before) in [
      (Environment.usual, "Abc", 0),
      (Environment(width: 240, height: 135), "Name of lap 1: Abc", 15),
    ] {
      var model = model
      for count in [3, 2, 1, 0] {
        let (bar, run) = try caret(of: text, in: marks(model, in: environment))
        let x = run.frame.minX + Double(before + count) * 0.6 * run.size
        #expect(run.alignment == .leading && abs(bar.minX - x - run.size / 12) <= 1, "\(count)")
        _ = model.apply(.edit(.move(.left)), at: at(7))
      }
    }
  }

  @Test("a selection is drawn behind the text from end to end, in a row, the legend and the foot")
  func selection() throws {
    var named = Model(
      stopwatch: Stopwatch(
        state: .stopped, anchor: .zero, elapsedAtAnchor: .seconds(5),
        laps: Laps(totals: [.seconds(5)])))
    _ = named.apply(.nameLap(1, "Abc"), at: .zero)
    for (field, text, selected) in [
      (.lapName(1), "Abc", 3), (.lapName(1), "Name of lap 1: Abc", 3), (.ringName(2), "Focus", 5),
      (.ringName(2), "Name of ring 2: Focus", 5),
    ] as [(Entry.Field, String, Int)] {
      var model = named
      _ = model.apply(.edit(.begin(field)), at: .zero)
      let isFoot = text.hasPrefix("Name")
      let marks = marks(model, in: isFoot ? Environment(width: 240, height: 135) : .usual)
      let index = try #require(
        marks.firstIndex { if case .text(let run) = $0 { run.string == text } else { false } })
      guard case .text(let run) = marks[index] else { continue }
      let boxes = marks[..<index].compactMap { mark -> Rect? in
        guard case .fill(let path, run.color.opacity(0.25)) = mark else { return nil }
        return path.bounds
      }
      let box = try #require(boxes.first)
      let end = run.frame.minX + Double(text.count) * 0.6 * run.size
      #expect(boxes.count == 1 && abs(box.maxX - end) <= 1, "\(text)")
      #expect(abs(box.width - Double(selected) * 0.6 * run.size) <= 1)
      #expect(box.minY < run.frame.midY - 0.5 * run.size && box.maxY > run.frame.midY)
    }
  }

  @Test("a mistake is below the text, legible in every theme, and alone if the text is elsewhere")
  func problem() throws {
    for theme in ThemeCatalog.builtIn.names {
      var model = Model(theme: theme)
      model.entry = Entry(field: .lapName(9), text: "x")
      model.entry?.problem = Phrase(verbatim: "this is wrong")
      let texts = marks(model, in: environment).compactMap { mark -> TextRun? in
        if case .text(let run) = mark { run } else { nil }
      }
      let line = try #require(texts.first { $0.string == "Name of lap 9: x" })
      let problem = try #require(texts.first { $0.string == "this is wrong" })
      #expect(problem.frame.minY >= line.frame.maxY && problem.frame.maxY <= 360)
      let shown = ThemeCatalog.builtIn.theme(named: theme)
      #expect(problem.color.contrast(with: shown.text) >= 4.5)
    }
  }

  @Test("what completes a text follows it, fainter but legible, and is cut where there is no room")
  func hint() throws {
    for theme in ThemeCatalog.builtIn.names {
      for (width, isWhole) in [(480, true), (150, false)] {
        var model = Model(theme: theme)
        let typed = "tok".unicodeScalars.map { EntryEdit.type($0) }
        for edit in [.begin(.zone), .offer(["Asia/Tokyo"])] + typed {
          _ = model.apply(.edit(edit), at: .zero)
        }
        let runs = marks(model, in: Environment(width: width, height: 200)).compactMap { mark in
          if case .text(let run) = mark { run } else { nil as TextRun? }
        }
        let line = try #require(runs.first { $0.string.hasSuffix("tok") })
        let hint = try #require(runs.first { $0.string.hasPrefix("yo") })
        let end = line.frame.minX + Double(line.string.count) * 0.6 * line.size
        #expect((hint.string == "yo  Asia/Tokyo") == isWhole)
        #expect(hint.string.contains("…") != isWhole)
        #expect(hint.string.utf8.count > 5 && (0...line.size / 2).contains(hint.frame.minX - end))
        let look = ThemeCatalog.builtIn.theme(named: theme)
        let contrast = hint.color.contrast(with: look.text)
        #expect(contrast >= 4.5 && contrast < line.color.contrast(with: look.text), "\(theme)")
      }
    }
  }
}
