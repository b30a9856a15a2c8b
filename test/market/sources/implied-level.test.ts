import { describe, expect, it } from 'vitest'
import { ChainBuilder } from '../../../src/market/domain/options/chain-builder.ts'
import { impliedLevel } from '../../../src/market/sources/implied-level.ts'
import { rowsAt, spxChainAt } from '../../support/market/lean-minutes.ts'
import { sharedDataExists } from '../../support/market/shared-data.ts'
import { expectNear } from '../../support/near.ts'

const asOfMs = Date.parse('2026-11-20T16:00:00Z')
const RATE = 0.03

/** Prices by parity alone: calls above their forward by a smile that both sides share. */
function chainOf(
  symbol: string,
  level: number,
  dates: readonly string[],
  forwardOf?: (date: string) => number,
  rate = 0,
) {
  const builder = new ChainBuilder()
  for (const expirationDate of dates) {
    const years = (Date.parse(`${expirationDate}T21:00:00Z`) - asOfMs) / (365 * 86_400_000)
    const forward = forwardOf?.(expirationDate) ?? level * Math.exp(RATE * years)
    for (let step = -10; step <= 10; step++) {
      const strike = Math.round(level * (1 + step / 100) * 100) / 100
      const time = level * 0.02
      const discount = Math.exp(-rate * years)
      const call = discount * Math.max(forward - strike, 0) + time
      const put = discount * Math.max(strike - forward, 0) + time
      const root = symbol === 'VIX' ? 'VIXW' : 'SPXW'
      builder.add({ root, expirationDate, strike, optionType: 'call', bid: call - 0.05, ask: call + 0.05 })
      builder.add({ root, expirationDate, strike, optionType: 'put', bid: put - 0.05, ask: put + 0.05 })
    }
  }
  return builder.build({ symbol, asOfMs, underlyingPrice: Number.NaN })
}

describe('the level that options imply', () => {
  it('is free of the carry to the expirations', () => {
    const level = impliedLevel(chainOf('SPX', 6012.5, ['2026-11-30', '2026-12-18', '2027-06-18']))

    expectNear(level, 6012.5, 1e-5, 'level')
  })

  it('is the forward where a single expiration is quoted', () => {
    const level = impliedLevel(chainOf('SPX', 6000, ['2026-11-20']))

    expectNear(level, 6000, 1e-4, 'level')
  })

  it('is the forward of a single expiration, discounted, with the dividends before it', () => {
    const chain = chainOf('SPX', 6000, ['2026-12-18'], undefined, RATE)
    const dividends = [
      { exDate: '2026-12-11', amount: 12 },
      { exDate: '2026-12-21', amount: 30 },
    ]

    expectNear(impliedLevel(chain), 6000, 1e-5, 'level')
    expectNear(impliedLevel({ ...chain, dividends }), 6012, 1e-5, 'level with dividends')
  })

  it('of VIX is the nearest forward: its futures do not run straight into the index', () => {
    const forwards: Record<string, number> = { '2026-11-25': 18, '2026-12-16': 21 }
    const level = impliedLevel(chainOf('VIX', 18, Object.keys(forwards), (date) => forwards[date] ?? 0))

    expectNear(level, 18, 1e-6, 'level')
  })

  it('is unknown without a strike that is quoted on both sides', () => {
    const builder = new ChainBuilder()
    builder.add({ root: 'SPXW', expirationDate: '2026-11-30', strike: 6000, optionType: 'call', bid: 0, ask: 5 })
    builder.add({ root: 'SPXW', expirationDate: '2026-11-30', strike: 6000, optionType: 'put', bid: 4, ask: 5 })

    expect(impliedLevel(builder.build({ symbol: 'SPX', asOfMs, underlyingPrice: Number.NaN }))).toBeNaN()
  })
})

describe.skipIf(!sharedDataExists)('the level that real options of SPX imply', () => {
  const HOUR_MS = 3_600_000

  /** Hours of 4 January 2021 in New York. The minutes of the index are in Chicago's time. */
  it.each([
    [10, ['2021-01-06', '2021-01-08']],
    [12, ['2021-01-08']],
    [15, ['2021-01-06']],
  ])('at %i:00 is that of the index within three hundredths of a percent', async (hour, dates) => {
    const [index] = (await rowsAt('equity_minute/spx_20210104_trade.zip', (hour - 1) * HOUR_MS)).values()
    const level = impliedLevel(await spxChainAt('2021-01-04', hour, dates))

    expectNear(level, Number(index?.[4]), 3e-4, 'level')
  })
})
