import Glibc
import TestSupport
import Testing
import Timekeeping

/// A file of the time zone database, put together of its parts.
struct MadeZone {
  var version: Character = "2"
  var starts: [Int64] = []
  /// The type of each of `starts`.
  var kinds: [UInt8] = []
  /// The offsets of the types.
  var types: [Int32] = [0]
  var leaps: [(Int64, Int32)] = []
  var footer: String? = ""
  /// Counts to be written in place of those that are right, by their place in the header.
  var lies: [Int: UInt32] = [:]

  /// Its bytes; those of versions with two blocks have nothing in the first one.
  var bytes: [UInt8] {
    if version == "\0" { return block(timeBytes: 4) }
    let first = MadeZone(version: version).block(timeBytes: 4)
    return first + block(timeBytes: 8) + (footer.map { Array("\n\($0)\n".utf8) } ?? [])
  }

  private func block(timeBytes: Int) -> [UInt8] {
    var bytes = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
    let counts = [0, 0, leaps.count, starts.count, types.count, 4]
    for (place, count) in counts.enumerated() { append(Int64(lies[place] ?? UInt32(count)), 4) }
    for start in starts { append(start, timeBytes) }
    bytes += kinds
    for type in types {
      append(Int64(type), 4)
      bytes += [0, 0]
    }
    bytes += Array("ABC\0".utf8)
    for (start, count) in leaps {
      append(start, timeBytes)
      append(Int64(count), 4)
    }
    return bytes

    func append(_ value: Int64, _ size: Int) {
      for index in (0..<size).reversed() {
        bytes.append(UInt8(truncatingIfNeeded: value >> Int64(index * 8)))
      }
    }
  }

  var rules: ZoneRules? { ZoneRules(zoneFile: bytes) }
}

@Suite("Files of the time zone database")
struct ZoneFileTests {
  private let made = MadeZone(starts: [-100, 100], kinds: [1, 2], types: [10, 20, 30])

  @Test(
    "an offset holds from its start on, the first before all of them, and the last for ever",
    arguments: ["\0", "2", "3", "4", "9"])
  func starts(version: Character) throws {
    var zone = made
    zone.version = version
    let rules = try #require(zone.rules)
    let table: [(Int64, Int)] = [
      (.min, 10), (-101, 10), (-100, 20), (0, 20), (99, 20), (100, 30), (.max, 30),
    ]
    for (time, offset) in table { #expect(rules.offset(at: time) == offset, "\(time)") }
  }

  @Test("the rule at the end holds from the last start on, or at all times where there is none")
  func footer() throws {
    var zone = made
    zone.footer = "ABC-1"
    #expect([99, 100, .max].map { zone.rules?.offset(at: $0) } == [20, 3600, 3600])
    zone = MadeZone(types: [10], footer: "ABC2")
    #expect([.min, 0, .max].map { zone.rules?.offset(at: $0) } == [-7200, -7200, -7200])
  }

  @Test("leap seconds are taken off where the clock counts them")
  func leaps() throws {
    var zone = made
    zone.leaps = [(50, 1), (150, 2)]
    #expect([49, 50, 149, 150].map { zone.rules?.offset(at: $0) } == [20, 19, 29, 28])
  }

  @Test("what is damaged is refused")
  func damaged() {
    var zones: [String: MadeZone] = [:]
    zones["no types"] = MadeZone(types: [])
    zones["a type that is not there"] = MadeZone(starts: [1], kinds: [1], types: [0])
    zones["starts that do not ascend"] = MadeZone(starts: [1, 1], kinds: [0, 0])
    zones["an offset of 26 hours"] = MadeZone(types: [93_600])
    zones["an offset of -25 hours"] = MadeZone(types: [-90_000])
    zones["the least offset"] = MadeZone(types: [.min])
    zones["leap seconds that do not ascend"] = MadeZone(leaps: [(5, 1), (5, 2)])
    zones["days of leap seconds"] = MadeZone(leaps: [(5, .max)])
    zones["no end"] = MadeZone(footer: nil)
    zones["a rule that is none"] = MadeZone(footer: "ABC")
    for place in 0..<6 {
      for count: UInt32 in [.max, 1 << 31, 70_000, 1] where !(place > 2 && count == 1) {
        zones["count \(place) of \(count)"] = MadeZone(lies: [place: count])
      }
    }
    for (name, zone) in zones { #expect(zone.rules == nil, "\(name)") }
    #expect(MadeZone(types: [93_599]).rules != nil && MadeZone(types: [-89_999]).rules != nil)
    #expect(ZoneRules(zoneFile: []) == nil && ZoneRules(zoneFile: Array("TZif".utf8)) == nil)
    #expect(ZoneRules(zoneFile: Array("TZ".utf8) + made.bytes.dropFirst(2)) != nil)
    #expect(ZoneRules(zoneFile: Array("tz".utf8) + made.bytes.dropFirst(2)) == nil)
  }

  @Test("a file that ends too early is refused, wherever that is")
  func cut() throws {
    var zone = made
    zone.footer = "CET-1CEST,M3.5.0,M10.5.0/3"
    zone.leaps = [(50, 1)]
    for bytes in [zone.bytes, try file("Europe/Berlin"), try file("Etc/UTC")] {
      #expect(ZoneRules(zoneFile: bytes) != nil)
      for count in 0..<bytes.count {
        #expect(ZoneRules(zoneFile: Array(bytes.prefix(count))) == nil)
      }
    }
  }

  @Test("any bytes are refused, or give an offset at any time", arguments: 0..<8 as Range<UInt64>)
  func noise(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let whole = try file("Australia/Lord_Howe")
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<6, using: &random) {
        // Headers and the end rather than the long tables.
        let place =
          Bool.random(using: &random)
          ? Int.random(in: 0..<60, using: &random) : Int.random(in: bytes.indices, using: &random)
        bytes[place] =
          [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(
            using: &random)
          ?? 0
      }
      guard let rules = ZoneRules(zoneFile: bytes) else { continue }
      for time in [Int64.min, -1, 0, 1_800_000_000, 5_000_000_000, .max] {
        #expect(abs(rules.offset(at: time)) < 400_000)
      }
    }
  }
}

/// The file of a zone of this machine's database.
func file(_ zone: String) throws -> [UInt8] {
  let stream = try #require(fopen("/usr/share/zoneinfo/\(zone)", "re"), "tzdata is not installed")
  defer { fclose(stream) }
  var bytes = [UInt8](repeating: 0, count: 1 << 18)
  let count = fread(&bytes, 1, bytes.count, stream)
  return Array(bytes.prefix(count))
}
