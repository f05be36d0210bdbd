import DisplayLists
import Geometry
import Testing
import Timekeeping

@testable import Scene
@testable import Session

@Suite("Clock")
struct ClockTests {
  /// So many hours after midnight of the 9th of October 2025, a Thursday.
  private func reading(hour: Double) -> ClockSample {
    let midnight: Int64 = 1_759_968_000
    let nanoseconds = Int64((hour * 3600 * 1e9).rounded())
    return ClockSample(
      instant: Instant(nanoseconds: 7 + nanoseconds),
      wall: WallClock(epochNanoseconds: midnight * 1_000_000_000 + nanoseconds, utcOffsetSeconds: 0)
    )
  }

  private func model(words: CalendarWords = CalendarWords()) -> Model {
    Model(mode: .clock, clock: ClockStyle(hours: .twelve, words: words))
  }

  @Test(
    "the city of another zone stands under the date, and in the title",
    arguments: [("America/Argentina/Buenos_Aires", "Buenos Aires"), ("UTC", "UTC")])
  func city(zone: String, name: String) throws {
    var model = model()
    let own = stillFrame(model, at: reading(hour: 9))
    #expect(model.asOf(at(0)).title == "clock" && !own.texts.map(\.string).contains(name))
    model.clockSettings.zone = .some(zone)
    let list = stillFrame(model, at: reading(hour: 9))
    let texts = list.texts
    let date = try #require(texts.first { $0.string.contains("Oct") })
    let city = try #require(texts.first { $0.string == name })
    #expect(city.frame.minY >= date.frame.maxY - 1 && model.asOf(at(0)).title == name)
    #expect(list.items.count == own.items.count + 1)
  }

