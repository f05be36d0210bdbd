// swift-tools-version: 6.0

import PackageDescription

/// Every target of ours is compiled in language mode 6, with imports internal by default and `any` spelled out.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  // Modules are small, and a frame passes through many, so public code is inlined across them. Exclusive access is
  // checked in debug builds, where the tests run.
  .unsafeFlags(
    ["-cross-module-optimization", "-enforce-exclusivity=unchecked"], .when(configuration: .release)
  ),
]

/// The same for modules that work on every pixel or on a million laps, and for what the tests wait and compare with:
/// optimised in debug builds too, with assertions.
let kernelSettings =
  settings + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// Every symbol is bound before the program runs, and what the dynamic linker has written is read-only from then on.
let bindsAtStart: [LinkerSetting] = [
  .unsafeFlags(["-z", "relro", "-z", "now"].flatMap { ["-Xlinker", $0] })
]

/// A module of the program: a target under Sources/ that compiles with the shared settings.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = settings
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of a module: a target under Tests/ named after it.
///
/// Goldens are read where they lie, so that a new one lands beside the others; they are no resource of a bundle.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting] = settings
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// The folder with the packages that a release's source archive contains, so that it builds without a network.
let vendored = Context.environment["SEGCLOCK_VENDOR"]

let package = Package(
  name: "segclock",
  products: [
    .executable(name: "segclock", targets: ["segclock"]),
    .executable(name: "segclock-bench", targets: ["Benchmark"]),
    // For the tests: preloaded, it makes clocks and disks go wrong.
    .library(name: "segclock-faults", type: .dynamic, targets: ["Faults"]),
  ],
  dependencies: [
    // One version, so that a commit always builds the same program.
    vendored.map { .package(path: "\($0)/swift-argument-parser") }
      ?? .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    .systemLibrary(
      name: "CX11", pkgConfig: "x11",
      providers: [
        .apt([
          "libx11-dev", "libxext-dev", "libxfixes-dev", "libxrandr-dev",
          "libxrender-dev", "libxss-dev",
        ])
      ]),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo",
      providers: [.apt(["libcairo2-dev", "libfontconfig-dev"])]),
    .systemLibrary(name: "CPango"),
    .systemLibrary(name: "CPlatform"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    // toml++ is a header alone. What it asserts is told by exceptions, too.
    .target(
      name: "CTOML",
      cxxSettings: [
        .define("TOML_HEADER_ONLY", to: "1"), .define("TOML_MAX_NESTED_VALUES", to: "16"),
        .define("NDEBUG"),
      ]),

    module("Animation"),
    module("Geometry", settings: kernelSettings),
    module("Wording"),
    module("Timekeeping", ["Wording"], settings: kernelSettings),
    module("DisplayLists", ["Geometry"]),
    module("Keys", ["Wording"]),
    module("Session", ["Keys", "Timekeeping", "Wording"]),
    module(
      "Scene",
      ["Animation", "DisplayLists", "Geometry", "Keys", "Session", "Timekeeping", "Wording"]),
    module(
      "Settings", ["CTOML", "Geometry", "Keys", "Scene", "Session", "Timekeeping", "Wording"]),
    module("Files", ["Wording"], settings: kernelSettings),
    module(
      "Drawing", ["CCairo", "CPango", "Files", "Geometry", "DisplayLists"],
      settings: kernelSettings),
    module("Platform", ["CPlatform", "Timekeeping"]),
    module("Desktop", ["CSystemd", "Platform", "Wording"]),
    module("Accessibility", ["Desktop", "Platform", "Timekeeping", "Wording"]),
    module("Windowing", ["CX11", "Geometry", "Keys", "Platform", "Wording"]),
    module(
      "Storage", ["CSQLite", "Files", "Platform", "Session", "Timekeeping", "Wording"],
      settings: kernelSettings),
    module("Control", ["CPlatform", "Files", "Platform", "Wording"]),
    .executableTarget(
      name: "segclock",
      dependencies: [
        "Geometry", "Timekeeping", "DisplayLists", "Keys", "Session", "Scene", "Files", "Drawing",
        "Accessibility", "Platform", "Desktop", "Windowing", "Wording", "Storage", "Control",
        "Settings",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings, linkerSettings: bindsAtStart),

    .target(name: "CProbe"),
    .executableTarget(
      name: "Benchmark",
      dependencies: [
        "CProbe", "CX11", "Geometry", "Timekeeping", "DisplayLists", "Session", "Scene",
        "Drawing", "ProgramSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["README.md"],
      swiftSettings: settings),

    .target(
      name: "TestSupport", dependencies: ["DisplayLists", "Geometry"], path: "Tests/TestSupport",
      swiftSettings: kernelSettings),
    tests("Architecture"),
    tests("Animation", ["Animation", "TestSupport"]),
    tests("Wording", ["Wording", "TestSupport"]),
    tests("Geometry", ["Geometry", "TestSupport"]),
    tests("DisplayLists", ["DisplayLists", "Geometry", "TestSupport"]),
    .target(
      name: "PictureSupport", dependencies: ["CCairo", "Drawing", "Geometry"],
      path: "Tests/PictureSupport",
      swiftSettings: kernelSettings
    ),
    tests("Files", ["Files", "TestSupport", "Wording"]),
    .systemLibrary(name: "CFaults", path: "Tests/CFaults"),
    .target(name: "Faults", path: "Tests/Faults"),
    .target(
      name: "StateSupport", dependencies: ["Session", "TestSupport", "Timekeeping", "Wording"],
      path: "Tests/StateSupport",
      swiftSettings: kernelSettings),
    .executableTarget(
      name: "StateProbe",
      dependencies: ["Files", "Platform", "Session", "StateSupport", "Storage", "TestSupport"],
      path: "Tests/StateProbe", swiftSettings: settings),
    tests(
      "Storage",
      [
        "Files", "Platform", "ProgramSupport", "Session", "StateProbe", "StateSupport",
        "Storage", "TestSupport", "Timekeeping",
      ]),
    tests(
      "Drawing", ["Drawing", "DisplayLists", "Files", "Geometry", "TestSupport", "PictureSupport"],
      settings: kernelSettings),
    tests("Timekeeping", ["Timekeeping", "TestSupport", "Wording"]),
    tests("Session", ["Keys", "Session", "Timekeeping", "TestSupport", "Wording"]),
    tests(
      "Scene",
      [
        "Scene", "Keys", "Session", "Timekeeping", "DisplayLists", "Geometry",
        "TestSupport", "Wording",
      ]),
    tests("Keys", ["Keys"]),
    tests(
      "Settings",
      [
        "Geometry", "Keys", "Scene", "Session", "Settings", "TestSupport", "Timekeeping", "Wording",
      ]),
    tests("Platform", ["Platform", "TestSupport", "Timekeeping"]),
    tests("Accessibility", ["Accessibility"]),
    tests("Desktop", ["Desktop", "Platform", "TestSupport"]),
    tests(
      "Control", ["Control", "ControlProbe", "Files", "Platform", "ProgramSupport", "TestSupport"]),
    tests(
      "Windowing",
      ["CX11", "Geometry", "Keys", "Platform", "ProgramSupport", "TestSupport", "Windowing"]),
    tests("Counting", ["ProgramSupport"], exclude: ["figures.txt"]),
    .systemLibrary(name: "CXTest", path: "Tests/CXTest"),
    .target(
      name: "ProgramSupport",
      dependencies: ["CCairo", "CFaults", "CSystemd", "CX11", "CXTest", "TestSupport"],
      path: "Tests/ProgramSupport",
      swiftSettings: kernelSettings),
    .executableTarget(
      name: "ControlProbe", dependencies: ["ProgramSupport"], path: "Tests/ControlProbe",
      swiftSettings: settings),
    tests(
      "Picture",
      [
        "DisplayLists", "Drawing", "Geometry", "PictureSupport", "Scene", "Session", "TestSupport",
        "Timekeeping", "Wording",
      ], exclude: ["Goldens"], settings: kernelSettings),
    tests(
      "Program",
      [
        "ControlProbe", "CX11", "DisplayLists", "Drawing", "Geometry", "Keys", "ProgramSupport",
        "Scene", "Session", "Storage", "TestSupport", "Timekeeping",
      ],
      exclude: ["Recordings"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The fuzz targets. packaging/dev/fuzz links them with the toolchain's fuzzer; every other build only compiles them.
let isFuzzing = Context.environment["SEGCLOCK_FUZZ"] != nil
/// A fuzz target: a folder under Tests/Fuzz, with the modules that it needs.
func fuzz(_ name: String, _ modules: [Target.Dependency]) -> Target {
  let (dependencies, path) = (modules + ["FuzzSupport"], "Tests/Fuzz/\(name)")
  return isFuzzing
    ? .executableTarget(
      name: name, dependencies: dependencies, path: path, swiftSettings: settings)
    : .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}
package.targets += [
  .target(
    name: "FuzzSupport", dependencies: ["Session", "Timekeeping"],
    path: "Tests/Fuzz/FuzzSupport",
    swiftSettings: settings),
  fuzz(
    "ConfigurationFuzz",
    ["Geometry", "Keys", "Scene", "Session", "Settings", "Timekeeping", "Wording"]),
  fuzz("ControlFuzz", ["Control", "Session", "Timekeeping", "Wording"]),
  fuzz("SnapshotFuzz", ["Session", "Timekeeping"]),
]
