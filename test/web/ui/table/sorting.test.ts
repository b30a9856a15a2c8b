import { describe, expect, it } from 'vitest'
import type { Column } from '../../../../src/web/ui/table/column.ts'
import { sortedRows, turned } from '../../../../src/web/ui/table/sorting.ts'

interface Row {
  readonly symbol: string
  readonly price: number | null
  readonly at: string
}

const ROWS: readonly Row[] = [
  { symbol: 'SPY', price: 680, at: '2026-11-20' },
  { symbol: 'AAPL', price: null, at: '2026-10-02' },
  { symbol: 'NVDA', price: 180, at: '2026-09-30' },
]
const SYMBOL: Column<Row> = { title: 'Symbol', align: 'start', cell: ({ symbol }) => symbol }
const PRICE: Column<Row> = { title: 'Price', field: 'price', cell: ({ price }) => `${price} USD` }
const WHEN: Column<Row> = { title: 'When', align: 'start', cell: () => 'Nov 20', sort: ({ at }) => at }
const COLUMNS = [SYMBOL, PRICE, WHEN]

const order = (column: Column<Row>, clicks: number) => {
  const sorting = Array.from({ length: clicks }).reduce<ReturnType<typeof turned> | null>(
    (it) => turned(it, column),
    null,
  )
  return sortedRows(ROWS, COLUMNS, sorting).map(({ symbol }) => symbol)
}

describe('a table', () => {
  it('keeps the order of its rows until a column is chosen', () => {
    expect(order(PRICE, 0)).toEqual(['SPY', 'AAPL', 'NVDA'])
  })

  it('sorts numbers from the largest, the second time from the smallest, and unknown ones last', () => {
    expect(order(PRICE, 1)).toEqual(['SPY', 'NVDA', 'AAPL'])
    expect(order(PRICE, 2)).toEqual(['NVDA', 'SPY', 'AAPL'])
  })

  it('sorts by the text of a cell, and by the value of a column that has its own', () => {
    expect(order(SYMBOL, 1)).toEqual(['AAPL', 'NVDA', 'SPY'])
    expect(order(WHEN, 2)).toEqual(['SPY', 'AAPL', 'NVDA'])
  })
})
