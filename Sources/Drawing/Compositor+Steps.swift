import DisplayLists
package import Geometry
package import RenderSteps

/// The frame as steps, for composing where the sprites are kept: no pixel is touched here but those of new sprites.
extension Compositor: FrameSource {
  /// The size of the list that `begin` was called with, in device pixels.
  package var frameSize: (width: Int, height: Int) { (frame.width, frame.height) }

  /// Grows when all sprites told of before are forgotten: with another size or look, or when there were too many.
  package var epoch: Int { catalog.epoch }

  /// Appends the steps that compose the pixels of `rects` of the list that `begin` was called with.
  package func describe(_ rects: [PixelRect], into steps: inout [RenderStep]) {
    catalog.advance(area: frame.bounds.area)
    // As in painting: nothing before the last item that hides all of a rectangle is needed for that one.
    firstLayers.removeAll(keepingCapacity: true)
    var bare = PixelRect.zero
    for rect in rects {
      let first = places.indices.last { places[$0].hides(rect) || isGround(of: rect, layer: $0) }
      firstLayers.append(first ?? 0)
      if first == nil { bare = bare.union(rect.intersection(frame.bounds)) }
    }
    if !bare.isEmpty { steps.append(.fill(bare, color: frame.background.premultiplied)) }
    for index in places.indices {
      let extent = places[index].extent
      let isNeeded = rects.indices.contains { firstLayers[$0] <= index && rects[$0].intersects(extent) }
      if isNeeded { describe(layer: index, into: &steps) }
    }
    if frame.outline != .rectangle { for rect in rects { describeEdge(in: rect, into: &steps) } }
  }

  /// Whether nothing but the background can be seen in `rect` behind the picture of this layer, which is wider.
  private func isGround(of rect: PixelRect, layer index: Int) -> Bool {
    guard places[index].extent.contains(rect) else { return false }
    return isGrounded(layer: index)
  }

  /// Whether the layer is a picture behind which there is the background alone, so that both can be kept as one.
  private func isGrounded(layer index: Int) -> Bool {
    guard case .picture(let picture) = frame.items[index], picture.backdrop == nil, frame.background.isOpaque
    else { return false }
    let extent = places[index].extent
    return !places[..<index].contains { $0.extent.intersects(extent) }
  }

  /// Appends what the outline cuts in `rect`: its pixels are no sum of sprites.
  ///
  /// By tiles of the window, so that the way that a pixel takes depends on its place alone.
  private func describeEdge(in rect: PixelRect, into steps: inout [RenderStep]) {
    let side = Compositor.edgeTile
    let rect = rect.intersection(frame.bounds)
    guard !rect.isEmpty else { return }
    for row in rect.y / side...(rect.maxY - 1) / side {
      var run = PixelRect.zero
      for column in rect.x / side...(rect.maxX - 1) / side {
        let tile = PixelRect(x: column * side, y: row * side, width: side, height: side)
          .intersection(frame.bounds)
        if frame.outline.contains(tile, width: frame.width, height: frame.height) {
          if !run.isEmpty { steps.append(.pixels(run)) }
          run = .zero
        } else {
          run = run.union(tile.intersection(rect))
        }
      }
      if !run.isEmpty { steps.append(.pixels(run)) }
    }
  }

  /// The side of the tiles at an outline, in device pixels.
  private static let edgeTile = 64

  /// Appends the steps of a fade of lights that let shine through what is behind them, or of a hand and its shadow.
  package func describe(assembly number: Int, into steps: inout [RenderStep]) {
    switch catalog.origin(of: number) {
    case .fade(let first, let second, let weight):
      steps.append(.added(first, x: 0, y: 0, weight: 256 - weight))
      steps.append(.added(second, x: 0, y: 0, weight: weight))
    case .handPicture(let picture, let bar, let shadow):
      let all = PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
      steps.append(.turned(shadow, picture.shadowTurn, color: picture.shadowColor, limit: all))
      guard picture.color != 0 else { return }
      steps.append(
        .mask(bar, x: picture.barColumn, y: picture.barRow, color: picture.color, limit: all))
    default: break
    }
  }

