package import Session
package import Wording

/// A saved model, and what the user should know about it.
package typealias Restored = (model: Model?, notice: Phrase?)

/// The newest change, and the last model of each session before it.
package struct Batch: Sendable {
  struct Step: Sendable {
    var model: Model
    var clocks: ClockReadings
  }

  private(set) var steps: [Step] = []
  /// The state on the disk that these models continue (`Found.number`).
  private(set) var basis = 0
  /// Whether the models do not continue that state, so that it is set aside.
  private(set) var replacesBasis = false
  /// Whether to make the backup of a regular exit.
  private(set) var isLast = false

  package init(_ model: Model, _ clocks: ClockReadings, on basis: Int = 0) {
    steps = [Step(model: model, clocks: clocks)]
    self.basis = basis
  }

  private init(isLast: Bool) { self.isLast = isLast }

  package static let end = Batch(isLast: true)
  /// Nothing new: what was saved is compared with the disk, and written anew if it is not there.
  package static let check = Batch(isLast: false)

  func adding(_ later: Batch) -> Batch {
    var batch = self
    for step in later.steps {
      if batch.steps.last?.model.session.number == step.model.session.number {
        batch.steps.removeLast()
      }
      batch.steps.append(step)
    }
    if !later.steps.isEmpty { batch.basis = later.basis }
    batch.replacesBasis = replacesBasis || later.replacesBasis
    batch.isLast = later.isLast || isLast && later.steps.isEmpty
    return batch
  }

  /// The same models, beside a state on the disk whose newest session is `newest`.
  func replacing(_ basis: Int, newestSession newest: Int64) -> Batch {
    var batch = self
    for index in batch.steps.indices { batch.steps[index].model.renumberSessions(after: newest) }
    (batch.basis, batch.replacesBasis) = (basis, true)
    return batch
  }
}
