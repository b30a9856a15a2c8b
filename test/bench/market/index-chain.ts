import { ChainAnalysis } from '../../../src/analytics/domain/chain-analysis.ts'
import { addDays } from '../../../src/lib/time/civil-date.ts'
import { isTradingDay } from '../../../src/market/domain/calendar/trading-calendar.ts'
import { parseChain } from '../../../src/market/sources/cboe/parse-chain.ts'
import { documentOf } from '../../support/vendors/cboe/documents.ts'
import { cboeWorld } from '../../support/vendors/cboe/world.ts'
import type { Figure } from '../figure.ts'
import { median } from '../median.ts'

const RUNS = 7
const NOW = '2026-11-20T18:00:00.000Z'
const SPOT = 6800
const DAYS = 260

/** From the text of a vendor's answer to the text of ours, for all SPX and SPXW contracts, on this thread alone. */
export async function figures(): Promise<Figure[]> {
  const text = vendorText()
  const cold: number[] = []
  const warm: number[] = []
  const parsed: number[] = []
  let contracts = 0
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now()
    const body = JSON.parse(text)
    parsed.push(performance.now() - began)
    const { chain } = parseChain(body, 'SPX', Date.parse(NOW))
    const analysis = new ChainAnalysis(chain)
    JSON.stringify((await analysis.gamma({})).answer)
    cold.push(performance.now() - began)
    const again = performance.now()
    JSON.stringify((await analysis.gamma({})).answer)
    warm.push(performance.now() - again)
    contracts = chain.contracts.count
  }
  const name = `SPX of ${contracts.toLocaleString('en-US')} contracts, gamma exposure`
  return [
    {
      name: `${name} from the vendor’s text`,
      value: median(cold),
      unit: 'ms',
      goal: '≤ 250 ms',
      anchor: { name: 'reading its JSON alone', value: median(parsed) },
    },
    { name: `${name}, the same chain again`, value: median(warm), unit: 'ms', goal: '≤ 5 ms' },
  ]
}

/** 50 expirations of 210 strikes. */
function vendorText(): string {
  const dates = Array.from({ length: DAYS }, (_, day) => addDays('2026-11-23', day)).filter(isTradingDay)
  const strikes = Array.from({ length: 210 }, (_, index) => 5750 + 10 * index)
  const fridays = dates.filter((_, index) => index % 15 === 14).slice(0, 10)
  const near = dates.filter((_, index) => index % 4 === 0).slice(0, 40)
  const index = { underlying: 'SPX', isIndex: true, spot: SPOT, strikes }
  const world = cboeWorld({
    now: () => new Date(NOW),
    pricedAt: new Date(NOW),
    roots: [
      { ...index, root: 'SPX', expirations: fridays },
      { ...index, root: 'SPXW', expirations: near },
    ],
  })
  return JSON.stringify(documentOf('options/_SPX.json', world))
}
