import Control
import Session
import Wording

/// Which rings clients feed; a client feeds one at a time.
struct RingFeeds {
  private var all: [(client: ControlConnection, ring: RingID)] = []

  func ring(of client: ControlConnection) -> RingID? {
    all.first { $0.client === client }?.ring
  }

  /// Lets `client` feed `ring` from now on; returns the ring whose last feed that ends.
  mutating func set(_ client: ControlConnection, to ring: RingID) -> RingID? {
    let old = self.ring(of: client)
    all.removeAll { $0.client === client }
    all.append((client, ring))
    return old.flatMap { isFed($0) ? nil : $0 }
  }

  /// Removes the clients that are gone; returns the rings whose last feed that ends.
  mutating func removeClosed() -> [RingID] {
    let closed = all.filter { !$0.client.isOpen }.map(\.ring)
    all.removeAll { !$0.client.isOpen }
    return closed.filter { !isFed($0) }
  }

  private func isFed(_ ring: RingID) -> Bool { all.contains { $0.ring == ring } }
}

extension App {
  /// Shows that the feed of a ring is over.
  func endFeed(of ring: RingID) {
    guard let fed = kept.pending.rings[ring], case .fed(let turns, isOver: false) = fed.source
    else { return }
    perform(.setRing(ring, .fed(turns, isOver: true)))
    // TRANSLATORS: {0} is the name of a ring that a program fed.
    perform(.announce(mark("{0}: the input is over", fed.label)))
  }
}
