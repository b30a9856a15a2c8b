import { describe, expect, it } from 'vitest'
import { NUMBER_FIELD_NAMES, type NumberField } from '../../../../src/analytics/domain/screener/screen-fields.ts'
import { readFilter, type ScreenFilter } from '../../../../src/analytics/domain/screener/screen-filter.ts'
import { SCREEN_PRESETS } from '../../../../src/analytics/domain/screener/screen-presets.ts'
import {
  passingRows,
  quantilesOf,
  screenTable,
  sortedRows,
} from '../../../../src/analytics/domain/screener/screen-table.ts'

const figures = (symbol: string, known: Partial<Record<NumberField, number>>, state: string | null = null) => ({
  symbol,
  asOfMs: 0,
  numbers: { ...Object.fromEntries(NUMBER_FIELD_NAMES.map((name) => [name, Number.NaN])), ...known } as Record<
    NumberField,
    number
  >,
  texts: { state, gamma_regime: null, sector: null },
})

const TABLE = screenTable([
  figures('C', { iv_rank: 70, iv30: 0.3, rv30: 0.2 }, 'flat'),
  figures('A', { iv_rank: 90, iv30: 0.2, rv30: 0.3 }, 'contango'),
  figures('B', { iv30: 0.5, rv30: 0.4 }),
])

const passing = (...texts: readonly string[]) => {
  const filters = texts.map(readFilter)
  expect(filters.filter((filter) => typeof filter === 'string')).toEqual([])
  return passingRows(TABLE, filters as ScreenFilter[]).map((row) => TABLE.symbols[row])
}

describe('a filter', () => {
  it('compares with a number, a multiple of another field, or a name', () => {
    expect(passing('iv_rank >= 70')).toEqual(['A', 'C'])
    expect(passing('iv_rank>70')).toEqual(['A'])
    expect(passing('iv30 > 1.3 * rv30')).toEqual(['C'])
    expect(passing('iv30 < rv30')).toEqual(['A'])
    expect(passing('state = flat')).toEqual(['C'])
    expect(passing('iv30 >= 0.3', 'state != flat')).toEqual([])
  })

  it('lets nothing unknown pass, whatever the operator', () => {
    for (const operator of ['>=', '<=', '>', '<', '=', '!='])
      expect(passing(`iv_rank ${operator} 80`)).not.toContain('B')
    expect(passing('state != flat')).toEqual(['A'])
    expect(passing('iv_rank != 80')).toEqual(['A', 'C'])
  })

  it('that is none says what is wrong, and names the nearest field', () => {
    expect(readFilter('ivrank >= 70')).toBe('names no field: the nearest to ivrank is iv_rank')
    expect(readFilter('foo >= 70')).toMatch(/^names no field: use one of price, .*iv_rank/)
    expect(readFilter('gamma_regime = up')).toBe(
      'gives gamma_regime no value that it has: use one of positive, negative',
    )
    expect(readFilter('iv30 > 1.2 * rv3')).toContain('the nearest to rv3 is rv30')
    expect(readFilter('state = contago')).toContain('use one of contango, backwardation')
    expect(readFilter('state > flat')).toContain('use = or !=')
    expect(readFilter('iv_rank >= high')).toContain('must compare iv_rank with a number')
    expect(readFilter('iv_rank')).toContain('must be a field')
    expect(readFilter('constructor >= 1')).toContain('names no field')
  })

  it('of every preset is one', () => {
    for (const { filters, sort } of Object.values(SCREEN_PRESETS)) {
      expect(
        [...filters, `${sort.replace('-', '')} > 0`].map(readFilter).filter((it) => typeof it === 'string'),
      ).toEqual([])
    }
  })
})

describe('the order of rows', () => {
  const symbols = (rows: readonly number[]) => rows.map((row) => TABLE.symbols[row]).join('')

  it('has unknown values last in both directions, and is that of symbols without a field', () => {
    expect(symbols(sortedRows(TABLE, [0, 1, 2], { field: 'iv_rank', isDescending: true }))).toBe('ACB')
    expect(symbols(sortedRows(TABLE, [0, 1, 2], { field: 'iv_rank', isDescending: false }))).toBe('CAB')
    expect(symbols(sortedRows(TABLE, [2, 0, 1], { isDescending: false }))).toBe('ABC')
    expect(symbols(sortedRows(TABLE, [0, 1, 2], { field: 'state', isDescending: true }))).toBe('CAB')
  })

  it('has quantiles of the known values', () => {
    expect(quantilesOf(TABLE.numbers.iv30)).toEqual([0.2, 0.2, 0.3, 0.3, 0.5, 0.5, 0.5])
    expect(quantilesOf(TABLE.numbers.price)).toEqual([])
  })
})
