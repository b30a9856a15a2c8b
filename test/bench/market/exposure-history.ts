import { exposureSnapshot, joinedMinutes } from '../../../src/analytics/domain/exposures/exposure-snapshot.ts'
import { gammaFigures } from '../../../src/analytics/domain/exposures/gamma-exposure.ts'
import { valuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import { packedMinutes } from '../../../src/analytics/store/exposure-packing.ts'
import { addDays } from '../../../src/lib/time/civil-date.ts'
import type { ContractRow } from '../../../src/market/domain/options/chain-builder.ts'
import { fullValue, heatPixels, rgbOf } from '../../../src/web/charts/heat-colours.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'
import type { Figure } from '../figure.ts'
import { shortest } from '../pricing-figures.ts'

const MINUTES = 390
const MINUTES_A_ROW = 30
const ROWS = 120

/** The exposures of a session: a snapshot, what a day of them takes, and the colours of its heat map. */
export function figures(): Figure[] {
  const large = valuedChain(chainAt(0, 45))
  const gamma = gammaFigures(large, {})
  const snapshot = shortest(20, () => exposureSnapshot(large, gamma).totals.netGex[0] ?? 0)
  const sum = shortest(20, () => large.gamma.reduce((total, value) => total + value, 0))
  const { kilobytes, doubles } = aDay()
  const map = Array.from({ length: MINUTES }, (_, x) =>
    Array.from({ length: ROWS }, (_cell, y) => Math.sin(x / 40) * 1e9 * Math.exp(-(((y - 60) / 20) ** 2))),
  )
  const colours = { up: rgbOf('#14539e'), down: rgbOf('#a34400') }
  const pixels = shortest(20, () => heatPixels(map, { full: fullValue(map), ...colours })[3] ?? 0)
  const copied = shortest(20, () => Float64Array.from(map.flat())[0] ?? 0)
  return [
    {
      name: `a snapshot of the exposures of ${large.chain.contracts.count} contracts`,
      value: snapshot / 1e6,
      unit: 'ms',
      goal: '≤ 2',
      anchor: { name: 'one plain sum of gamma', value: sum / 1e6 },
    },
    {
      name: 'a day of them, 390 minutes',
      value: kilobytes,
      unit: 'kB',
      goal: '≤ 200',
      anchor: { name: 'as doubles', value: doubles },
    },
    {
      name: 'colours of a heat map of 120 × 390',
      value: pixels / 1e6,
      unit: 'ms',
      goal: '≤ 16 with its drawing',
      anchor: { name: 'its values copied once', value: copied / 1e6 },
    },
  ]
}

/** Strikes a dollar apart, as those of SPY; quotes in cents. */
function chainAt(minute: number, expirations: number) {
  const asOf = new Date(Date.parse('2026-11-20T14:30:00Z') + 60_000 * minute).toISOString()
  const spot = 600 + 3 * Math.sin(minute / 50) + 0.4 * Math.sin(minute * 1.7)
  const dates = Array.from({ length: expirations }, (_, index) => addDays('2026-11-20', 7 * index))
  const strikes = Array.from({ length: 97 }, (_, index) => 552 + index)
  const volatility = (strike: number) => 0.16 - 0.2 * Math.log(strike / spot) + 0.001 * Math.sin(minute)
  return syntheticChain({ asOf, spot, dates, strikes, volatility, change: inCents })
}

function inCents(row: ContractRow): ContractRow {
  const cents = (price = Number.NaN) => Math.round(100 * price) / 100
  return { ...row, bid: cents(row.bid), ask: cents(row.ask), openInterest: 100 + ((row.strike * 7919) % 5000) }
}

function aDay(): { readonly kilobytes: number; readonly doubles: number } {
  const minutes = Array.from({ length: MINUTES }, (_, minute) => {
    const valued = valuedChain(chainAt(minute, 4))
    return exposureSnapshot(valued, gammaFigures(valued, {}))
  })
  const rows = Array.from({ length: MINUTES / MINUTES_A_ROW }, (_, row) =>
    packedMinutes(joinedMinutes(minutes.slice(row * MINUTES_A_ROW, (row + 1) * MINUTES_A_ROW))),
  )
  const all = joinedMinutes(minutes)
  const numbers = Object.values(all.byStrike).reduce((count, { length }) => count + length, 0)
  return {
    kilobytes: rows.reduce((total, { length }) => total + length, 0) / 1000,
    doubles: (8 * numbers) / 1000,
  }
}
