import Measuring
import Testing

@Suite("Reports")
struct ReportTests {
  @Test("columns are as wide as their widest cell, words to the left, figures to the right")
  func table() {
    var table = Table(["what", "us", "wide heading"], words: 1)
    table.add(["running", "1.5"])
    table.add(["a", "1000.5", "2", "beyond"])
    #expect(
      table.text == """
        | what    |     us | wide heading |
        | ------- | -----: | -----------: |
        | running |    1.5 |              |
        | a       | 1000.5 |            2 |

        """)
  }

  @Test("JSON escapes what it has to, and writes null for what is no number")
  func json() {
    let value = JSON.object([
      ("a \"b\"", .text("back\\slash, line\nend, \u{1}")),
      ("n", .list([.number(1.25), .number(-7), .number(.nan), .null])),
      ("f", .flag(true)),
    ])
    #expect(
      value.line
        == #"{"a \"b\"":"back\\slash, line\nend, \u0001","n":[1.250,-7,null,null],"f":true}"#)
  }

  @Test("figures survive being written and read; other lines are passed over")
  func figures() {
    let figures = [Figure("client_us", 12.625), Figure("ratio", 1e-7), Figure("wakes", -3)]
    #expect([Figure](lines: figures.lines) == figures)
    let noisy = "warning: 3 things\nratio 1.5\nratio\nratio x\nnan nan\n\nwakes 1 2\nwakes 4"
    #expect([Figure](lines: noisy) == [Figure("ratio", 1.5), Figure("wakes", 4)])
    #expect(figures["ratio"] == 1e-7)
    #expect(figures["none"] == nil)
  }

  @Test(
    "a size is two whole numbers that a window can have",
    arguments: [
      ("840x480", 840, 480), ("1x32767", 1, 32767), ("0x5", nil, nil), ("32768x5", nil, nil),
      ("840", nil, nil), ("840x", nil, nil), ("840x480x1", nil, nil), ("8.5x4", nil, nil), ("-8x4", nil, nil),
    ] as [(String, Int?, Int?)])
  func size(text: String, width: Int?, height: Int?) {
    let size = Reports.size(text)
    #expect(size?.width == width)
    #expect(size?.height == height)
  }

  @Test("the kernel's files and callgrind's are read by their lines' names")
  func reading() {
    let status = "Name:\tXvfb\nvoluntary_ctxt_switches:\t42\nnonvoluntary_ctxt_switches:\t7\n"
    #expect(Reports.field("voluntary_ctxt_switches:", in: status) == 42)
    #expect(Reports.field("Name:", in: status) == nil)
    #expect(Reports.field("Pss:", in: "Rss:  9 kB\nPss:                 12884 kB\nPss_Anon: 1 kB\n") == 12884)
    #expect(Reports.field("Pss:", in: "") == nil)
    #expect(Reports.processorTime(schedstat: "123456789 55 6\n") == 123_456_789)
    #expect(Reports.processorTime(schedstat: "") == nil)
    #expect(Reports.total(ofProfile: "events: Ir\nfn=(1) main\n1 5\nsummary: 413533071\n") == 413_533_071)
    #expect(Reports.total(ofProfile: "fn=(1)\ntotals: 12\n") == 12)
    #expect(Reports.total(ofProfile: "fn=(1)\n") == nil)
  }

  /// A round in which a frame took `client` and `server` microseconds, and its bound `bound` of the client's.
  private func round(frames: Int, client: Int64, server: Int64, bound: Int64) -> Round {
    var round = Round()
    round.frames = frames
    round.drawn.client = client * 1000 * Int64(frames)
    round.drawn.server = server * 1000 * Int64(frames)
    round.bound.client = bound * 1000 * Int64(frames)
    return round
  }

  @Test("times are medians of the rounds, a frame each; the ratio is each round's own")
  func outcome() {
    var outcome = Outcome()
    // A round in which the machine was three times as slow changes no ratio.
    outcome.rounds = [
      round(frames: 60, client: 30, server: 10, bound: 20),
      round(frames: 20, client: 90, server: 30, bound: 60),
      round(frames: 60, client: 33, server: 11, bound: 22),
    ]
    outcome.damagedPixels = 1400
    outcome.rectangles = 280
    outcome.memory = 10 << 20
    outcome.seconds = 3
    let figures = outcome.figures
    #expect(figures["client_us"] == 33)
    #expect(figures["server_us"] == 11)
    #expect(figures["bound_us"] == 22)
    #expect(figures["ratio"] == 2)
    #expect(figures["bound_itself"] == 3)
    #expect(figures["pixels"] == 10)
    #expect(figures["rectangles"] == 2)
    #expect(figures["pss_mb"] == 10)
    #expect(figures["frames_a_second"].map { ($0 * 3).rounded() } == 140)
  }

  @Test("counts are sums over the rounds; allocations are those beyond the bound's")
  func counts() {
    var outcome = Outcome()
    outcome.rounds = [Round(), Round()]
    for index in outcome.rounds.indices {
      outcome.rounds[index].frames = 50
      outcome.rounds[index].drawn.allocations = 75
      outcome.rounds[index].bound.allocations = 50
      outcome.rounds[index].drawn.bytesWritten = 25_000
      outcome.rounds[index].drawn.wakeUps = 51
    }
    #expect(outcome.figures["allocations"] == 0.5)
    #expect(outcome.figures["steady_allocations"] == 0.5)
    // What happens in one round of many is not steady.
    outcome.rounds.append(outcome.rounds[0])
    outcome.rounds[2].drawn.allocations = 500
    #expect(outcome.figures["allocations"] == 10.0 / 3)
    #expect(outcome.figures["steady_allocations"] == 0.5)
    outcome.rounds.removeLast()
    #expect(outcome.figures["bound_allocations"] == 1)
    #expect(outcome.figures["wire_bytes"] == 500)
    #expect(outcome.figures["wake_ups"] == 1.02)
  }

  @Test("no round and no frame give figures all the same")
  func nothing() {
    for figure in Outcome().figures
      + {
        var outcome = Outcome(); outcome.rounds = [Round()]; return outcome
      }().figures
    {
      #expect(figure.value == 0, "\(figure.name)")
    }
  }

  @Test("the table has a row a measurement, the JSON every figure")
  func report() {
    var report = Report()
    var outcome = Outcome()
    outcome.rounds = [round(frames: 60, client: 300, server: 108, bound: 204)]
    report.rows = [
      Report.Row(workload: "running", size: "840x480", way: "put", figures: outcome.figures)
    ]
    #expect(report.text.contains("| running  | 840x480 | put |    300 |    108 |   204 |  2.00 |"))
    report.parts = [Figure("a ring's update", 21.25)]
    #expect(report.text.hasSuffix("| a ring's update | 21.3 |\n"))
    #expect(
      report.json.line.hasPrefix(
        #"{"version":2,"rows":[{"workload":"running","size":"840x480","way":"put","figures":{"client_us":300,"#
      ))
    #expect(report.json.line.hasSuffix(#""parts_us":{"a ring's update":21.250}}"#))
  }
}
