import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Activity rings")
struct RingTests {
  @Test("a ring shows its value: by hand, or from the stopwatch, the clock or the day")
  func values() {
    let sources: [RingSource] = [.manual(1.18), .second, .minute, .hour, .day]
    let model = Model(rings: sources.map { RingModel(name: "", source: $0) }).after([(0, .start)])
    let elapsed = 3600.0 + 12 * 60 + 30.25
    // The clock says 08:53:20 at 0, so 10:05:50 then.
    let day = Double(10 * 3600 + 5 * 60 + 50) / 86_400
    let expected: [(Mode, [Double])] = [
      (.stopwatch, [1.18, 0.25, 30.25 / 60, 750.25 / 3600, day]),
      (.counter, [1.18, 0.25, 30.25 / 60, 750.25 / 3600, day]),
      (.timer, [1.18, 0.25, 30.25 / 60, 750.25 / 3600, day]),
      (.clock, [1.18, 50.0 / 60, 50.0 / 60, 350.0 / 3600, day]),
    ]
    for (mode, values) in expected {
      let rings = stillFrame(model.after([(0, .mode(mode))]), at: reading(elapsed)).rings
      #expect(rings.count == values.count)
      for (ring, value) in zip(rings, values) { #expect(isClose(ring.progress, value), "\(mode)") }
    }
  }

  @Test("a name that is typed is in the legend, with its caret inside; else at the foot")
  func typedName() throws {
    for (width, height) in [(840, 480), (480, 760), (400, 300), (240, 135)] {
      for text in ["", "Ab", String(repeating: "W", count: 32)] {
        func frame(_ model: Model) -> DisplayList {
          var composer = FrameComposer { text, _, _ in Double(text.count) * 0.6 }
          let environment = Environment(width: width, height: height)
          return composer.frame(model, in: environment.still, at: reading(0))
        }
        let panel = Panel(
          Panel.Key(Model().asOf(at(0)), in: Environment(width: width, height: height)))
        let legend = panel.rings?.legend ?? []
        let name = legend.isEmpty ? nil : legend[1].name.frame
        let edits = [EntryEdit.begin(.ringName(2)), .clear] + text.unicodeScalars.map { .type($0) }
        let frame = frame(Model().after(edits.map { (0, .edit($0)) }))
        #expect(!frame.texts.contains { $0.string == "Focus" })
        let labels = frame.pictures.flatMap(\.texts).filter { $0.string.hasPrefix("Name of ring") }
        // A long name leaves no place for the label.
        #expect(labels.isEmpty == (name != nil) || text.count > 9, "\(width)")
        guard let name else { continue }
        let carets = frame.pictures.flatMap(\.marks).compactMap { mark -> Rect? in
          if case .fill(let path, _) = mark, path.bounds.width <= 4 { path.bounds } else { nil }
        }
        let caret = try #require(carets.first { abs($0.midY - name.midY) < 1 }, "\(width)")
        #expect(caret.minX >= name.minX && caret.maxX <= name.maxX + 1, "\(width) \(text)")
      }
    }
  }

  @Test("the legend names the ring and its per cent, cut off")
  func legend() {
    let table: [(Double, String)] = [
      (0, "0%"), (0.29, "29%"), (0.57, "57%"), (0.999, "99%"), (1, "100%"), (1.18, "118%"),
      (10, "1000%"),
      (1000, "100000%"), (.nan, "0%"), (.infinity, "100000%"), (1e300, "100000%"),
    ]
    for (value, text) in table {
      let model = Model(rings: [RingModel(name: "Walk", source: .manual(value))])
      let texts = stillFrame(model, at: reading(0)).texts.map(\.string)
      #expect(texts.contains("Walk") && texts.contains(text), "\(value)")
    }
  }

  @Test(
    "no name of six rings is cut or touches its neighbour, with laps and without",
    arguments: [(840, 480), (1280, 800), (480, 360), (500, 500), (480, 840), (360, 640)])
  func sixNames(window: (Int, Int)) throws {
    let names = [
      "Running uphill fast", "Reading long novels", "Water intake", "Steps per day",
      "Sleep quality", "Stretching",
    ]
    let rings = names.map { RingModel(name: $0, source: .manual(1.2)) }
    let model = Model(rings: rings)
    for model in [model, model.after([(0, .start), (5, .lap), (12, .lap)])] {
      for parts in [nil, [.rings]] as [Set<Part>?] {
        var composer = FrameComposer(measurer: { text, _, _ in Double(text.count) * 0.5 })
        let environment = Environment(width: window.0, height: window.1, parts: parts)
        let texts = composer.frame(model, in: environment.still, at: reading(13)).texts
        let words = try names.map { name in try #require(texts.first { $0.string == name }) }
        let values = texts.filter { $0.string == "120%" }
        #expect(values.count == 6)
        for (word, value) in zip(words, values) {
          #expect(Double(word.string.count) * 0.5 * word.size <= word.frame.width * 1.05 + 2)
          #expect(word.frame.maxX <= value.frame.minX + 1 || word.frame.maxY <= value.frame.minY)
        }
        guard Set(words.map(\.frame.minX)).count == 2 else { continue }
        // The swatch is before the name.
        for (value, word) in zip(values, words.dropFirst(3)) {
          #expect(word.frame.minX - word.size - value.frame.maxX >= 8)
        }
      }
    }
  }

  @Test("whole per cents by steps of one are shown as whole per cents")
  func steps() {
    var model = Model().after([(0, .setRings(0))])
    for percent in 1...250 {
      _ = model.apply(.step(1), at: .zero)
      #expect(stillFrame(model, at: reading(0)).texts.map(\.string).contains("\(percent)%"))
    }
  }

  @Test("a selection ends by itself, and the composer says when")
  func release() {
    let model = Model().after([(0, .selectRing(2))])
    var composer = FrameComposer()
    let lifted = composer.frame(model, in: .usual.still, at: reading(3))
    #expect(composer.nextChange == .at(Instant.zero + RingSet.selectionLifetime))
    #expect(!composer.isOutdated(at: reading(3.99).instant))
    #expect(composer.isOutdated(at: reading(4).instant))
    let rest = composer.frame(model, in: .usual.still, at: reading(4))
    #expect(lifted != rest && rest == stillFrame(Model(), at: reading(4)))
    #expect(composer.nextChange == .never)
  }

  @Test(
    "a ring that follows the running second is where the second is, but for the moment after each turn"
  )
  func runningSecond() {
    var composer = FrameComposer()
    let model = Model(rings: [RingModel(name: "", source: .second)]).after([(0, .start)])
    for frame in 0..<300 {
      let now = Double(frame) / 60
      let shown = composer.frame(model, at: reading(now)).rings.first?.progress ?? .nan
      let second = now - now.rounded(.down)
      if now < 1 || second > 0.4 { #expect(isClose(shown, second, by: 1e-6), "\(now)") }
    }
  }

  @Test(
    "a ring that follows a running source does not lag, at any rate of frames",
    arguments: [1.0, 5, 24, 60, 144])
  func runningMinute(rate: Double) {
    for (source, period) in [(RingSource.minute, 60.0), (.hour, 3600)] {
      var composer = FrameComposer()
      let model = Model(rings: [RingModel(name: "", source: source)]).after([(0, .start)])
      for frame in 0..<200 {
        let now = Double(frame) / rate
        let shown = composer.frame(model, at: reading(now)).rings.first?.progress ?? .nan
        let value = (now / period) - (now / period).rounded(.down)
        if now < 60 || value * period > 1 {
          #expect(isClose(shown, value, by: 1e-6), "\(source) \(now)")
        }
      }
    }
  }
}
