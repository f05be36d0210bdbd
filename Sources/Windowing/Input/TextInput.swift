import CX11
import Platform

/// Text from keys, by XMODIFIERS' input method (ibus, fcitx), else by libX11's dead keys and Compose.
///
/// libX11 waits without limit for an input method's server, and some answers make it abort. So a
/// child process speaks with the server (`InputMethodProcess`). Keys wait for the child until a
/// deadline, in order; then libX11's own method types them.
package final class TextInput {
  /// What an input method makes of a key.
  enum Reading {
    /// The method has it, or it is part of an unfinished sequence.
    case taken
    /// It types this; empty for Return, an arrow or a shortcut.
    case text(String)
  }

  struct Answer {
    var event: XKeyEvent
    var isRepeat: Bool
    /// Nil if libX11's own method is to read it.
    var reading: Reading?
  }

  private struct Waiting {
    let event: XKeyEvent
    let isRepeat: Bool
    /// Until when the child may answer; nil if it does not have the key.
    var deadline: MonotonicTime?
    /// Whether it was pressed after the text was complete.
    let isPlain: Bool
  }

  private struct Child {
    let process: HelperProcess
    /// Until when it may connect to the server; nil once it has.
    var startLimit: MonotonicTime?

    func send(_ message: InputMethodMessage) -> Bool { process.send(message.packet) }
  }

  private let surface: Surface
  private var connection: Connection { surface.connection }
  /// libX11's own method.
  private var local: InputContext?
  /// The child that speaks with the user's input method; kept for later texts.
  private var child: Child?
  private var children = Subprocesses()
  /// The keys without an answer, oldest first.
  private var queue: [Waiting] = []
  private var answers: [Answer] = []
  /// Repeats that the method has, by keycode and time: it may return them.
  private var repeats: [(keycode: UInt32, time: Time)] = []
  private var hasFailed = false
  private var isReported = false

  /// How long the method may take to connect, and to take a key.
  private static let patience = (connect: Duration.seconds(2), key: Duration.milliseconds(500))
  /// How long it may take to connect after it has failed.
  private static let retryPatience = Duration.seconds(1)
  /// More keys than a person types in the time; further ones are lost.
  private static let maxWaiting = 256

  /// Whether keys type text (`InputEvent.textEntered`).
  package var isActive = false {
    didSet {
      guard isActive != oldValue else { return }
      if isActive {
        connect()
        setFocus(true)
      } else {
        // A sequence that a dead key has begun belongs to the old text.
        local?.reset()
        tell(.reset)
        setFocus(false)
      }
    }
  }

  init(_ surface: Surface) { self.surface = surface }

  /// Where the child answers; -1 without one.
  package var descriptor: Int32 { child?.process.descriptor ?? -1 }

  var deadline: MonotonicTime? {
    earliest(earliest(child?.startLimit, queue.first?.deadline), children.deadline)
  }

  var hasAnswers: Bool { !answers.isEmpty }

  func takeAnswer() -> Answer? { answers.isEmpty ? nil : answers.removeFirst() }

  /// Hands a key to the input method; returns false if `read` is to read it now.
  func sends(_ event: XKeyEvent, isRepeat: Bool) -> Bool {
    guard isActive && child != nil || !queue.isEmpty || hasAnswers else { return false }
    guard queue.count < TextInput.maxWaiting else { return true }
    queue.append(Waiting(event: event, isRepeat: isRepeat, isPlain: !isActive))
    advance()
    return true
  }

  /// Reads a key by libX11's own method.
  func read(_ event: XKeyEvent) -> Reading {
    guard isActive, let local = openLocal() else { return .text("") }
    if local.takes(event) { return .taken }
    return .text(event.type == CX11.KeyPress ? local.text(of: event) : "")
  }

  func setFocus(_ hasFocus: Bool) {
    local?.setFocus(hasFocus)
    tell(hasFocus ? .focus : .unfocus)
  }

  private func openLocal() -> InputContext? {
    if local == nil {
      local = InputContext(
        modifiers: InputContext.local, on: connection.display, window: surface.identifier)
      local?.setFocus(true)
    }
    return local
  }

  // MARK: The child

  /// Starts the child if the user's input method runs.
  private func connect() {
    let selection = connection.atoms.inputMethod
    // A server that does not answer in time may have one.
    guard child == nil, selection != 0,
      !connection.ping(timeout: TextInput.patience.key)
        || XGetSelectionOwner(connection.display, selection) != 0
    else { return }
    let process = HelperProcess(
      named: InputMethodProcess.name, [connection.name, "\(surface.identifier)"], in: &children)
    guard let process else { return }
    let limit = hasFailed ? TextInput.retryPatience : TextInput.patience.connect
    child = Child(process: process, startLimit: .now + limit)
  }

  private func tell(_ message: InputMethodMessage) {
    // One that is not connected gets the focus once it is.
    if let child, child.startLimit == nil, !child.send(message) { fail() }
  }

  /// Sends what can be sent, and answers what needs no child.
  private func advance() {
    while let first = queue.first, first.isPlain || child == nil {
      queue.removeFirst()
      answer(first, nil)
    }
    guard let child, child.startLimit == nil else { return }
    for index in queue.indices where queue[index].deadline == nil && !queue[index].isPlain {
      queue[index].deadline = .now + TextInput.patience.key
      guard child.send(.key(queue[index].event)) else { return fail() }
    }
  }

  private func answer(_ key: Waiting, _ reading: Reading?) {
    answers.append(Answer(event: key.event, isRepeat: key.isRepeat, reading: reading))
  }

  /// Reads the child's messages, and drops it at its deadline.
  func refresh(in turn: Turn) {
    if children.deadline != nil { _ = children.poll(at: turn.start) }
    repeat {
      guard let child else { return }
      switch child.process.receive() {
      case .packet(let packet): handle(InputMethodMessage(packet))
      case .closed: fail()
      case .nothing:
        if [child.startLimit, queue.first?.deadline].contains(where: {
          $0.map { $0 <= turn.start } ?? false
        }) {
          fail()
        }
        return
      }
    } while !turn.isSpent
  }

  private func handle(_ message: InputMethodMessage?) {
    switch message {
    case .ready:
      child?.startLimit = nil
      hasFailed = false
      if isActive { tell(.focus) }
    case .taken, .typed:
      guard let key = queue.first, key.deadline != nil else { return fail() }
      queue.removeFirst()
      if case .typed(let text) = message {
        answer(key, .text(text))
      } else {
        if key.isRepeat {
          repeats = repeats.suffix(TextInput.maxWaiting) + [identity(of: key.event)]
        }
        answer(key, .taken)
      }
    case .returned(var event, let text):
      event.display = connection.display
      event.window = surface.identifier
      let index = repeats.firstIndex { $0 == identity(of: event) }
      if let index { repeats.remove(at: index) }
      answers.append(Answer(event: event, isRepeat: index != nil, reading: .text(text)))
    default: return fail()
    }
    advance()
  }

  private func identity(of event: XKeyEvent) -> (keycode: UInt32, time: Time) {
    (event.keycode, event.time)
  }

  /// Drops the child. Keys that wait are typed by libX11's own method, as are all up to the next text.
  private func fail() {
    guard let child else { return }
    children.end(child.process.identifier, at: .now)
    self.child = nil
    // One that ends at rest, as at the end of a session, is no concern of the user's.
    if isActive || !queue.isEmpty {
      hasFailed = true
      if !isReported { surface.report(.inputMethodFailed) }
      isReported = true
    }
    advance()
  }
}