  /// The pixels or the coverage of a sprite, made for this call where they are not at hand; nil for want of memory.
  package func data(of number: Int) -> SpriteData? {
    switch catalog.origin(of: number) {
    case .picture(let picture, let isGrounded):
      // Not from the cache: once it is kept elsewhere, it is not needed here.
      guard let block = PicturePainter.paint(picture, within: frame.bounds, typesetter: &cache.typesetter)
      else { return nil }
      guard isGrounded else {
        return SpriteData(base: block.base, bytesPerRow: block.rect.width * 4, owner: block)
      }
      guard let whole = PixelBlock(rect: block.rect) else { return nil }
      Blend.fill(whole.base, count: whole.rect.area, with: frame.background.premultiplied)
      block.draw(into: whole.buffer, clip: whole.rect, isOpaque: false)
      return SpriteData(base: whole.base, bytesPerRow: whole.rect.width * 4, owner: whole)
    case .snapshot(let snapshot):
      guard let block = cache.block(of: snapshot) else { return nil }
      return SpriteData(base: block.base, bytesPerRow: block.rect.width * 4, owner: block)
    case .mask(let mask): return SpriteData(base: mask.base, bytesPerRow: mask.stride, owner: mask)
    case .hand(let image):
      guard let mask = image.makeMask() else { return nil }
      return SpriteData(base: mask.base, bytesPerRow: mask.stride, owner: mask)
    case .hub(let shape, let fill, let line):
      guard let block = shape.makeHub(fill: fill, line: line) else { return nil }
      return SpriteData(base: block.base, bytesPerRow: block.rect.width * 4, owner: block)
    case .segments(let atlas, let levels):
      guard let block = atlas.makePicture(levels) else { return nil }
      return SpriteData(base: block.base, bytesPerRow: block.rect.width * 4, owner: block)
    case .fade, .handPicture, nil: return nil
    }
  }

  private func describe(layer index: Int, into steps: inout [RenderStep]) {
    let bounds = frame.bounds
    switch frame.items[index] {
    case .none: break
    case .picture(let picture):
      let visible = picture.extent.intersection(bounds)
      guard !visible.isEmpty else { return }
      steps.append(
        .picture(
          catalog.sprite(of: picture, visible: visible, isGrounded: isGrounded(layer: index)), x: visible.x,
          y: visible.y))
    case .segments(let group): describe(group, into: &steps)
    case .text(let run):
      let limit = PixelRect(covering: run.frame).intersection(bounds)
      let color = run.color.premultiplied
      guard !limit.isEmpty, color != 0 else { return }
      if run.isTabular {
        if layers[index].isPending { layers[index].prepare(frame.items[index], of: bounds, from: &cache) }
        if let line = layers[index].figures { describe(line, color, limit: limit, into: &steps) }
      } else if let mask = cache.mask(of: run) {
        append(mask, x: 0, y: 0, color, limit: limit, into: &steps)
      }
    case .hand(let hand):
      if hand.isDrawable { describe(hand, into: &steps) }
    case .snapshot(let snapshot):
      guard !snapshot.extent.isEmpty else { return }
      guard frame.background.isOpaque else {
        // Laid over what is there, it would let less shine through than either of the two.
        steps.append(.pixels(snapshot.extent))
        return
      }
      steps.append(
        .mixed(
          catalog.sprite(of: snapshot), x: snapshot.extent.x, y: snapshot.extent.y, weight: snapshot.weight))
    case .ring(let ring):
      // It changes all along its arc, which no few sprites can make up.
      steps.append(.pixels(ring.extent.intersection(bounds)))
    }
  }

  private func describe(_ group: SegmentGroup, into steps: inout [RenderStep]) {
    guard !group.shape.cell.isEmpty else { return }
    let atlas = cache.atlas(of: group)
    let place = group.extent
    guard let fade = SegmentCrossfade(group.levels) else {
      steps.append(.picture(catalog.sprite(of: atlas, levels: group.levels), x: place.x, y: place.y))
      return
    }
    guard atlas.isOpaque else {
      let sprite = catalog.sprite(of: atlas, levels: group.levels, fade: fade)
      steps.append(.assembly(sprite, x: place.x, y: place.y))
      return
    }
    steps.append(.picture(catalog.sprite(of: atlas, levels: fade.from), x: place.x, y: place.y))
    steps.append(
      .mixed(catalog.sprite(of: atlas, levels: fade.to), x: place.x, y: place.y, weight: fade.weight))
  }

