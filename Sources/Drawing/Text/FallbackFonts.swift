import CPango
import DisplayLists

/// Finds typefaces for characters that the window's own does not have, where there is no Pango to do so.
struct FallbackFonts {
  /// The typefaces of characters that were looked for; nil where no typeface has one.
  private var families: [Unicode.Scalar: String?] = [:]

  /// Fontconfig's functions, looked up once; nil where they are not to be found.
  private nonisolated(unsafe) static let library = segclock_load_fontconfig().map {
    UnsafePointer($0)
  }
  /// More characters than are kept of a look for.
  private static let most = 512

  /// The typeface that has `scalar` and is the nearest to `family`; nil where fontconfig knows none.
  mutating func family(for scalar: Unicode.Scalar, near family: String) -> String? {
    if let known = families[scalar] { return known }
    if families.count >= FallbackFonts.most { families.removeAll() }
    let found = FallbackFonts.library.flatMap {
      FallbackFonts.find(scalar, near: family, $0.pointee)
    }
    families[scalar] = .some(found)
    return found
  }

  /// Forgets what was found: for another typeface to be near to.
  mutating func removeAll() { families.removeAll() }

  private static func find(
    _ scalar: Unicode.Scalar, near family: String, _ functions: segclock_fontconfig
  ) -> String? {
    guard let pattern = functions.FcPatternCreate() else { return nil }
    defer { functions.FcPatternDestroy(pattern) }
    guard let set = functions.FcCharSetCreate() else { return nil }
    defer { functions.FcCharSetDestroy(set) }
    _ = functions.FcCharSetAddChar(set, scalar.value)
    _ = functions.FcPatternAddCharSet(pattern, "charset", set)
    _ = functions.FcPatternAddString(pattern, "family", family)
    // FcMatchPattern.
    _ = functions.FcConfigSubstitute(nil, pattern, 0)
    functions.FcDefaultSubstitute(pattern)
    var result: Int32 = 0
    guard let match = functions.FcFontMatch(nil, pattern, &result) else { return nil }
    defer { functions.FcPatternDestroy(match) }
    var name: UnsafePointer<CChar>?
    // FcResultMatch.
    guard functions.FcPatternGetString(match, "family", 0, &name) == 0, let name else { return nil }
    return String(cString: name)
  }
}
