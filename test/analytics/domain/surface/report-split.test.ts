import { describe, expect, it } from 'vitest'
import { crushPct, reportSplit } from '../../../../src/analytics/domain/surface/report-split.ts'
import { forwardVolatility } from '../../../../src/analytics/domain/surface/surface-grid.ts'
import { sharedDataExists } from '../../../support/market/shared-data.ts'
import { readVectors } from '../../../support/market/vectors.ts'

interface Case {
  readonly i: number
  readonly near: { readonly days: number; readonly atm_iv: number }
  readonly far: { readonly days: number; readonly atm_iv: number }
  readonly expected: Readonly<Record<string, number>>
}

const point = (days: number, atmIv: number, isAfterReport: boolean) => ({ years: days / 365, atmIv, isAfterReport })

describe.skipIf(!sharedDataExists)('the split of a report', () => {
  it('meets the reference to ten digits', () => {
    const { event } = readVectors<{ readonly event: readonly Case[] }>('strategies.json')
    for (const { near, far, expected } of event) {
      const { baseIv, movePct, absoluteMovePct } = reportSplit([
        point(near.days, near.atm_iv, true),
        point(far.days, far.atm_iv, true),
      ])
      const found = {
        base_iv: baseIv,
        event_move_pct: movePct,
        event_absolute_move_pct: absoluteMovePct,
        forward_iv: forwardVolatility(
          { iv: near.atm_iv, years: near.days / 365 },
          { iv: far.atm_iv, years: far.days / 365 },
        ),
        near_iv_after: baseIv,
        crush_pct: crushPct(near.atm_iv, baseIv),
      }
      for (const [name, value] of Object.entries(expected)) {
        expect(Math.abs(found[name as keyof typeof found] / value - 1), name).toBeLessThan(1e-10)
      }
    }
    expect(event).toHaveLength(5)
  })
})

describe('a report', () => {
  const of = (event: number) =>
    [5, 12, 40, 75].map((days) => {
      const isAfter = days > 7
      return point(days, Math.sqrt(0.09 + (isAfter ? (event * 365) / days : 0)), isAfter)
    })

  it('is found between expirations before and after it', () => {
    const { baseIv, movePct } = reportSplit(of(0.0064))

    expect(baseIv).toBeCloseTo(0.3, 10)
    expect(movePct).toBeCloseTo(8, 8)
  })

  it('of no move has none, and one expiration after it leaves it unknown', () => {
    expect(reportSplit(of(-1e-4)).movePct).toBeNaN()
    expect(reportSplit(of(0.0064).slice(0, 2))).toEqual({
      baseIv: Number.NaN,
      movePct: Number.NaN,
      absoluteMovePct: Number.NaN,
    })
  })

  it('does not see expirations after 120 days', () => {
    expect(reportSplit([...of(0.0064), point(400, 0.9, true)])).toEqual(reportSplit(of(0.0064)))
  })
})
