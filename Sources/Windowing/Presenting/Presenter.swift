import CX11
package import Geometry
import Glibc
import Platform

/// The way that finished pixels take to the server.
package enum Presentation: Equatable, Sendable {
  /// Shared memory where it works; else over the wire to a server on this machine, composed in any other.
  case automatic
  /// MIT-SHM: the server reads the pixels where they were painted. Falls back where the server refuses.
  case sharedMemory
  /// RENDER: what frames are made of is kept in the server, and composed there. Falls back where the server refuses.
  case render
  /// Finished pixels over the wire.
  case put
}

/// Shows painted rectangles in a window, never more than a few frames ahead of the server.
///
/// Only staging: the rectangles of a frame are painted packed, one behind the other, and each is put as an image of
/// its own width, for which servers have a fast path. No copy of the window is kept. A frame larger than the staging
/// memory goes in bands, each sent once the server has acknowledged the one before, and is shown when all have come. Where
/// the server composes frames itself, `composer` tells it how, and only what it cannot keep is staged.
package final class Presenter {
  let connection: Connection
  let drawable: XID
  private let format: VisualFormat
  let gc: GC
  /// Whether the server is to compose where memory cannot be shared. On one machine sending pixels costs less.
  private let mayCompose: Bool
  let staging: StagingMemory
  /// What composes frames in the server where that is the way.
  private(set) var composer: ServerComposer?
  /// What was painted and not yet put: it is put when it is known whether something follows in the same band.
  var waiting: Piece?
  /// Frames that were painted before their time; nil before the first, and where the server cannot hold any.
  package internal(set) var held: HeldFrames?
  /// Whether the server may be able to, when that may be found out (CLOCK_MONOTONIC, nanoseconds), and how often it was too slow.
  var mayHold = true
  var nextTrial: Int64 = 0
  var slowTrials = 0

  /// Where a frame of more than one band comes together; nil between such frames.
  var assembly: FrameAssembly?

  /// How much of it a frame took of late, in bytes; 0 where the last went in bands.
  var lastSize = 0
  /// How many frames were sent since the last that the server was asked to acknowledge.
  var unaskedFrames = 0
  /// Whether the acknowledgement of the next frame is needed.
  var isAskedFor = false
  /// How many acknowledgements are still to come.
  var awaited = 0

  /// Whether another frame is due as soon as this one has been shown: the acknowledgement of a last one would be all
  /// that wakes us, and can be asked for with the first of the next ones.
  package var expectsMore = true
  /// Whether the server was asked to acknowledge a frame and has not done so yet.
  package var isAcknowledgementAwaited: Bool { awaited > 0 }
  /// How many frames were sent, for tests and statistics.
  package internal(set) var frameCount = 0

  /// Every so many frames the server is asked to acknowledge them.
  ///
  /// An acknowledgement costs the server a write, us a read or even a wake-up. A few frames of some hundred bytes each
  /// never fill a socket, so nobody waits for a server that has stopped.
  static let framesPerAcknowledgement = 4
  /// How long all bands of one frame together may wait for acknowledgements, in nanoseconds.
  static let bandPatience: Int64 = 100_000_000
  /// How long the server may take to show that it can be asked, in nanoseconds.
  static let patience: Int64 = 20_000_000
  /// So often it may take longer before it is asked no more whether it can hold frames, and how long after that it is asked again,
  /// in nanoseconds.
  static let mostTrials = 3
  static let trialDistance: Int64 = 5_000_000_000

  /// A way to `drawable`; nil where Xlib makes no image or context for it.
  init?(_ way: Presentation, connection: Connection, drawable: XID, format: VisualFormat) {
    let display = connection.display
    self.format = format
    self.connection = connection
    self.drawable = drawable
    mayCompose = way == .render || way != .put && !connection.isLocal
    var values = XGCValues()
    // Without this every put that is covered in part would send an event back.
    values.graphics_exposures = 0
    let isShared = (way == .automatic || way == .sharedMemory) && connection.isLocal
    guard let gc = XCreateGC(display, drawable, UInt(GCGraphicsExposures), &values),
      let staging = StagingMemory(connection, format: format, isShared: isShared)
    else { return nil }
    (self.gc, self.staging) = (gc, staging)
    if mayCompose, staging.segment == nil {
      composer = ServerComposer(connection: connection, window: drawable, format: format)
    }
  }

  deinit {
    connection.use { XFreeGC($0, gc) }
  }

  /// The way that is taken now: `.sharedMemory`, `.render` or `.put`.
  package var way: Presentation { staging.segment != nil ? .sharedMemory : composer != nil ? .render : .put }

  /// Whether a frame may be sent: the server is there and owes us no acknowledgement.
  package var canBeginFrame: Bool {
    connection.isAlive && awaited == 0 && held?.isIdle ?? true && !isClosed
  }

  /// Whether the window is gone, so that nothing can be shown any more.
  var isClosed = false

  /// Paints and sends the rectangles of one frame; returns those that could not be sent, nearly always none.
  ///
  /// `paint` is called once for each rectangle or part of one, with a buffer that holds anything and has to be
  /// filled whole. Nothing is sent, and all is returned, unless `canBeginFrame`. A frame of more than one band
  /// waits for the server between bands, for 0.1 s at most; the rest is returned and belongs into the next frame.
  /// Otherwise this never waits and, with a frame no larger than those before, allocates nothing.
  package func present(_ rects: [PixelRect], paint: (PixelBuffer) -> Void) -> [PixelRect] {
    guard canBeginFrame else { return rects }
    let needed = staging.bytes(for: rects)
    staging.grow(for: needed)
    if needed > staging.capacity {
      let box = rects.reduce(PixelRect.zero) { $0.union($1) }
      assembly = FrameAssembly(connection, window: drawable, depth: format.depth, box: box)
    }
    defer { assembly = nil }
    var band = Band(start: staging.used)
    let unsent = send(rects, in: &band, paint: paint)
    finish(band)
    assembly?.show(in: drawable, by: gc)
    return unsent
  }

  /// A rectangle that was painted, so many bytes into the staging memory.
  struct Piece {
    let rect: PixelRect
    let offset: Int
  }

  /// What of a frame has been sent.
  struct Band {
    /// How much of the staging memory was in use before the frame, in bytes.
    let start: Int
    /// Until when the frame may wait for acknowledgements; nil as long as it did not have to.
    var deadline: Int64?
    /// Whether anything was sent.
    var isBegun = false
  }

  /// Paints and sends rectangles; returns those that could not be sent.
  func send(_ rects: [PixelRect], in band: inout Band, paint: (PixelBuffer) -> Void) -> [PixelRect] {
    for (index, rect) in rects.enumerated() where !rect.isEmpty {
      let rowBytes = staging.layout.bytesPerRow(width: rect.width)
      var part = rect
      while part.y < rect.maxY {
        guard let room = room(for: rowBytes, in: &band) else {
          part.height = rect.maxY - part.y
          return [part] + rects[(index + 1)...]
        }
        let rows = min(rect.maxY - part.y, room / rowBytes)
        // A row wider than all of the memory cannot come from a server's 16-bit sizes, but must not spin.
        guard rows > 0 else { break }
        part.height = rows
        stage(part, at: staging.used, paint: paint)
        band.isBegun = true
        staging.used += staging.bytes(for: part)
        part.y += rows
      }
    }
    return []
  }

  /// How many bytes there is room for, `bytes` or more; nil where the server did not make room in time.
  func room(for bytes: Int, in band: inout Band) -> Int? {
    if staging.free < bytes, staging.used > 0 {
      endBand(asking: true)
      if band.deadline == nil { band.deadline = MonotonicClock.now() + Presenter.bandPatience }
      guard connection.isAlive, awaitAcknowledgement(until: band.deadline) else { return nil }
    }
    return staging.free
  }

  /// Ends a frame.
  func finish(_ band: Band) {
    guard band.isBegun, awaited == 0 else { return }
    unaskedFrames += 1
    lastSize = band.deadline == nil ? staging.used - band.start : 0
    // The first two frames too, since much else waits for them; and one after which another like it would find no room.
    let isFull = band.deadline != nil || staging.free < staging.used - band.start
    let most = Presenter.framesPerAcknowledgement * (expectsMore ? 1 : 2)
    endBand(asking: isFull || isAskedFor || unaskedFrames >= most || frameCount < 2)
    isAskedFor = false
    frameCount += 1
  }

  /// Goes on another way once the server has refused what the present one needs; true where it had.
  ///
  /// The whole window has to be painted again.
  func recoverFromRefusal() -> Bool {
    if staging.segment?.wasRefused ?? false {
      staging.stopSharing()
      // What was painted before its time went with it. The whole window has to be painted again.
      held = nil
      // The acknowledgement of a refused put will never come.
      awaited = 0
      unaskedFrames = 0
      if mayCompose {
        composer = ServerComposer(connection: connection, window: drawable, format: format)
      }
      return true
    }
    if let composer, composer.wasRefused {
      (self.composer, held) = (nil, nil)
      return true
    }
    if held?.isRefused ?? false {
      (held, mayHold) = (nil, false)
      // What was told by that connection may be lost, or be carried out late.
      composer?.removeAll()
      return true
    }
    return false
  }
}
