/// The program's clock, moved by hand: what a test sees does not depend on how busy the machine is.
///
/// The server's clock goes on, so nothing may be sent ahead of its time: start the program with
/// `--present put`.
extension Desk {
  /// Stops the program's clock, at rest or while a wait of at most a second is under way.
  package func holdClock() throws {
    if faults.now.is_held == 0 { faults.hold() }
    // A wait that is under way still ends by the real clock; its deadline was noted as a past one.
    try connection.wait(until: "the program to wait by the stopped clock") {
      let now = faults.now
      return now.waiting == 2 || now.waiting == 1 && now.wait_end >= now.held_monotonic
    }
  }

  package func releaseClock() { faults.release() }

  /// The moment that the program waits for on its stopped clock, in nanoseconds; nil at rest.
  package func nextMoment() throws -> Int64? {
    try connection.wait(until: "the program to wait") { faults.now.waiting != 0 }
    let now = faults.now
    return now.waiting == 1 ? now.wait_end : nil
  }

  /// Moves the stopped clock to the moment that the program waits for, and waits until it has done
  /// what was due.
  package func step() throws {
    guard let moment = try nextMoment() else { throw Failure("the program is at rest") }
    let waits = faults.now.waits
    faults.advance(to: moment)
    try connection.wait(until: "the program to wait again") {
      faults.now.waits > waits && faults.now.waiting != 0
    }
  }

  /// Steps to the next frame that differs from `last`, what the window shows. A step may be for
  /// something else, such as the title, but the second one paints.
  package func nextPicture(after last: Picture) throws -> Picture {
    for _ in 0..<2 {
      guard let next = try pictureAfterStep(last) else { break }
      if next != last { return next }
    }
    throw Failure("no frame in two wake-ups")
  }

  /// Stops the program's clock once the program rests.
  package func holdClockAtRest() throws {
    try holdClock()
    while try nextMoment() != nil { try step() }
  }

  /// Does `action` at rest, and waits until the program has noticed it.
  package func wake(_ action: () throws -> Void) throws {
    let waits = faults.now.waits
    try action()
    try connection.wait(until: "the program to wake up") {
      faults.now.waits > waits && faults.now.waiting != 0
    }
  }

  /// What the window shows at rest, and each picture that follows `action` until it rests again.
  package func pictures(of action: () throws -> Void) throws -> [Picture] {
    var pictures = [try picture()]
    try wake(action)
    while let picture = try pictureAfterStep(pictures[pictures.count - 1]) {
      pictures.append(picture)
    }
    return pictures
  }

  /// Steps until a picture satisfies `condition`.
  @discardableResult
  package func step(until what: String, _ condition: (Picture) -> Bool) throws -> Picture {
    var picture = try picture()
    while !condition(picture) {
      guard let next = try pictureAfterStep(picture) else {
        throw Failure("the program rests before \(what)")
      }
      picture = next
    }
    return picture
  }

  /// Does `body` on the stopped clock, once that went on by `seconds`, and expects it to take no more than some frames: so
  /// the program waits for nobody else meanwhile, however busy the machine is.
  package func withinSomeFrames(after seconds: Double = 0, _ body: () throws -> Void) throws {
    try holdClock()
    defer { releaseClock() }
    faults.advance(to: faults.now.held_monotonic + Int64(seconds * 1e9))
    let start = faults.now.held_monotonic
    try body()
    let passed = faults.now.held_monotonic - start
    guard passed <= Desk.someFrames else { throw Failure("it took \(passed) ns") }
  }

  /// Of a display, in nanoseconds: less than any other program is waited for.
  private static let someFrames: Int64 = 300_000_000

  /// Steps until the title begins like this.
  package func step(untilTitle prefix: String) throws {
    while !title.hasPrefix(prefix) {
      try step()
      // What the step has done may still be on its way through the server.
      let deadline = Deadline(seconds: 0.5)
      try connection.wait(until: "the title") { title.hasPrefix(prefix) || deadline.isPast }
    }
  }

  /// Steps; gives the picture then, which may be the same as `last`; nil at rest.
  private func pictureAfterStep(_ last: Picture) throws -> Picture? {
    guard try nextMoment() != nil else { return try picture(unlike: last) }
    try step()
    // An animation may end with a step that changes nothing.
    return try picture(unlike: last) ?? last
  }

  /// The window's picture once it differs from `last`; nil if it does not for half a second.
  private func picture(unlike last: Picture) throws -> Picture? {
    let deadline = Deadline(seconds: 0.5)
    var changed: Picture?
    try connection.wait(until: "a frame") {
      guard let now = connection.picture(of: window), now != last else { return deadline.isPast }
      // A frame is sent in parts, between which a busy server answers.
      defer { changed = now }
      return now == changed
    }
    return changed
  }

  /// The covered part of the outermost ring, 0...1, in each frame that follows `action`.
  package func ringCoverages(of action: () throws -> Void) throws -> [Double] {
    guard let ring = panel.rings.first else { throw Failure("there are no rings") }
    try holdClockAtRest()
    defer { releaseClock() }
    return try pictures(of: action).map { ring.coverage($0, empty: fresh) }
  }
}
