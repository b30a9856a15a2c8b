import { z } from 'zod'
import outlines from './glyphs.json' with { type: 'json' }

/** Advance and outline of each character in thousandths of the size, y downwards. Of DejaVu Sans: see LICENSE. */
const GLYPHS = z.record(z.string(), z.tuple([z.number(), z.string()])).parse(outlines)
const MISSING: [number, string] = [600, 'M60 0L60 -700L540 -700L540 0Z']

/**
 * A text as an outline, which looks the same on every machine: a server may have no font at all. Returned with its
 * width.
 */
export function textPath(
  text: string,
  size: number,
): { readonly path: (x: number, y: number) => string; readonly width: number } {
  const glyphs = Array.from(text, (character) => GLYPHS[character] ?? MISSING)
  const width = (glyphs.reduce((sum, [advance]) => sum + advance, 0) * size) / 1_000
  return {
    width,
    path(x, y) {
      let at = 0
      const parts = glyphs.map(([advance, outline]) => {
        const part = outline === '' ? '' : `<path transform="translate(${at} 0)" d="${outline}"/>`
        at += advance
        return part
      })
      return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size / 1_000})">${parts.join('')}</g>`
    },
  }
}
