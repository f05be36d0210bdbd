import Scene
import Session
import Settings
import Timekeeping
import Windowing
import Wording

// Commands of the model, and their effects beyond it.

extension App {
  func perform(_ command: Command, at given: Instant? = nil) {
    let instant = given ?? time.now
    enterDay(at: instant)
    var effect: Effect?
    let monthBefore = kept.pending.month?.first
    update { kept in
      effect = kept.apply(command, at: instant)
      return true
    }
    window.input.textInput.isActive = kept.pending.entry?.isText == true
    switch effect {
    case .ring(let alarm):
      self.alarm.ring(alarm, isOpen: kept.pending.isOpen(alarm), at: instant)
    case .listZones: perform(.edit(.offer(ZoneDatabase.names)), at: instant)
    case .findZone(let text):
      let zone = try? ZoneDatabase.zone(named: text)
      let refusal = Command.edit(.refuse(mark("There is no such time zone")))
      perform(zone.map { .setClock(ClockSettings(zone: $0)) } ?? refusal, at: instant)
    case .setRing(let id, let text):
      guard let ring = kept.pending.shownRings[id],
        let source = try? RingText.source(of: text, from: ring.source)
      else {
        // TRANSLATORS: What may be typed is the same in all languages.
        perform(.edit(.refuse(mark("Type a value, as in 42% or 3/7"))), at: instant)
        break
      }
      perform(.edit(.cancel), at: instant)
      perform(.setRing(id, source), at: instant)
    case .showRow(let row): view.withPointer { $0.scroll(.row(row), on: $1) }
    case nil: break
    }
    if let month = kept.pending.month, month.first != monthBefore {
      readMonth(month.first)
    }
    alarm.update(kept.pending.openAlarms)
  }
}
