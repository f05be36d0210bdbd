import Control
import FuzzSupport
import Session
import Timekeeping

/// What comes over the socket, and the texts of commands and options, as far as other rooms read them.
///
/// An input is the lines of a client; each is tried as a request, as an answer and as every text.
@main
enum ControlFuzz {
  static func main() {
    Fuzzing.run(seeds: seeds.map { Array($0.utf8) }) { input in
      for line in input.rest().split(separator: 10) { tryLine(line) }
    }
  }

  private static let seeds = [
    "@12\tlap\nlap\ntimer\tuntil 17:30:15\nring\tBuild\t0.5",
    "plan\tFocus 25m, Break 5m wait, 1:02:03.4\nmark\ta\\tb\\n\\r\\\\",
    "=a line\\tof text\n0\n4\tRefused\n64\tmisused", "={{elapsed}} {{lap|seconds}} {{plan|ns}}",
    "{{mode}} {{state}} {{text}} {{laps}} {{counter}} {{step}} {{next}} {{round}} {{rounds}} {{theme}}",
    "{{best}} {{remaining|ns}} {{ring:Goal}}", "1h30m\n45s\n500ms\n7:38.37\n-1.5\n1.000000001",
    "until 5:30 PM\nuntil 5:30:15pm\n5am\n0:00\n23:59:59",
    "e\u{301}\u{301} 25m,\u{1F469}\u{200D}\u{1F467} 5m",
    "=\u{301}a\n@\u{301}\tb\n\t\u{301}\n0\t\u{301}",
  ]

  private static func tryLine(_ line: ArraySlice<UInt8>) {
    if let request = ControlRequest(line: line) { tryRequest(request) }
    if let reply = ControlReply(line: line) { tryReply(reply) }
    guard let text = String(validating: line, as: UTF8.self) else { return }
    for outcome in [ControlReply.text(text), .end(.refused, text), .end(.done, text)] { tryReply(outcome) }
    // What comes of splitting at other places is given as words, too.
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    tryRequest(ControlRequest(["x"] + words))
    tryRequest(ControlRequest(["x"] + words, at: Int64(line.count)))
    tryDuration(text)
    tryTimer(text)
    tryPlan(text)
    tryTemplate(text)
    for word in words {
      tryDuration(word)
      tryTimer("until " + word)
    }
  }

  private static func tryRequest(_ request: ControlRequest) {
    let again = ControlRequest(line: unended(request.line))
    // Equal texts may be of other bytes.
    let isSame = again?.time == request.time && again?.words.map(bytes) == request.words.map(bytes)
    check(isSame, "\(request) is read back as \(String(describing: again))")
  }

  private static func tryReply(_ reply: ControlReply) {
    let again = ControlReply(line: unended(reply.line))
    let isSame =
      switch (reply, again) {
      case (.text(let one), .text(let other)): bytes(one) == bytes(other)
      case (.end(let code, let one), .end(let otherCode, let other)):
        code == otherCode && bytes(one) == bytes(other)
      default: false
      }
    check(isSame, "\(reply) is read back as \(String(describing: again))")
  }

  /// The bytes of a line of which there is one end, the last of them.
  private static func unended(_ line: String) -> [UInt8] {
    var bytes = Array(line.utf8)
    check(bytes.popLast() == 10 && !bytes.contains(10), "no line: \(line.debugDescription)")
    return bytes
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func tryDuration(_ text: String) {
    do throws(DurationTextError) {
      let length = try Duration(parsing: text)
      check(length >= .zero && length <= .textLimit, "\(text.debugDescription) is \(length)")
      check((try? Duration(parsing: written(length))) == length, "\(written(length)) is not \(length)")
      _ = (TimeFormat.elapsed(length), TimeFormat.remaining(length), TimeFormat.wholeSeconds(length))
    } catch {
      checkSafe(error.description)
    }
  }

  /// A length in seconds, to the nanosecond.
  private static func written(_ length: Duration) -> String {
    let (seconds, rest) = length.nanosecondsClamped.quotientAndRemainder(dividingBy: 1_000_000_000)
    let digits = "\(rest)"
    return "\(seconds)." + String(repeating: "0", count: 9 - digits.count) + digits
  }

  private static func tryTimer(_ text: String) {
    do throws(TimerTextError) {
      switch try TimerSetting(parsing: text) {
      case .length(let length): check(length <= .textLimit, "\(text.debugDescription) is \(length)")
      case .until: break
      }
    } catch {
      checkSafe(error.description)
    }
  }

  private static func tryPlan(_ text: String) {
    do throws(PlanTextError) {
      let steps = try Plan.steps(parsing: text)
      check((1...Plan.mostSteps).contains(steps.count), "\(steps.count) steps")
      for step in steps {
        check(Plan.stepLengths.contains(step.length), "\(step)")
        check(step.name.count <= Plan.longestName && step.name.utf8.count <= Plan.mostNameBytes, "\(step)")
      }
      // A mark that combines with the space before it is lost in a name; the rest is the same.
      let parts = steps.map { "\($0.name) \(written($0.length))\($0.waits ? " wait" : "")" }
      guard let again = try? Plan.steps(parsing: parts.joined(separator: ",")) else {
        fail("\(parts) is no plan")
      }
      let isSame = again.map(\.length) == steps.map(\.length) && again.map(\.waits) == steps.map(\.waits)
      check(isSame, "\(steps) is read back as \(again)")
      var model = Model()
      _ = model.apply(.setPlan(Plan(steps: steps, rounds: text.utf8.count)), at: .zero)
      checkModel(model)
    } catch {
      checkSafe(error.description)
    }
  }

  private static func tryTemplate(_ text: String) {
    do throws(StatusTemplateError) {
      let template = try StatusTemplate(parsing: text)
      let rings = [RingModel(name: text, source: .day), RingModel(name: "Goal", source: .manual(0.5))]
      checkSafe(
        template.text(for: StatusReport(Model(rings: rings), at: reading(at: .zero), isVisible: true)))
    } catch {
      checkSafe(error.description)
    }
  }
}
