import Control
import Session
import Settings
import Timekeeping
import Windowing
import Wording

/// A verb that a client has sent, and when.
struct VerbCall {
  let client: ControlConnection
  let app: App
  let instant: Instant

  /// The model as of the request: a plan may wait by then.
  var model: ModelAt { app.kept.pending.asOf(instant) }

  /// The ring called `name`, or with that number; the outermost ring is 1.
  func ring(_ name: String) throws -> RingID {
    if let id = model.base.ring(named: name) { return id }
    let names = model.shownRings.map(\.name.quoted).joined(separator: ", ")
    throw TextError("there is no ring \(name.quoted); there are \(names)")
  }

  /// The style, bound to the rings that a template names. Throws if one of them does not exist.
  func bound(_ style: StatusStyle) throws -> StatusStyle {
    for name in style.template?.rings ?? [] { _ = try ring(name) }
    var bound = style
    bound.bind(to: model.shownRings)
    return bound
  }

  /// Performs the command, if there is one; answered when it is saved.
  func perform(_ command: Command?) -> ControlReply? {
    if let command { app.perform(command, at: instant) }
    return replyWhenSaved()
  }

  func perform(_ command: WindowCommand) -> ControlReply? {
    app.perform(command, at: instant)
    return replyWhenSaved()
  }

  func perform(_ command: Command, else refusal: String) -> ControlReply? {
    model.allows(command) ? perform(command) : .refused(refusal)
  }

  func window(_ change: (Window) -> Void) -> ControlReply {
    change(app.window)
    return .done
  }

  /// Brings the window to the front. There is nothing to save, so the answer does not wait for the disk.
  func raise() -> ControlReply {
    app.perform(.raise)
    return .done
  }

  func replyWhenSaved() -> ControlReply? {
    app.verifySaved()
    app.control.await(self, onScreen: false)
    return nil
  }

  func list(_ lines: [some StringProtocol]) -> ControlReply {
    for line in lines { client.reply(.text(String(line))) }
    return .done
  }
}
