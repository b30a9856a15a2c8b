import { describe, expect, it } from 'vitest'
import { newYorkInstant } from '../../../../src/market/domain/calendar/new-york-time.ts'
import { formatOptionSymbol } from '../../../../src/market/domain/options/option-symbol.ts'
import type { TapePrints } from '../../../../src/market/domain/options/option-tape.ts'
import { NO_FACTS, readFlow } from '../../../support/market/read-flow.ts'
import { sharedDataExists, sharedPath } from '../../../support/market/shared-data.ts'
import { readZip } from '../../../support/market/zip.ts'
import { everyCase } from '../../../support/sample.ts'
import { bandCounts, holds } from '../../../validation/bands.ts'

interface Recorded {
  readonly ms: number
  readonly contract: string
  readonly price: number
  readonly size: number
}

/** Minutes of trades of every recorded contract as one print each, in order of time. Prices are whole 1/10,000 USD. */
async function recordedTape(file: string): Promise<TapePrints> {
  const prints: Recorded[] = []
  let [symbol, date] = ['', '']
  for (const [name, content] of await readZip(sharedPath('data', 'lean', 'option_minute', file))) {
    const [day = '', root = '', , , , type, strike = '', expiry = ''] = name.replace('.csv', '').split('_')
    const dashed = (text: string) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`
    ;[symbol, date] = [root.toUpperCase(), dashed(day)]
    const contract = formatOptionSymbol({
      root: symbol,
      expirationDate: dashed(expiry),
      optionType: type === 'put' ? 'put' : 'call',
      strike: Number(strike) / 10_000,
    })
    for (const line of content.split('\n').filter((each) => each !== '')) {
      const [ms = Number.NaN, open = Number.NaN, , , , size = Number.NaN] = line.split(',').map(Number)
      prints.push({ ms: newYorkInstant(date, 0) + ms, contract, price: open / 10_000, size })
    }
  }
  return tapeOf(
    symbol,
    date,
    prints.sort((a, b) => a.ms - b.ms),
  )
}

function tapeOf(symbol: string, sessionDate: string, prints: readonly Recorded[]): TapePrints {
  const column = (field: (print: Recorded) => number) => Float64Array.from(prints, field)
  const unknown = column(() => Number.NaN)
  return {
    symbol,
    sessionDate,
    count: prints.length,
    executedAtMs: column(({ ms }) => ms),
    optionSymbols: prints.map(({ contract }) => contract),
    price: column(({ price }) => price),
    size: column(({ size }) => size),
    bid: unknown,
    ask: unknown,
    underlyingPrice: unknown,
    exchange: prints.map(() => 'C'),
    condition: prints.map(() => 'I'),
    volume: unknown,
    openInterest: unknown,
  }
}

describe.skipIf(!sharedDataExists)('the share of rows in each band', () => {
  it.each([
    'spxw_20210104_trade_european.zip',
    'spxw_20210106_trade_european.zip',
    'spxw_20210108_trade_european.zip',
    // Seconds to unpack.
    ...(everyCase ? ['aapl_20140606_trade_american.zip'] : []),
  ])('is the stated one on the recorded trades of %s, without quotes and open interest', async (file) => {
    const { rows } = readFlow(await recordedTape(file), { facts: NO_FACTS })

    expect(rows.length).toBeGreaterThan(1_500)
    for (const count of bandCounts(rows.map(({ unusualScore }) => unusualScore))) {
      expect(holds(count), JSON.stringify(count)).toBe(true)
    }
  })
})
