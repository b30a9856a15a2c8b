import { describe, expect, it } from 'vitest'
import type { Side } from '../../../src/flow/domain/tape/print-side.ts'
import { factsOf, type Print, tapeOf } from '../../support/market/flow-tape.ts'
import { readFlow } from '../../support/market/read-flow.ts'
import { sharedDataExists, sharedPath } from '../../support/market/shared-data.ts'
import { readZip } from '../../support/market/zip.ts'

/**
 * No recorded prints with a tag of their side are at hand, but minutes of recorded trades and quotes: where a contract
 * traded at one price in a minute whose bid and ask never moved, the side is beyond doubt. Prices are whole 1/10,000 USD.
 */
interface Tagged extends Print {
  readonly side: Side
}

/** By time of day and contract: the fields of each line. */
async function minutesOf(file: string): Promise<Map<string, number[]>> {
  const minutes = new Map<string, number[]>()
  for (const [name, content] of await readZip(sharedPath('data', 'lean', 'option_minute', file))) {
    const contract = name.replace(/_(trade|quote)/, '')
    for (const line of content.split('\n').filter((each) => each !== '')) {
      const [ms, ...fields] = line.split(',')
      minutes.set(
        `${contract} ${ms}`,
        fields.map((field) => (field === '' ? Number.NaN : Number(field))),
      )
    }
  }
  return minutes
}

const isStill = (...prices: readonly (number | undefined)[]) => prices.every((price) => price === prices[0])

function tagOf(price: number, bid: number, ask: number): Side {
  if (price > ask) return 'above_ask'
  if (price === ask) return 'at_ask'
  if (price > bid) return 'mid'
  return price === bid ? 'at_bid' : 'below_bid'
}

async function tagged(day: string): Promise<Tagged[]> {
  const trades = await minutesOf(day.replace('?', 'trade'))
  const quotes = await minutesOf(day.replace('?', 'quote'))
  const found: Tagged[] = []
  for (const [minute, [open, high, low, close, size = 0]] of trades) {
    const [bid = Number.NaN, bidHigh, bidLow, bidClose, , ask = Number.NaN, askHigh, askLow, askClose] =
      quotes.get(minute) ?? []
    if (open === undefined || !isStill(open, high, low, close) || !isStill(bid, bidHigh, bidLow, bidClose)) continue
    if (!isStill(ask, askHigh, askLow, askClose) || !(bid > 0 && ask > bid) || !(size > 0)) continue
    const usd = (value: number) => value / 10_000
    // Apart, so that nothing is merged into a sweep.
    const ms = 3_600_000 + 2_000 * found.length
    found.push({ ms, price: usd(open), bid: usd(bid), ask: usd(ask), size, side: tagOf(open, bid, ask) })
  }
  return found
}

describe.skipIf(!sharedDataExists)('recorded option trades', () => {
  it.each([
    'spy_20230803_?_american.zip',
    'spxw_20210104_?_european.zip',
    'spxw_20210106_?_european.zip',
    'spxw_20210108_?_european.zip',
  ])('of %s have the side that a quote that stood still tells', async (day) => {
    const prints = await tagged(day)
    const { rows } = readFlow(tapeOf(prints), { facts: factsOf() })

    expect(prints.length).toBeGreaterThan(2)
    expect(rows.map(({ side }) => side)).toEqual(prints.map(({ side }) => side))
  })
})
