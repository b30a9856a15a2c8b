/** Colours of a two-sided heat map, as the bytes of an image. */

/** Share of the known values that the strongest colour begins at: a few extreme ones do not pale the rest. */
const FULL_QUANTILE = 0.98
const SMALLEST_ALPHA = 24

export type HeatValue = number | null

/** The absolute value from which on the colour is full; 0 without any value. */
export function fullValue(columns: readonly (readonly HeatValue[])[]): number {
  const sizes: number[] = []
  for (const column of columns) for (const value of column) if (value) sizes.push(Math.abs(value))
  const sorted = Float64Array.from(sizes).sort()
  return sorted[Math.floor(FULL_QUANTILE * (sorted.length - 1))] ?? 0
}

type Rgb = readonly [red: number, green: number, blue: number]

/** Of `#rrggbb`. */
export function rgbOf(hex: string): Rgb {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

interface HeatColours {
  readonly full: number
  readonly up: Rgb
  readonly down: Rgb
}

/** One pixel a cell, the last row of each column at the top; unknown is transparent. */
export function heatPixels(
  columns: readonly (readonly HeatValue[])[],
  { full, up, down }: HeatColours,
): Uint8ClampedArray<ArrayBuffer> {
  const [width, height] = [columns.length, columns[0]?.length ?? 0]
  const pixels = new Uint8ClampedArray(4 * width * height)
  columns.forEach((column, x) => {
    for (let y = 0; y < height; y++) {
      const value = column[y] ?? null
      if (value === null || value === 0 || full === 0) continue
      const [red, green, blue] = value > 0 ? up : down
      const place = 4 * ((height - 1 - y) * width + x)
      pixels[place] = red
      pixels[place + 1] = green
      pixels[place + 2] = blue
      pixels[place + 3] = SMALLEST_ALPHA + (255 - SMALLEST_ALPHA) * Math.min(Math.abs(value) / full, 1)
    }
  })
  return pixels
}
