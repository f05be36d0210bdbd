/// The names of a running program's functions, by address.
struct Symbols {
  private let mappings: [(range: Range<UInt>, path: String)]

  init(of process: ChildProcess) {
    let text = contents(of: "/proc/\(process.identifier)/maps") ?? []
    mappings = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      // As in `7f00-7f10 r-xp 00001000 08:01 1234 /usr/lib/libc.so.6`.
      let words = line.split(separator: " ", maxSplits: 5)
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard words.count == 6, ends.count == 2, ends[0] < ends[1] else { return nil }
      return (ends[0]..<ends[1], String(words[5].drop { $0 == " " }))
    }
  }

  /// A line for each trace: its functions, or the files and offsets where nothing names them.
  func names(of traces: [[UInt]]) -> [String] {
    var places: [String: [UInt]] = [:]
    for address in traces.joined() {
      guard let place = place(of: address) else { continue }
      places[place.path, default: []].append(place.offset)
    }
    let names = places.reduce(into: [:]) { names, file in
      names[file.key] = Symbols.names(of: Set(file.value), in: file.key)
    }
    return traces.map { trace in
      trace.compactMap { address in
        guard let (path, offset) = place(of: address) else { return nil }
        let file = path.split(separator: "/").last ?? ""
        return names[path]?[offset] ?? "\(file)+0x\(String(offset, radix: 16))"
      }.joined(separator: " < ")
    }
  }

  private func place(of address: UInt) -> (path: String, offset: UInt)? {
    // A file's first mapping is where it was loaded; its symbols count from there.
    guard let mapping = mappings.first(where: { $0.range.contains(address) }),
      let start = mappings.first(where: { $0.path == mapping.path })?.range.lowerBound
    else { return nil }
    return (mapping.path, address - start)
  }

  private static func names(of offsets: Set<UInt>, in path: String) -> [UInt: String] {
    let script = """
      { nm --defined-only "$1"; nm -D --defined-only "$1"; } 2>/dev/null | sort -u |
        { swift demangle -compact -simplified 2>/dev/null || cat; } >"$2"
      """
    let folder = TestFolder()
    let file = folder.file("symbols")
    guard
      let process = try? ChildProcess(
        "/bin/sh", ["-c", script, "sh", path, file], environment: nil),
      (try? process.wait(Deadline(seconds: 60))) == .exited(0)
    else { return [:] }
    let text = String(decoding: contents(of: file) ?? [], as: UTF8.self)
    let symbols = text.split(separator: "\n").compactMap { line -> (UInt, Substring)? in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[1].lowercased() == "t" || words[1].lowercased() == "w",
        let start = UInt(words[0], radix: 16)
      else { return nil }
      return (start, words[2])
    }.sorted { $0.0 < $1.0 }
    return offsets.reduce(into: [:]) { names, offset in
      names[offset] = symbols.last { $0.0 <= offset }.map { String($0.1) }
    }
  }
}
