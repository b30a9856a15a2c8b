import { describe, expect, it } from 'vitest'
import { smilePoints } from '../../../../src/web/symbol/volatility/smile-points.ts'

const row = (strike: number, type: 'call' | 'put', volatility: number | null) => ({
  strike,
  option_type: type,
  implied_volatility: volatility,
})
const month = { forward: 100, atmIv: 0.2, dte: 30 }

describe('a smile', () => {
  it('takes puts below the forward and calls from it on', () => {
    const points = smilePoints(
      [row(95, 'call', 0.9), row(95, 'put', 0.25), row(105, 'call', 0.18), row(105, 'put', 0.9), row(100, 'call', 0.2)],
      month,
    )

    expect(points).toEqual([
      { strike: 95, put: 0.25, call: null },
      { strike: 100, put: null, call: 0.2 },
      { strike: 105, put: null, call: 0.18 },
    ])
  })

  it('leaves out strikes without a volatility, and wings beyond four deviations', () => {
    const points = smilePoints([row(98, 'put', null), row(90, 'put', 0.3), row(60, 'put', 0.8)], month)

    expect(points.map(({ strike }) => strike)).toEqual([90])
  })

  it('shows a few strikes on the last day, when a deviation is next to nothing', () => {
    const points = smilePoints([row(97, 'put', 0.3), row(90, 'put', 0.5)], { ...month, atmIv: 0.05, dte: 0 })

    expect(points.map(({ strike }) => strike)).toEqual([97])
  })
})
