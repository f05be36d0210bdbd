/// Values that are kept while there is room: the one that was not used for the longest time goes first.
///
/// Time is what the owner counts, paints or frames, so that nothing depends on a clock. Values are looked for one after
/// another: there are few of each kind.
struct LRUCache<Value> {
  private var entries: [(value: Value, lastUse: Int)] = []

  /// How many values there are.
  var count: Int { entries.count }

  /// The value that `matches`, which counts as used at `time`; nil where there is none.
  mutating func value(at time: Int, where matches: (Value) -> Bool) -> Value? {
    guard let place = entries.firstIndex(where: { matches($0.value) }) else { return nil }
    entries[place].lastUse = time
    return entries[place].value
  }

  /// Adds a value that is used at `time`.
  mutating func add(_ value: Value, at time: Int) {
    entries.append((value, time))
  }

  /// The place of the value that was not used for the longest time, of those that are `free` to go, and when it was
  /// used.
  mutating func oldest(free: (inout Value) -> Bool = { _ in true }) -> (place: Int, lastUse: Int)? {
    var oldest: (place: Int, lastUse: Int)?
    for place in entries.indices where entries[place].lastUse < oldest?.lastUse ?? .max {
      if free(&entries[place].value) { oldest = (place, entries[place].lastUse) }
    }
    return oldest
  }

  /// Takes a value out.
  mutating func remove(at place: Int) -> Value {
    entries.remove(at: place).value
  }

  /// Takes all values out.
  mutating func removeAll() {
    entries.removeAll()
  }
}
