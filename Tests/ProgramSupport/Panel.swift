/// Where the program says that everything stands: the output of `render --describe`.
package struct Panel: Sendable {
  private let lines: [String: [Double]]
  private let disabled: Set<String>

  /// The panel that `text` describes, a line each: a name, numbers, states, and texts in quotes.
  package init(_ text: String) throws {
    var lines: [String: [Double]] = [:]
    var disabled: Set<String> = []
    for line in text.split(separator: "\n") {
      let words = line.prefix { $0 != "\"" }.split(separator: " ").map(String.init)
      guard let name = words.first else { continue }
      lines[name] = words.dropFirst().compactMap(Double.init)
      if words.contains("disabled") { disabled.insert(name) }
    }
    guard !lines.isEmpty else { throw Failure("the description is empty") }
    self.lines = lines
    self.disabled = disabled
  }

  package var names: Set<String> { Set(lines.keys) }

  package var digits: [SegmentDisplay.Box] {
    numbered("digit").map { SegmentDisplay.Box(x: $0[0], y: $0[1], width: $0[2]) }
  }

  /// The middle lines of the rings, from the outermost inward.
  package var rings: [Circle] {
    numbered("ring").map { Circle(x: $0[0], y: $0[1], radius: $0[2] - $0[3] / 2) }
  }

  /// The circle of the dial between the small dial and the labels, on which hands alone are to be seen.
  package var hands: Circle {
    get throws {
      let dial = try numbers("dial")
      return Circle(x: dial[0], y: dial[1], radius: dial[2] * 101 / 150)
    }
  }

  /// The middle of something with a box: a button, the list of laps.
  package func middle(of name: String) throws -> (x: Double, y: Double) {
    let box = try numbers(name)
    guard box.count == 4 else { throw Failure("\(name) has no box") }
    return (box[0] + box[2] / 2, box[1] + box[3] / 2)
  }

  /// The box of something: left, top, width, height.
  package func box(of name: String) throws -> (x: Double, y: Double, width: Double, height: Double)
  {
    let box = try numbers(name)
    guard box.count == 4 else { throw Failure("\(name) has no box") }
    return (box[0], box[1], box[2], box[3])
  }

  package func isEnabled(_ name: String) -> Bool {
    lines[name] != nil && !disabled.contains(name)
  }

  private func numbers(_ name: String) throws -> [Double] {
    guard let numbers = lines[name], numbers.count >= 3 else {
      throw Failure("\(name) stands nowhere")
    }
    return numbers
  }

  private func numbered(_ name: String) -> [[Double]] {
    var found: [[Double]] = []
    while let numbers = lines["\(name).\(found.count)"], numbers.count >= 3 {
      found.append(numbers)
    }
    return found
  }
}
