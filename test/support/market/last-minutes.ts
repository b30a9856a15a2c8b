import { gammaFigures } from '../../../src/analytics/domain/exposures/gamma-exposure.ts'
import type { ValuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import type { ContractRow } from '../../../src/market/domain/options/chain-builder.ts'
import { syntheticChain } from './synthetic-chain.ts'

export const TODAY = '2026-11-20'
/** Settlement is at 21:00 UTC. */
export const at = (minute: string) => `${TODAY}T20:${minute}:00Z`

/**
 * An index at 600 with 8 % of volatility until the close and 40 % from tomorrow on: calls are held at 600, four times as many
 * puts 1 below. At 8 % the calls decide the sum, at 40 % the puts.
 */
export function chainAt(asOf: string, isQuoted: (row: ContractRow) => boolean = () => true) {
  return syntheticChain({
    asOf,
    dates: [TODAY, '2026-11-23', '2026-12-18'],
    strikes: Array.from({ length: 41 }, (_, index) => 580 + index),
    volatility: (_strike, years) => (years < 0.001 ? 0.08 : 0.4),
    rate: 0.04,
    dividendYield: 0.04,
    halfSpread: 0.01,
    change: (row) => {
      const isToday = row.expirationDate === TODAY
      const held = row.optionType === 'call' ? { 600: 1000 } : { 599: 4000 }
      const openInterest = isToday ? (new Map(Object.entries(held)).get(String(row.strike)) ?? 0) : 0
      const quotes = isToday && !isQuoted(row) ? { bid: 0, ask: 0 } : {}
      return { ...row, openInterest, ...quotes }
    },
  })
}

export const unquoted = () => false
export const figuresOf = (valued: ValuedChain) => gammaFigures(valued, {}).answer
export const netGexOf = (valued: ValuedChain) => figuresOf(valued).net_gex!