  @Test("long words are smaller than short ones, and have room")
  func longWords() throws {
    let environment = Environment(width: 840, height: 480, parts: [.digits])
    var sizes: [Double] = []
    for (am, pm) in [("AM", "PM"), ("午前", "午後"), ("a. m.", "p. m."), ("vorm.", "nachm.")] {
      // An ideograph is as wide as it is high.
      var composer = FrameComposer(
        measurer: { text, _, _ in
          text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 0.8 : 1) }
        })
      let list = composer.frame(
        model(words: CalendarWords(am: am, pm: pm)), in: environment.still, at: reading(hour: 1))
      let runs = list.texts
      #expect(runs.map(\.string) == [am, pm])
      sizes.append(try #require(runs.first).size)
    }
    #expect(sizes == sizes.sorted(by: >) && Set(sizes).count == sizes.count)
  }

  @Test(
    "hour and minute hand never touch the date, and the second hand passes behind it as a whole",
    arguments: [nil, "Buenos Aires"], ["Thu", "Torsdag"])
  func freeDate(city: String?, weekday: String) throws {
    let days = CalendarWords(weekdays: Array(repeating: weekday, count: 7))
    var model = model(words: days)
    model.clockSettings.zone = .some(city.map { "America/\($0)" })
    let panel = Panel(Panel.Key(model.asOf(at(0)), in: .usual))
    let dial = try #require(panel.dial)
    var sides: [Double] = []
    for minute in 0..<720 {
      let list = stillFrame(model, at: reading(hour: Double(minute) / 60))
      let lines = list.texts.filter { $0.string.contains("Oct") || $0.string == city }
      #expect(
        lines.count == (city == nil ? 1 : 2) && lines.allSatisfy { $0.size >= dial.minText })
      let veil = try #require(list.veil)
      let box = try #require(veil.glass).path.bounds.inset(by: dial.length(2))
      for hand in list.hands.prefix(2) {
        // Exact to half a pixel, along both edges of the bar and its round end.
        for part in stride(from: 0.0, through: 1, by: 0.5 / hand.length) {
          for side in [-0.5, 0, 0.5] {
            let middle = hand.center.polar(angle: hand.angle, distance: part * hand.length)
            let point = middle.polar(
              angle: Angle(turns: hand.angle.turns + 0.25), distance: side * hand.width)
            #expect(!box.contains(point), "\(minute)")
          }
        }
      }
      let side = Angle(from: dial.center, to: box.center).turns
      if side != sides.last { sides.append(side) }
      for line in lines {
        #expect(abs(line.frame.midX - box.midX) < 1)
        let (top, foot) = (line.frame.midY - line.size / 2, line.frame.midY + line.size / 2)
        #expect(box.minY <= top && foot <= box.maxY)
      }
    }
    // It moves a few times an hour at most.
    #expect(sides.count < 60)
    for second in 0..<60 {
      let list = stillFrame(model, at: reading(hour: 10 + (8 + Double(second) / 60) / 60))
      let veil = try #require(list.items.firstIndex { $0 == list.veil.map { .picture($0) } })
      let hand = try #require(list.items.lastIndex { if case .hand = $0 { true } else { false } })
      let text = try #require(
        list.items.firstIndex {
          if case .text(let run) = $0 { run.string.contains("Oct") } else { false }
        })
      #expect(hand < veil && veil < text, "\(second)")
    }
  }

  @Test("on a small dial the day, the sun and the moon stay legible, and the date is never cut")
  func smallDial() throws {
    for (side, date) in [(140, nil), (155, "9 Oct"), (190, "Thu 9 Oct"), (400, "Thu 9 Oct")] {
      for scale in [1, 2] {
        let environment = Environment(
          width: side * scale * 7 / 6, height: side * scale * 7 / 6, scale: Double(scale),
          parts: [.dial])
        let (model, least) = (model(), Double(scale))
        let dial = try #require(Panel(Panel.Key(model.asOf(at(0)), in: environment)).dial)
        #expect(abs(dial.plate.width / least - Double(side)) < 3)
        let list = stillFrame(model, in: environment, at: reading(hour: 12))
        #expect(list.rim.allSatisfy { $0.width >= 5 * least }, "\(side)")
        let paths = try #require(list.pictures.first).marks.compactMap { mark -> Path? in
          if case .fill(let path, _) = mark { path } else { nil }
        }
        let moon = try #require(paths.last).bounds
        #expect(moon.height >= 7.5 * least && moon.height < dial.length(19), "\(side)")
        #expect(date == nil || list.texts.contains { $0.string == date }, "\(side)")
      }
    }
    let long = CalendarWords(months: Array(repeating: "października", count: 12))
    let longest = stillFrame(
      model(words: long), in: Environment(width: 180, height: 180, parts: [.dial]),
      at: reading(hour: 12))
    #expect(longest.texts.map(\.string).contains("9"))
  }

  @Test("the default rings are hour, minute and second, until one is set")
  func rings() throws {
    func names(_ model: Model) -> [String] { model.shownRings.map(\.name) }
    let clock = Model(mode: .clock)
    #expect(names(clock) == ["Hour", "Minute", "Second"])
    #expect(names(Model()) == ["Goal", "Focus", "Build"])
    let rings = stillFrame(clock, at: reading(hour: 9.51)).rings.map(\.progress)
    #expect(
      isClose(rings[0], 9.51 / 24, by: 1e-4) && isClose(rings[1], 0.51) && isClose(rings[2], 0.6))
    #expect(names(Model(mode: .clock, clock: ClockStyle(showsSeconds: false))).count == 2)
    let texts = stillFrame(clock, at: reading(hour: 9.51)).texts.map(\.string)
    #expect(texts.filter { ["9 h", "30 min", "36 s"].contains($0) }.count == 3)
    #expect(!texts.contains { $0.hasSuffix("%") })
    // On a clock of twelve hours the ring says the hour as the digits do.
    for (hour, text) in [(9.51, "9 AM"), (15.2, "3 PM"), (0.1, "12 AM")] {
      let twelve = stillFrame(model(), at: reading(hour: hour)).texts.map(\.string)
      #expect(twelve.contains(text), "\(twelve)")
    }
    // A selected one stays; a set one is the user's, and so are those beside it.
    #expect(names(clock.after([(1, .selectRing(-3))])) == names(clock))
    for command in [Command.setRing(-3, .manual(0.4)), .setRing(-3, .fed(0.4, isOver: false))] {
      let set = clock.after([(1, command), (2, .mode(.stopwatch))])
      #expect(names(set) == names(clock) && set.asOf(at(0)).value(of: set.rings[1]) == .fixed(0.4))
    }
    // Keys for rings that are set by hand do not reach those that follow the time.
    #expect(
      !clock.asOf(at(0)).allows(.digit(5)) && names(clock.after([(1, .digit(5))])) == names(clock))
    #expect(
      Model(mode: .clock).after([(1, .digit(5)), (2, .mode(.timer))]).rings[0].name == "Goal")
    #expect(names(Model(mode: .clock, rings: [RingModel(name: "A", source: .day)])) == ["A"])
  }
}
