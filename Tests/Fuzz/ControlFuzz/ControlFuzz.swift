import Control
import FuzzSupport
import Session
import Timekeeping
import Wording

/// What comes over the socket, and the texts of commands and options, as far as other rooms read them.
///
/// An input is a digit that says what is tried, and the text: of each the fuzzer finds its own, and none is slowed down by the
/// others.
@main
enum ControlFuzz {
  static func main() {
    Fuzzing.run(seeds: seeds.map { Array($0.utf8) }) { input in
      let kind = input.byte() & 7
      let bytes = input.rest()
      if kind == 0 { return tryLine(bytes) }
      guard let text = String(validating: bytes, as: UTF8.self) else { return }
      switch kind {
      case 1: tryWords(text)
      case 2: tryDuration(text)
      case 3: tryTimer(text)
      case 4: tryPlan(text)
      case 5: tryTemplate(text)
      case 6: tryTimer("until " + text)
      default:
        for outcome in [ControlReply.text(text), .end(.refused, text), .end(.done, text)] {
          tryReply(outcome)
        }
      }
    }
  }

  private static let seeds = [
    "0@12\tlap", "0lap", "0timer\tuntil 17:30:15", "0ring\tBuild\t0.5", "0mark\ta\\tb\\n\\r\\\\",
    "0=a line\\tof text",
    "00", "04\tRefused", "064\tmisused", "0=\u{301}a", "0@\u{301}\tb", "0\t\u{301}", "00\t\u{301}",
    "1plan Focus 25m, Break", "1e\u{301} \u{301} a\tb\n\r\\", "7a\tb\n\r\\", "7\u{301}",
    "21h30m", "245s", "2500ms", "27:38.37", "2-1.5", "21.000000001", "21:02:03.4", "31h",
    "3until 7:00",
    "3until 5pm",
    "65:30 PM", "65:30:15pm", "65am", "60:00", "623:59:59",
    "4Focus 25m, Break 5m wait, 1:02:03.4", "4e\u{301}\u{301} 25m,\u{1F469}\u{200D}\u{1F467} 5m",
    "5{{elapsed}} {{lap|seconds}} {{step_remaining|ns}}",
    "5{{mode}} {{state}} {{text}} {{lap_count}} {{counter}} {{step}}",
    "5{{next}} {{round}} {{rounds}} {{theme}}", "5{{best}} {{remaining|ns}} {{ring:Goal}}",
  ]

  /// A line as it comes over the socket, as a request and as an answer.
  private static func tryLine(_ line: [UInt8]) {
    if let request = ControlRequest(line: line) { tryRequest(request) }
    if let reply = ControlReply(line: line) { tryReply(reply) }
  }

  /// The words of a request, which may be any.
  private static func tryWords(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    tryRequest(
      ControlRequest(["x"] + words, at: words.count % 2 == 0 ? Int64(text.utf8.count) : nil))
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
    do throws(TextError) {
      let length = try Duration(parsing: text)
      check(length >= .zero && length <= .textLimit, "\(text.debugDescription) is \(length)")
      check(
        (try? Duration(parsing: written(length))) == length, "\(written(length)) is not \(length)")
      _ = (
        TimeFormat.elapsed(length), TimeFormat.remaining(length), TimeFormat.wholeSeconds(length)
      )
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
    do throws(TextError) {
      switch try TimerSetting(parsing: text) {
      case .length(let length): check(length <= .textLimit, "\(text.debugDescription) is \(length)")
      case .until: break
      }
    } catch {
      checkSafe(error.description)
    }
  }

  private static func tryPlan(_ text: String) {
    do throws(TextError) {
      let steps = try PlanText(parsing: text).steps
      check((1...Plan.maxSteps).contains(steps.count), "\(steps.count) steps")
      for step in steps {
        check(Plan.stepLengths.contains(step.length), "\(step)")
        check(
          step.name.isName,
          "\(step)")
      }
      // A mark that combines with the space before it is lost in a name; the rest is the same. With an end of a line, none
      // combines.
      let parts = steps.map { "\($0.name) \(written($0.length))s\($0.waits ? " wait" : "")" }
      guard let again = try? PlanText(parsing: "1 × " + parts.joined(separator: ",\n")).steps
      else {
        fail("\(parts) is no plan")
      }
      let isSame =
        again.map(\.length) == steps.map(\.length) && again.map(\.waits) == steps.map(\.waits)
      check(isSame, "\(steps) is read back as \(again)")
      var model = Model()
      _ = model.apply(.setPlan(Plan(steps: steps, rounds: text.utf8.count)), at: .zero)
      checkModel(model)
    } catch {
      checkSafe(error.description)
    }
  }

  private static func tryTemplate(_ text: String) {
    do throws(TextError) {
      let template = try StatusTemplate(parsing: text)
      let rings = [
        RingModel(name: text, source: .day), RingModel(name: "Goal", source: .manual(0.5)),
      ]
      checkSafe(
        template.text(
          for: StatusReport(Model(rings: rings), at: reading(at: .zero), isVisible: true)))
    } catch {
      checkSafe(error.description)
    }
  }
}
