import { valuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import { addDays } from '../../../src/lib/time/civil-date.ts'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'
import type { Figure } from '../figure.ts'
import { median } from '../median.ts'

const RUNS = 5

interface ChainShape {
  readonly root: string
  readonly spot: number
  /** Days to each expiration, and the width between strikes in USD. */
  readonly days: readonly number[]
  readonly step: number
  readonly strikes: number
  /** USD per share and quarter, first paid after some days. */
  readonly dividend: number
  readonly firstExDay: number
}

const SHAPES: readonly ChainShape[] = [
  {
    root: 'SPY',
    spot: 600,
    days: [0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 14, 21, 28, 35, 42, 56, 84, 119, 147, 210, 238, 301, 392, 574, 756],
    step: 4,
    strikes: 120,
    dividend: 1.95,
    firstExDay: 25,
  },
  {
    root: 'AAPL',
    spot: 230,
    days: [0, 7, 14, 21, 28, 35, 56, 84, 119, 147, 210, 301, 392, 574, 756],
    step: 2.5,
    strikes: 70,
    dividend: 0.26,
    firstExDay: 10,
  },
]

/** Chains of American contracts whose dividends are known by date, none of whose exercise tables exist yet. */
export function dividendPricingFigures(): Figure[] {
  return SHAPES.map((shape) => {
    const chains = Array.from({ length: RUNS }, (_, run) => chainOf(shape, run))
    const dated = chains.map((chain) => ({ ...chain, dividends: dividendsOf(shape) }))
    const { count } = chains[0]?.contracts ?? { count: 0 }
    return {
      name: `cold ${shape.root} chain of ${count.toLocaleString('en-US')} contracts with cash dividends`,
      value: median(dated.map(timeOf)),
      unit: 'ms',
      anchor: { name: 'with the yields that its quotes imply', value: median(chains.map(timeOf)) },
    }
  })
}

/** Another yield in each run, so that no table is of the run before. */
function chainOf({ root, spot, days, step, strikes, dividend }: ChainShape, run: number): OptionChain {
  return syntheticChain({
    root,
    spot,
    dates: days.map((day) => addDays('2026-11-23', day)),
    strikes: Array.from({ length: strikes }, (_, index) => spot + step * (index - (strikes >> 1))),
    volatility: (strike, years) => 0.16 + 0.02 * Math.sqrt(years) - 0.15 * Math.log(strike / spot),
    dividendYield: (4 * dividend) / spot + 0.002 * run,
  })
}

function dividendsOf({ dividend, firstExDay }: ChainShape): NonNullable<OptionChain['dividends']> {
  return Array.from({ length: 8 }, (_, quarter) => ({
    exDate: addDays('2026-11-23', firstExDay + 91 * quarter),
    amount: dividend,
  }))
}

function timeOf(chain: OptionChain): number {
  const began = performance.now()
  valuedChain(chain)
  return performance.now() - began
}
