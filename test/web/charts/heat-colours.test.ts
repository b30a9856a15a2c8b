import { describe, expect, it } from 'vitest'
import { fullValue, heatPixels, rgbOf } from '../../../src/web/charts/heat-colours.ts'

const COLOURS = { up: rgbOf('#0000ff'), down: rgbOf('#ff8000') }

describe('the colours of a heat map', () => {
  it('are full from the 98 % quantile of the sizes on, zeros and unknown ones left out', () => {
    const column = Array.from({ length: 101 }, (_, index) => (index === 100 ? -1e9 : index))

    expect(fullValue([column, [null, 0]])).toBe(98)
    expect(fullValue([[null]])).toBe(0)
  })

  it('have two sides, the last row at the top, and leave unknown cells clear', () => {
    const pixels = heatPixels(
      [
        [2, null],
        [-4, 1],
      ],
      { full: 2, ...COLOURS },
    )
    const at = (index: number) => [...pixels.subarray(4 * index, 4 * index + 4)]

    expect(at(0)).toEqual([0, 0, 0, 0])
    expect(at(1).slice(0, 3)).toEqual([0, 0, 255])
    expect(at(1)[3]).toBeLessThan(255)
    expect(at(2)).toEqual([0, 0, 255, 255])
    expect(at(3)).toEqual([255, 128, 0, 255])
  })
})
