import { describe, expect, it } from 'vitest'
import { decodedValues, encodedValues } from '../../../../src/analytics/domain/exposures/exposure-codes.ts'
import { exposureHistory } from '../../../../src/analytics/domain/exposures/exposure-history.ts'
import { exposureMatrix } from '../../../../src/analytics/domain/exposures/exposure-matrix.ts'
import {
  everyNthMinute,
  exposureSnapshot,
  joinedMinutes,
} from '../../../../src/analytics/domain/exposures/exposure-snapshot.ts'
import { gammaFigures } from '../../../../src/analytics/domain/exposures/gamma-exposure.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

const DATES = ['2026-11-20', '2026-12-18', '2027-01-15']

function snapshotAt(asOf: string, strikes?: readonly number[]) {
  const valued = valuedChain(syntheticChain({ asOf, dates: DATES, ...(strikes ? { strikes } : {}) }))
  return { valued, minute: exposureSnapshot(valued, gammaFigures(valued, {})) }
}

describe('a snapshot of exposures', () => {
  const { valued, minute } = snapshotAt('2026-11-20T15:30:40Z')

  it('has the totals of the chain, at its minute', () => {
    const { answer } = gammaFigures(valued, {})

    expect([...minute.minutes]).toEqual([Date.parse('2026-11-20T15:30:00Z') / 60_000])
    expect(minute.totals.netGex[0]).toBeCloseTo(answer.net_gex ?? 0, 3)
    expect(minute.totals.gammaFlip[0]).toBe(answer.gamma_flip ?? Number.NaN)
    expect(minute.totals.price[0]).toBe(600)
  })

  it.each(['gamma', 'delta', 'vanna', 'charm'] as const)('has the %s of the matrix near the price', (greek) => {
    const matrix = exposureMatrix(valued, { greek, strikesAround: 100, maxExpirations: 40 }, null)

    expect([minute.strikes[0], minute.strikes.at(-1)]).toEqual([555, 645])
    minute.strikes.forEach((strike, place) => {
      const row = matrix.values[matrix.strikes.indexOf(strike)] ?? []
      const sum = row.reduce<number>((total, value) => total + (value ?? 0), 0)
      expect(minute.byStrike[greek][place]).toBeCloseTo(sum, 3)
    })
  })

  it('has the gamma of the day apart', () => {
    const today = exposureMatrix(valued, { greek: 'gamma', strikesAround: 100, maxExpirations: 1 }, null)
    const place = today.strikes.indexOf(600)

    expect(minute.byStrike.zero_dte[minute.strikes.indexOf(600)]).toBeCloseTo(today.values[place]?.[0] ?? 0, 3)
  })
})

describe('minutes of exposures', () => {
  const early = snapshotAt('2026-11-20T15:30:00Z', [580, 600]).minute
  const later = snapshotAt('2026-11-20T15:35:00Z', [600, 620]).minute
  const both = joinedMinutes([early, later])

  it('are joined with the strikes of all, unknown where one was not listed', () => {
    expect([...both.strikes]).toEqual([580, 600, 620])
    const known = Array.from(both.byStrike.gamma, (value) => !Number.isNaN(value))
    expect(known).toEqual([true, true, false, false, true, true])
    expect(both.totals.netGex).toHaveLength(2)
  })

  it('are thinned to the multiples of a step', () => {
    const last = snapshotAt('2026-11-20T15:37:00Z', [600]).minute
    const thinned = everyNthMinute(joinedMinutes([both, last]), 5)

    expect(thinned.minutes).toEqual(both.minutes)
    expect(thinned.byStrike.gamma).toEqual(both.byStrike.gamma)
  })

  it('are answered with gaps that are null and counted', () => {
    const range = { from: 0, to: Number.POSITIVE_INFINITY }
    const history = exposureHistory(both, { greek: 'gamma', step: 1, ...range })

    expect(history).toMatchObject({ missing_minutes: 4, interval_minutes: 1, strikes: [580, 600, 620] })
    expect(history.data).toHaveLength(6)
    expect(history.data[1]).toMatchObject({ time: '2026-11-20T15:31:00.000Z', net_gex: null })
    expect(history.values[1]).toEqual([null, null, null])
    expect(history.values[5]?.[0]).toBeNull()
    expect(history.values[5]?.[2]).not.toBeNull()
    expect(exposureHistory(both, { greek: 'gamma', step: 5, ...range }).missing_minutes).toBe(0)
  })
})

describe('values as small whole numbers', () => {
  const values = Float64Array.from([1e9, -3.25e8, Number.NaN, 1.1e9, -3.2e8, 0, 0.9e9, Number.NaN, 12_345])

  it('lose at most an eight-thousandth of the largest, and no unknown one', () => {
    const decoded = decodedValues(encodedValues(values, 3), 3)

    values.forEach((value, index) => {
      if (Number.isNaN(value)) expect(decoded[index]).toBeNaN()
      else expect(Math.abs((decoded[index] ?? 0) - value)).toBeLessThanOrEqual(1.1e9 / 8_000)
    })
  })

  it('do not change when they are encoded again', () => {
    const once = decodedValues(encodedValues(values, 3), 3)

    expect(decodedValues(encodedValues(once, 3), 3)).toEqual(once)
    expect(decodedValues(encodedValues(new Float64Array(4), 2), 2)).toEqual(new Float64Array(4))
  })
})
