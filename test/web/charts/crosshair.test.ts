import { describe, expect, it } from 'vitest'
import { createCrosshair, placeAt } from '../../../src/web/charts/crosshair.ts'

describe('linked crosshairs', () => {
  it('move the others, not the chart under the pointer, and never in circles', () => {
    const crosshair = createCrosshair()
    const [prices, hedge] = [{}, {}]
    const seen: [string, number | null][] = []
    crosshair.follow(prices, (seconds) => seen.push(['prices', seconds]))
    const stop = crosshair.follow(hedge, (seconds) => {
      seen.push(['hedge', seconds])
      crosshair.move(hedge, (seconds ?? 0) + 1)
    })
    crosshair.move(prices, 60)
    crosshair.move(hedge, null)
    stop()
    crosshair.move(prices, 120)

    expect(seen).toEqual([
      ['hedge', 60],
      ['prices', null],
    ])
  })

  it('work again after a chart that fails', () => {
    const crosshair = createCrosshair()
    let moved = 0
    const stop = crosshair.follow({}, () => {
      throw new Error('removed')
    })
    expect(() => crosshair.move({}, 1)).toThrow('removed')
    stop()
    crosshair.follow({}, () => moved++)
    crosshair.move({}, 2)

    expect(moved).toBe(1)
  })

  it('point at the bar in which an instant lies', () => {
    expect([59, 60, 119, 500].map((seconds) => placeAt([60, 120, 180], seconds))).toEqual([null, 0, 0, 2])
  })
})
