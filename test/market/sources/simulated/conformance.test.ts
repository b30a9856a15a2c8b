import { describe } from 'vitest'
import { simulatedMarket } from '../../../../src/market/sources/simulated/index.ts'
import { sample } from '../../../support/sample.ts'
import { itConformsToMarketSource } from '../source-conformance.ts'

const INSTANTS = {
  'in a session': '2026-11-20T18:30:00Z',
  'at night': '2026-11-18T03:12:45.678Z',
  'at the end of a half day': '2026-11-27T18:00:00Z',
  'on a weekend': '2026-11-22T07:00:00Z',
}

interface Case {
  readonly name: string
  readonly instant: string
  readonly symbol: string
  readonly alwaysOpen?: boolean
  readonly replays?: boolean
}

describe('the simulated market', () => {
  const isOpen = (instant: string, alwaysOpen: boolean) => alwaysOpen || instant === INSTANTS['in a session']
  const cases = Object.entries(INSTANTS).flatMap(([name, instant]) =>
    ['SPX', 'AAPL'].flatMap((symbol) => [
      { name, instant, symbol, alwaysOpen: false },
      { name: `${name}, always open`, instant, symbol, alwaysOpen: true },
    ]),
  )
  // An odd number of sixteen: both symbols, open and closed.
  const replayed: Case = {
    name: 'on a weekend, replayed',
    instant: INSTANTS['on a weekend'],
    symbol: 'AAPL',
    replays: true,
  }
  for (const { name, instant, symbol, alwaysOpen = false, replays = false } of [...sample<Case>(cases, 5), replayed]) {
    describe(`${name}, ${symbol}`, () => {
      let ms = Date.parse(instant)
      const source = simulatedMarket({ seed: 1, alwaysOpen, replays, now: () => new Date(ms) })
      const laterInSession = async () => {
        ms += 600_000
        const view = await source.viewAt()
        ms -= 600_000
        return view
      }
      itConformsToMarketSource(() => ({
        source,
        symbol,
        unknownSymbol: 'NOSUCH',
        pastDate: '2025-07-03',
        emptyDate: '2026-07-03',
        others: ['BRK.B', 'SPX'],
        ...(isOpen(instant, alwaysOpen || replays) && { laterInSession }),
      }))
    })
  }
})
