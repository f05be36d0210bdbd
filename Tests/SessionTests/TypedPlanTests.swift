import Testing
import Timekeeping

@testable import Session

@Suite("A plan is typed")
struct TypedPlanTests {
  private static let begin = Command.edit(.begin(.plan))
  private let usual = Model(mode: .plan)

  private func steps(_ text: String) throws -> [PlanStep] { try PlanText(parsing: text).steps }

  private func replacing(_ text: String) -> [Command] {
    [Self.begin, .edit(.clear)] + text.unicodeScalars.map { .edit(.type($0)) }
  }

  private func model(_ commands: [Command], from model: Model = Model(mode: .plan)) -> Model {
    var model = model
    for command in commands { _ = model.apply(command, at: .zero) }
    return model
  }

  @Test("it begins with the present plan, by its key in plan mode and from the menu in any")
  func begin() {
    for mode in Mode.allCases {
      let typed = model([.within(.plan, Self.begin)], from: Model(mode: mode))
      #expect(typed.mode == .plan && typed.entry?.text == "4 × Focus 25m, Break 5m")
      #expect(typed.anytime.footnote()?.label == "Plan: " && typed.entry?.caret == 23)
      #expect(Model(mode: mode).anytime.allows(Self.begin) == (mode == .plan))
      if mode != .plan { #expect(model([Self.begin], from: Model(mode: mode)).entry == nil) }
    }
  }

  @Test("Return sets the rounds and the steps, and Undo takes it back")
  func confirm() throws {
    #expect(model(replacing("Run 1m") + [.edit(.confirm)]).planRun.plan.rounds == 1)
    var typed = model(replacing("8 x Run 1m, Walk 2m wait") + [.edit(.confirm)])
    #expect(typed.entry == nil && typed.notice == nil)
    let plan = Plan(steps: try steps("Run 1m, Walk 2m wait"), rounds: 8)
    #expect(typed.planRun == PlanRun(plan))
    _ = typed.apply(.undo, at: .zero)
    #expect(typed.planRun == PlanRun() && !typed.anytime.allows(.undo))
    #expect(model(replacing("Run 1m") + [.edit(.cancel)]) == usual)
  }

  @Test("a started plan is reset by another one, goes on with the same, and Undo restores it")
  func started() {
    for commands in [[Command.start], [.start, .stop], [.start, .skip]] {
      let before = model(commands)
      let same = model([Self.begin, .edit(.confirm)], from: before)
      #expect(same.planRun == before.planRun && same.entry == nil && same.notice == nil)
      var other = model(replacing("Run 1m") + [.edit(.confirm)], from: before)
      #expect(other.planRun.state == .reset && other.planRun.step.name == "Run")
      #expect(other.notice?.text == "Plan replaced: Ctrl+Z restores it")
      #expect(model([.setPlan(Plan(rounds: 2))], from: before).notice == other.notice)
      _ = other.apply(.undo, at: .zero)
      #expect(other.planRun == before.planRun)
    }
  }

  @Test("a mistake is named until the text changes, with the caret at its place")
  func mistake() {
    let wrong = model(replacing("Run 1m, Walk, Sit 1m") + [.edit(.move(.home)), .edit(.confirm)])
    #expect(wrong.planRun == PlanRun() && wrong.entry?.caret == 12)
    #expect(wrong.anytime.footnote()?.problem == "step 2 needs a length, as in Read 20m")
    let right = model(" 3m".unicodeScalars.map { .edit(.type($0)) }, from: wrong)
    #expect(
      right.anytime.footnote()?.problem == nil && right.entry?.text == "Run 1m, Walk 3m, Sit 1m")
    #expect(model([.edit(.confirm)], from: right).planRun.plan.steps.count == 3)
    let empty = model(replacing(" ") + [.edit(.confirm)])
    #expect(empty.entry?.problem?.text.hasPrefix("a plan needs 1 to 64 steps") == true)
  }

  @Test("another plan, or another mode, ends it, and what only runs does not")
  func ended() {
    for command in [
      Command.mode(.clock), .setPlan(Plan(rounds: 9)), .within(.timer, .edit(.begin(.time))),
    ] {
      #expect(model(replacing("Run") + [command]).entry?.field != .plan, "\(command)")
    }
    for command in [Command.start, .skip, .toggleHelp, .setPlan(Plan()), .within(.timer, .start)] {
      #expect(model(replacing("Run") + [command]).entry?.text == "Run", "\(command)")
    }
  }

  @Test("a text has a limit")
  func limit() {
    var entry = Entry(field: .plan, text: String(repeating: "é", count: 1 << 14))
    entry.move(.end)
    entry.type("x")
    #expect(entry.text.utf8.count == 1 << 15)
    entry.erase(before: true)
    entry.type("x")
    #expect(entry.text.hasSuffix("éx"))
  }
}
