/// An effect of a command outside the model.
package enum Effect: Equatable, Sendable {
  case ring(Alarm)
  /// Offers the names of the time zones to what is typed.
  case listZones
  /// Sets the clock to this zone, or refuses what is typed.
  case findZone(String)
  /// Sets a ring to the value or source that was typed, or refuses that.
  case setRing(RingID, String)
  /// Scrolls the list as far as makes this row visible.
  case showRow(Int)
}
