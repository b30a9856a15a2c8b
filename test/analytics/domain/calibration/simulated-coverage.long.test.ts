import { describe, expect, it } from 'vitest'
import type { Calibration } from '../../../../src/analytics/contract/strategies/calibration.ts'
import { calibrationOf, type Outcome } from '../../../../src/analytics/domain/calibration/calibration.ts'
import { expirationNear, pastQuantiles } from '../../../../src/analytics/domain/calibration/past-quantiles.ts'
import { localComputation } from '../../../../src/analytics/domain/chain-analysis.ts'
import { chainAnalyses } from '../../../../src/analytics/operations/chain-analyses.ts'
import { simulatedMarket } from '../../../../src/market/sources/simulated/index.ts'

const FROM = '2023-01-04'
const SYMBOLS = ['F', 'KO', 'XOM', 'T']
const DAYS = 7

/** Windows of a week that do not overlap, each with the close that came. */
async function outcomesOf(symbol: string, seed: number): Promise<Outcome[]> {
  const now = () => new Date('2026-11-20T22:00:00Z')
  const market = simulatedMarket({ seed, symbols: [symbol], now })
  const analysisOf = chainAnalyses(localComputation)
  const bars = await (await market.viewAt('2026-11-19')).dailyBars(symbol, { from: FROM })
  const closes = new Map(bars.map(({ date, close }) => [date, close]))
  const outcomes: Outcome[] = []
  let next = FROM
  for (const { date } of bars) {
    if (date < next) continue
    const chain = await (await market.viewAt(date)).chain(symbol)
    const expiration = expirationNear(chain, DAYS)
    const found = expiration && pastQuantiles(analysisOf(chain).valuedExpiration(expiration))
    const close = found ? closes.get(found.targetDate) : undefined
    if (!found || close === undefined) continue
    outcomes.push({ ...found, close })
    next = found.targetDate
  }
  return outcomes
}

describe('implied intervals of the simulated market', { timeout: 600_000 }, () => {
  it('hold the close that comes about as often as they say', async () => {
    const found: Calibration[] = []
    for (const symbol of SYMBOLS) found.push(calibrationOf(DAYS, await outcomesOf(symbol, 1)))
    const total = found.reduce((sum, { count }) => sum + count, 0)
    const inside = (share: 'coverage_50_pct' | 'coverage_80_pct') =>
      found.reduce((sum, each) => sum + each.count * (each[share] ?? Number.NaN), 0) / total

    // A standard deviation of 1.4 points, were the windows of four symbols independent.
    expect(total).toBeGreaterThan(750)
    expect(Math.abs(inside('coverage_80_pct') - 80)).toBeLessThanOrEqual(4)
    expect(Math.abs(inside('coverage_50_pct') - 50)).toBeLessThanOrEqual(4)
  })
})
