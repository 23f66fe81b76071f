/** A colour as red, green, blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** A small picture of 24-bit pixels with the two smooth-edged shapes that the signing figure is made of. */
export class SignCanvas {
  readonly pixels: Buffer;
  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.pixels = Buffer.alloc(width * height * 3);
  }

  /** A copy that can be drawn on without touching this one. */
  clone(): SignCanvas {
    const copy = new SignCanvas(this.width, this.height);
    this.pixels.copy(copy.pixels);
    return copy;
  }

  fill(colour: Colour): void {
    for (let index = 0; index < this.pixels.length; index += 3) this.pixels.set(colour, index);
  }

  /** A line with round ends, thinner towards its end when `endRadius` is given; a disc when both ends are one point. */
  stroke(from: Point, to: Point, radius: number, colour: Colour, endRadius = radius): void {
    const reach = Math.max(radius, endRadius) + 1;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const lengthSquared = dx * dx + dy * dy;
    this.paint(
      { left: Math.min(from.x, to.x) - reach, right: Math.max(from.x, to.x) + reach },
      { top: Math.min(from.y, to.y) - reach, bottom: Math.max(from.y, to.y) + reach },
      colour,
      (x, y) => {
        const along = lengthSquared === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / lengthSquared;
        const t = Math.min(1, Math.max(0, along));
        const distance = Math.hypot(x - from.x - t * dx, y - from.y - t * dy);
        return radius + (endRadius - radius) * t - distance;
      },
    );
  }

  /** An upright ellipse. */
  ellipse(centre: Point, radiusX: number, radiusY: number, colour: Colour): void {
    const smaller = Math.min(radiusX, radiusY);
    this.paint(
      { left: centre.x - radiusX - 1, right: centre.x + radiusX + 1 },
      { top: centre.y - radiusY - 1, bottom: centre.y + radiusY + 1 },
      colour,
      (x, y) => (1 - Math.hypot((x - centre.x) / radiusX, (y - centre.y) / radiusY)) * smaller,
    );
  }

  /** Mixes a colour into the pixels of a box; `depth` says how far inside of the shape a point lies, in pixels. */
  private paint(
    { left, right }: { left: number; right: number },
    { top, bottom }: { top: number; bottom: number },
    colour: Colour,
    depth: (x: number, y: number) => number,
  ): void {
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(this.height, bottom); y += 1) {
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(this.width, right); x += 1) {
        const share = Math.min(1, Math.max(0, depth(x + 0.5, y + 0.5) + 0.5));
        if (share === 0) continue;
        const index = (y * this.width + x) * 3;
        for (let channel = 0; channel < 3; channel += 1) {
          const under = this.pixels[index + channel] ?? 0;
          this.pixels[index + channel] = Math.round(under + ((colour[channel] ?? 0) - under) * share);
        }
      }
    }
  }
}

export interface Point {
  x: number;
  y: number;
}
