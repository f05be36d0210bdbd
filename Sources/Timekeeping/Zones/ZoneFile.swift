extension ZoneRules {
  /// The rules that a file of the time zone database holds (TZif, RFC 8536, of any version), or nil where `bytes` are
  /// none: every count is held against what is there, every number against what it may be.
  public init?(zoneFile bytes: [UInt8]) {
    var reader = ZoneFileReader(bytes)
    guard let rules = reader.rules() else { return nil }
    self = rules
  }
}

/// Reads a TZif file from its beginning to its end.
private struct ZoneFileReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// What the beginning of a block says.
  private struct Header {
    var version: UInt8
    /// Numbers of entries, 0...2^32-1.
    var universalFlags, standardFlags, leaps, starts, types, nameBytes: Int
  }

  mutating func rules() -> ZoneRules? {
    guard var header = header() else { return nil }
    let isFirstVersion = header.version == 0
    if !isFirstVersion {
      // The same again in times of 64 bits, and then a rule for all years after.
      guard skipBody(of: header), let second = self.header() else { return nil }
      header = second
    }
    guard let body = body(of: header, timeBytes: isFirstVersion ? 4 : 8) else { return nil }
    var yearly: YearlyRule?
    if !isFirstVersion {
      guard let footer = footer() else { return nil }
      yearly = YearlyRule(footer)
      guard footer.isEmpty || yearly != nil else { return nil }
    }
    return ZoneRules(
      starts: body.starts, offsets: body.offsets, first: body.first, leaps: body.leaps,
      yearly: yearly)
  }

  private mutating func header() -> Header? {
    guard take(4)?.elementsEqual("TZif".utf8) == true, let version = take(1)?.first, take(15) != nil
    else {
      return nil
    }
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = number(of: 4) else { return nil }
      counts.append(Int(count & 0xFFFF_FFFF))
    }
    let header = Header(
      version: version, universalFlags: counts[0], standardFlags: counts[1], leaps: counts[2],
      starts: counts[3], types: counts[4], nameBytes: counts[5])
    let isSound =
      header.types > 0 && header.types <= 256 && [0, header.types].contains(header.universalFlags)
      && [0, header.types].contains(header.standardFlags)
    return isSound ? header : nil
  }

  private mutating func skipBody(of header: Header) -> Bool {
    take(
      header.starts * 5 + header.types * 6 + header.nameBytes + header.leaps * 8
        + header.standardFlags
        + header.universalFlags) != nil
  }

  private struct Body {
    var starts: [Int64] = []
    var offsets: [Int] = []
    var first = 0
    var leaps: [ZoneRules.LeapSeconds] = []
  }

  /// The furthest offsets, in seconds: RFC 8536 wants them between -25 and 26 hours.
  private static let allowedOffsets = -89_999...93_599

  private mutating func body(of header: Header, timeBytes: Int) -> Body? {
    // All of it at once, so that no count is believed before there is as much.
    let size =
      header.starts * (timeBytes + 1) + header.types * 6 + header.nameBytes + header.leaps
      * (timeBytes + 4)
      + header.standardFlags + header.universalFlags
    guard rest.count >= size else { return nil }
    var body = Body()
    for _ in 0..<header.starts {
      guard let start = number(of: timeBytes), body.starts.last.map({ $0 < start }) ?? true else {
        return nil
      }
      body.starts.append(start)
    }
    guard let kinds = take(header.starts) else { return nil }
    var types: [Int] = []
    for _ in 0..<header.types {
      guard let offset = number(of: 4), Self.allowedOffsets.contains(Int(offset)), take(2) != nil
      else {
        return nil
      }
      types.append(Int(offset))
    }
    body.first = types[0]
    for kind in kinds {
      guard Int(kind) < types.count else { return nil }
      body.offsets.append(types[Int(kind)])
    }
    guard take(header.nameBytes) != nil else { return nil }
    for _ in 0..<header.leaps {
      guard let start = number(of: timeBytes), let count = number(of: 4), abs(count) <= 86_400,
        body.leaps.last.map({ $0.start < start }) ?? true
      else { return nil }
      body.leaps.append(ZoneRules.LeapSeconds(start: start, count: Int(count)))
    }
    return take(header.standardFlags + header.universalFlags) == nil ? nil : body
  }

  /// The text between the two line ends behind the body.
  private mutating func footer() -> ArraySlice<UInt8>? {
    let lineEnd = UInt8(ascii: "\n")
    guard take(1)?.first == lineEnd, let end = rest.firstIndex(of: lineEnd) else { return nil }
    return take(end - rest.startIndex)
  }

  /// A signed number of so many bytes, 4 or 8, the highest first.
  private mutating func number(of size: Int) -> Int64? {
    guard let bytes = take(size) else { return nil }
    let value = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
