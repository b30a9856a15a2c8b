import { describe, expect, it } from 'vitest'
import { pictureSvg } from '../../../../src/surfaces/chat/pictures/draw-picture.ts'
import {
  flowPicture,
  gexPicture,
  ivPicture,
  levelsPicture,
} from '../../../../src/surfaces/chat/pictures/market-pictures.ts'
import { Picture } from '../../../../src/surfaces/chat/pictures/picture.ts'
import { picturePng } from '../../../../src/surfaces/chat/pictures/picture-png.ts'
import { multiples, roundStep } from '../../../../src/surfaces/chat/pictures/round-ticks.ts'
import { textPath } from '../../../../src/surfaces/chat/pictures/text-path.ts'

const MAX_BYTES = 60 * 1024
const LEVELS = { underlying_price: 600, gamma_flip: 598.25, call_wall: 610, put_wall: 590 }
const strikes = Array.from({ length: 400 }, (_, index) => ({ strike: 400 + index, net_gex: 1e9 * Math.sin(index / 3) }))
const profile = Array.from({ length: 61 }, (_, index) => ({
  underlying_price: 480 + 4 * index,
  net_gex: index * 1e7 - 3e8,
}))
const buckets = Array.from({ length: 78 }, (_, index) => ({
  time: new Date(Date.parse('2026-11-20T14:30:00Z') + index * 300_000).toISOString(),
  net_call_premium: 1e5 * Math.sin(index),
  net_put_premium: -5e4,
}))
const expirations = [0, 1, 7, 30, 90, 365, 1_000].map((dte) => ({ dte, atm_iv: 0.2 + dte / 1e4, expected_move: 9 }))

const PICTURES = {
  gex: gexPicture('SPY', { ...LEVELS, data: strikes }),
  levels: levelsPicture('SPY', { ...LEVELS, profile }, expirations[2]),
  flow: flowPicture('SPY', buckets),
  iv: ivPicture('SPY', expirations),
}
const shown = (name: keyof typeof PICTURES) => Picture.parse(PICTURES[name])
const names = Object.keys(PICTURES) as (keyof typeof PICTURES)[]

describe('a picture', () => {
  it('of /gex shows the strikes within 8 % of the price, with the levels', () => {
    const { bars, marks, x } = shown('gex')

    expect([bars[0]?.[0], bars.at(-1)?.[0], bars.length]).toEqual([552, 648, 97])
    expect(marks.map(({ title }) => title)).toEqual([
      'Put wall 590.00',
      'Flip 598.25',
      'Price 600.00',
      'Call wall 610.00',
    ])
    expect(x.ticks.map(([, label]) => label)).toEqual(['560', '580', '600', '620', '640'])
  })

  it('of /levels shades the expected move', () => {
    expect(shown('levels').band).toEqual({ from: 591, to: 609 })
  })

  it('of /flow adds up since the open, in minutes of the day', () => {
    const { lines, x } = shown('flow')

    expect(lines.map(({ points }) => points.at(-1)?.[1])).toEqual([expect.any(Number), -3_900_000])
    expect(x.ticks[0]).toEqual([90, '16:00'])
  })

  it('of /iv gives near expirations more room, in percent', () => {
    const { lines, x } = shown('iv')

    expect(lines[0]?.points.slice(0, 3)).toEqual([
      [0, 20],
      [1, 20.01],
      [2.646, 20.07],
    ])
    expect(x.ticks.map(([, label]) => label)).toEqual(['1', '7', '30', '60', '90', '180', '365'])
  })

  it('is absent where a price or points are unknown', () => {
    const unknown = { ...LEVELS, underlying_price: null }

    expect(gexPicture('SPY', { ...unknown, data: strikes })).toBeUndefined()
    expect(gexPicture('SPY', { ...LEVELS, data: [] })).toBeUndefined()
    expect(levelsPicture('SPY', { ...unknown, profile }, undefined)).toBeUndefined()
    expect(flowPicture('SPY', buckets.slice(0, 1))).toBeUndefined()
    expect(ivPicture('SPY', [{ dte: 3, atm_iv: null, expected_move: null }])).toBeUndefined()
  })

  it.each(names)('of /%s has no text that would need a font, and only finite places', (name) => {
    const svg = pictureSvg(shown(name))

    expect(svg).not.toContain('<text')
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  })

  it.each(names)('of /%s becomes a PNG of at most 60 kB', async (name) => {
    const png = await picturePng(shown(name))

    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([800, 420])
    expect(png.length).toBeLessThan(MAX_BYTES)
  })

  it('of values that are all the same has an axis, too', () => {
    const flat = {
      ...shown('iv'),
      lines: [
        {
          title: 'Flat',
          points: [
            [0, 20],
            [1, 20],
          ] as [number, number][],
        },
      ],
    }

    expect(pictureSvg(flat)).not.toMatch(/NaN|Infinity/)
  })
})

describe('marks that would overlap', () => {
  it('stand in rows of their own', () => {
    const near = { ...LEVELS, gamma_flip: 600.5, call_wall: 601, put_wall: 601 }
    const picture = Picture.parse(gexPicture('SPY', { ...near, data: strikes }))
    const heights = [
      ...pictureSvg(picture).matchAll(/fill="#ffffff"\/><g fill="[^"]+"><g transform="translate\(\S+ (\S+)\)/g),
    ]

    expect(new Set(heights.slice(-4).map(([, y]) => y)).size).toBe(4)
  })
})

describe('round ticks', () => {
  it.each([
    [96, 8, 20],
    [1, 4, 0.5],
    [3.9e9, 4, 1e9],
    [0, 4, 0.5],
  ])('of a span of %d in %d steps are %d apart', (span, count, step) => {
    expect(roundStep(span, count)).toBeCloseTo(step, 12)
  })

  it('are without the errors of binary fractions', () => {
    expect(multiples(0.1, 1, 3)).toEqual([0.1, 0.2, 0.3])
    expect(multiples(1, 3, 1)).toEqual([])
  })
})

describe('a text as an outline', () => {
  it('is as wide as its characters, and shows a box for one that it does not have', () => {
    expect(textPath('00', 10).width).toBeCloseTo(12.72, 5)
    expect(textPath('', 10).width).toBe(0)
    expect(textPath('漢', 10).path(0, 0)).toContain('M60 0L60 -700')
  })
})
