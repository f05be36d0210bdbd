/// Events of a window's own making, told before the next one from the server.
final class EventQueue {
  private var events: [InputEvent] = []

  var isEmpty: Bool { events.isEmpty }

  func append(_ event: InputEvent) {
    events.append(event)
  }

  func next() -> InputEvent? {
    events.isEmpty ? nil : events.removeFirst()
  }
}