  private func append(
    _ mask: Mask, x: Int, y: Int, _ color: UInt32, limit: PixelRect, into steps: inout [RenderStep]
  ) {
    guard color != 0 else { return }
    steps.append(
      .mask(catalog.sprite(of: mask), x: mask.rect.x + x, y: mask.rect.y + y, color: color, limit: limit))
  }

  private func describe(
    _ line: FigureLine, _ color: UInt32, limit: PixelRect, into steps: inout [RenderStep]
  ) {
    for glyph in line.glyphs {
      guard let mask = glyph.mask else { continue }
      let place = PixelRect(
        x: mask.rect.x + glyph.x, y: mask.rect.y + line.y, width: mask.rect.width, height: mask.rect.height)
      if limit.contains(place), mask.bytes <= Compositor.largestGlyph {
        steps.append(.glyph(catalog.sprite(of: mask), x: place.x, y: place.y, color: color))
      } else {
        append(mask, x: glyph.x, y: line.y, color, limit: limit, into: &steps)
      }
    }
  }

  /// The most bytes of coverage that go as a glyph, so that one fits into any request.
  private static let largestGlyph = 16384

  private func describe(_ hand: Hand, into steps: inout [RenderStep]) {
    let limit = hand.extent.intersection(frame.bounds)
    guard !limit.isEmpty else { return }
    guard max(hand.length, hand.tail) + hand.width + 3 * hand.shadow.radius < HandImage.mostLength else {
      steps.append(.pixels(limit))
      return
    }
    let color = hand.color.premultiplied
    appendClip(hand, limit: limit, into: &steps)
    let hasShadow = hand.shadow.color.premultiplied != 0 && hand.width > 0
    if hasShadow, HandPicture.canShow(hand) {
      for isTail in [true, false] {
        let part = HandPicture.part(of: limit, showing: hand, isTail: isTail)
        if part.isEmpty { continue }
        let picture = HandPicture(hand, isTail: isTail)
        let sprite = catalog.sprite(of: picture)
        steps.append(.turnedAssembly(sprite, picture.turn(of: hand, isTail: isTail), limit: part))
      }
    } else {
      if hasShadow {
        let center = hand.center.offset(dx: hand.shadow.dx, dy: hand.shadow.dy)
        append(
          HandImage(shadowOf: hand), around: center, hand, hand.shadow.color.premultiplied, limit: limit,
          into: &steps)
      }
      if color != 0, hand.width > 0 {
        append(HandImage(barOf: hand), around: hand.center, hand, color, limit: limit, into: &steps)
      }
    }
    if let hub = catalog.hub(of: catalog.shape(of: hand), fill: hand.hubFill.premultiplied, line: color) {
      steps.append(.picture(hub.sprite, x: hub.rect.x, y: hub.rect.y))
    }
    steps.append(.endClip)
  }

  private func append(
    _ image: HandImage, around center: Point, _ hand: Hand, _ color: UInt32, limit: PixelRect,
    into steps: inout [RenderStep]
  ) {
    let turn = image.grid.turn(around: center, direction: hand.angle.direction, isSmooth: image.isSmooth)
    steps.append(.turned(catalog.sprite(of: image), turn, color: color, limit: limit))
  }

  /// Clips what follows to where `hand` is: the box around it is mostly empty, and every pixel of a box is looked up.
  private func appendClip(_ hand: Hand, limit: PixelRect, into steps: inout [RenderStep]) {
    let direction = hand.angle.direction
    let slant = abs(direction.x * direction.y) * hand.length * hand.length
    let pieces = min(max(Int((slant / Compositor.piecePrice).squareRoot()), 1), Compositor.mostPieces)
    steps.append(.endClip)
    hand.forEachSlab(pieces: pieces) { slab in
      let visible = slab.intersection(limit)
      if !visible.isEmpty { steps.append(.clip(visible)) }
    }
  }

  /// The most pieces that a hand is cut into, at 8 bytes each.
  private static let mostPieces = 24
  /// As many pixels that are looked up cost what one more piece does.
  private static let piecePrice = Double(Damage.price) / 3
}
