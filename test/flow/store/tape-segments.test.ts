import { describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import type { TapePrints } from '../../../src/market/domain/options/option-tape.ts'
import { engines } from '../../support/engines.ts'

const DATE = '2026-11-20'

function printsOf(count: number): TapePrints {
  const numbers = Float64Array.from({ length: count }, (_, row) => row)
  const texts = Array.from({ length: count }, (_, row) => `text ${row}`)
  return {
    ...{ symbol: 'SPY', sessionDate: DATE, count, executedAtMs: numbers, price: numbers, size: numbers },
    ...{ bid: numbers, ask: numbers, underlyingPrice: numbers, volume: numbers, openInterest: numbers },
    ...{ optionSymbols: texts, exchange: texts, condition: texts },
  }
}

const put = ({ tapeSegments }: Store, count: number, firstRow: number) =>
  tapeSegments.put(tapeSegments.packPrints({ prints: printsOf(count), wholeUntilMs: Number.NaN }, firstRow))

describe.each(engines)('stored tapes from a row on, on %s', (_name, open) => {
  it('are the segments that hold it, however they were joined since', async () => {
    await using store = await open()
    const read = async (row: number) => {
      const { rows, segments } = await store.tapeSegments.beyond('SPY', DATE, row)
      return [rows, ...segments.map(({ firstRow, prints }) => [firstRow, prints.count, prints.price[0]])]
    }
    expect(await read(0)).toEqual([0])
    await put(store, 3, 0)
    await put(store, 5, 3)
    expect(await read(0)).toEqual([5, [0, 3, 0], [3, 2, 3]])
    expect(await read(3)).toEqual([5, [3, 2, 3]])
    expect(await read(5)).toEqual([5])
    await put(store, 7, 0)
    expect(await read(5)).toEqual([7, [0, 7, 0]])
    // Rows that were seen are gone.
    await put(store, 4, 0)
    expect(await read(5)).toEqual([0])
  })
})
