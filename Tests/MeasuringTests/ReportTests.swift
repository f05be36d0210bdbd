import Measuring
import Testing

@Suite("Reports")
struct ReportTests {
  @Test("columns are as wide as their widest cell, words to the left, figures to the right")
  func table() {
    var table = Table(["what"], [("us", 1), ("wide heading", 0)])
    table.add(["running"], [1.5])
    table.add(["a", "beyond"], [1000.46, 2, 3])
    table.add([], [.nan])
    #expect(
      table.text == """
        | what    |     us | wide heading |
        | ------- | -----: | -----------: |
        | running |    1.5 |              |
        | a       | 1000.5 |            2 |
        |         |      - |              |

        """)
  }

  @Test("figures survive being written and read; other lines are passed over")
  func figures() {
    let figures = ["client_us": 12.625, "ratio": 1e-7, "wakes": -3]
    #expect([String: Double](lines: figures.lines) == figures)
    let noisy = "warning: 3 things\nratio 1.5\nratio\nratio x\nnan nan\n\nwakes 1 2\nwakes 4"
    #expect([String: Double](lines: noisy) == ["ratio": 1.5, "wakes": 4])
    #expect([String: Double](lines: "wakes 4\nwakes 5") == ["wakes": 5])
  }

  @Test("the total of a profile is in its last lines")
  func profile() {
    #expect(total(ofProfile: "events: Ir\nfn=(1) main\n1 5\nsummary: 413533071\n") == 413_533_071)
    #expect(total(ofProfile: "events: Ir\nfn=(1)\ntotals: 12\n") == 12)
    #expect(total(ofProfile: "events: Ir\nfn=(1)\n") == nil)
    let profile = "events: Ir Dr ILmr DLmr\nfn=(1)\nsummary: 12 5 3\n"
    #expect(total(ofProfile: profile, of: "ILmr") == 3)
    #expect(
      total(ofProfile: profile, of: "DLmr") == nil && total(ofProfile: profile, of: "DLmw") == nil)
  }
}

@Suite("Rounds")
struct RoundTests {
  /// A round in which a frame took `client` and `server` microseconds, and its bound `bound` of the client's.
  private func round(frames: Int, client: Int, server: Int, bound: Int) -> Round {
    var round = Round()
    round.frames = frames
    round.drawn.client = client * 1000 * frames
    round.drawn.server = server * 1000 * frames
    round.bound.client = bound * 1000 * frames
    round.copied.client = 2 * bound * 1000 * frames
    return round
  }

  @Test("times are medians of the rounds, a frame each; the ratio is each round's own")
  func times() {
    // A round in which the machine was three times as slow changes no ratio.
    var rounds = [
      round(frames: 60, client: 30, server: 10, bound: 20),
      round(frames: 20, client: 90, server: 30, bound: 60),
      round(frames: 60, client: 33, server: 11, bound: 22),
    ]
    rounds[0].pixels = 1400
    rounds[2].rectangles = 280
    let figures = rounds.figures
    #expect(figures["client_us"] == 33)
    #expect(figures["server_us"] == 11)
    #expect(figures["bound_us"] == 22 && figures["copied_us"] == 44)
    #expect(figures["ratio"] == 2 && figures["copied_ratio"] == 1)
    #expect(figures["bound_itself"] == 3)
    #expect(figures["pixels"] == 10)
    #expect(figures["rectangles"] == 2)
    #expect(figures["frames_a_second"].map { ($0 * 3).rounded() } == 140)
  }

  @Test("counts are sums over the rounds; allocations are those beyond the bound's")
  func counts() {
    var one = Round()
    one.frames = 50
    one.drawn.allocations = 75
    one.bound.allocations = 50
    one.drawn.bytesWritten = 25_000
    one.drawn.wakeUps = 51
    one.drawn.serverWakeUps = 49
    let figures = [one, one].figures
    #expect(figures["allocations"] == 0.5)
    #expect(figures["steady_allocations"] == 0.5)
    #expect(figures["wire_bytes"] == 500)
    #expect(figures["wake_ups"] == 1.02)
    #expect(figures["server_wake_ups"] == 0.98)
    // What happens in one round of many is not steady.
    var other = one
    other.drawn.allocations = 500
    #expect([one, one, other].figures["allocations"] == 10.0 / 3)
    #expect([one, one, other].figures["steady_allocations"] == 0.5)
  }

  @Test("what was used is the difference of two readings, figure by figure")
  func meter() {
    var start = Meter()
    (start.client, start.server, start.wakeUps) = (1, 2, 3)
    (start.serverWakeUps, start.allocations, start.bytesWritten) = (4, 5, 6)
    var end = Meter()
    (end.client, end.server, end.wakeUps) = (11, 22, 33)
    (end.serverWakeUps, end.allocations, end.bytesWritten) = (44, 55, 66)
    let used = end - start
    #expect((used.client, used.server, used.wakeUps) == (10, 20, 30))
    #expect((used.serverWakeUps, used.allocations, used.bytesWritten) == (40, 50, 60))
    #expect(used.both == 30)
  }

  @Test("no round and no frame give figures all the same", arguments: [[], [Round()]])
  func nothing(rounds: [Round]) {
    #expect(!rounds.figures.isEmpty)
    for (name, figure) in rounds.figures {
      #expect(figure == 0, "\(name)")
    }
  }
}
