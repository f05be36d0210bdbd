import Drawing
import Geometry
import Scene
import Session
import Timekeeping

/// Frames to look at, made of numbers alone.
struct Scenes {
  var composer = FrameComposer(
    measurer: { text, isBold, font in font.width(of: text, isBold: isBold) })
  var environment: Environment
  var pointer = Pointer()

  /// Any instant will do: nothing in a picture depends on when it is.
  static let beginning = Instant(nanoseconds: 1_000_000_000_000)

  init(
    width: Int, height: Int, scale: Double = 1, parts: Set<Part>? = nil, isAnimated: Bool = false
  ) {
    environment = Environment(width: width, height: height, scale: scale, parts: parts)
    environment.isAnimated = isAnimated
    // The goldens are to be the same on every machine.
    environment.desktopFont = "DejaVu Sans"
  }

  /// The frame of `model`, `seconds` after the beginning, at 10:09:36 on the clock.
  mutating func picture(
    of model: Model, after seconds: Double = 0, by compositor: Compositor = Compositor()
  ) throws -> Raster {
    let nanoseconds = Int64((seconds * 1e9).rounded())
    let reading = ClockSample(
      instant: Scenes.beginning + Duration.nanoseconds(nanoseconds),
      wall: WallClock(
        epochNanoseconds: 1_770_113_376_000_000_000 + nanoseconds, utcOffsetSeconds: 0))
    composer.show(model.asOf(reading.instant), in: environment, pointer: pointer)
    composer.advance(to: reading)
    let picture = try Raster(width: environment.width, height: environment.height)
    compositor.paint(
      composer.frame.list,
      into: PixelBuffer(
        base: picture.base, stride: picture.width,
        rect: PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)))
    return picture
  }

  /// A line for each element of the last frame.
  var description: [String] {
    let wall = WallClock(epochNanoseconds: 1_770_113_376_000_000_000, utcOffsetSeconds: 0)
    return composer.elements.description(at: ClockSample(instant: Scenes.beginning, wall: wall))
  }

  /// A stopwatch at 7:38.37 with three laps, as in the pictures of the README.
  static func model(
    mode: Mode = .stopwatch, theme: ThemeName = .neumorphicLight, state: RunState = .running,
    timer: Countdown = Countdown(length: .milliseconds(1500))
  ) -> Model {
    Model(
      mode: mode, theme: theme,
      rings: [
        RingModel(name: "Goal", source: .manual(1.18)),
        RingModel(name: "Focus", source: .manual(0.72)),
        RingModel(name: "Build", source: .manual(0.5)),
      ],
      stopwatch: Stopwatch(
        state: state, anchor: beginning, elapsedAtAnchor: .milliseconds(458_370),
        laps: Laps(totals: [.milliseconds(151_200), .milliseconds(296_250), .milliseconds(439_750)])
      ),
      timer: timer)
  }
}
