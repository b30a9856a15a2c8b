import { describe, expect, it } from 'vitest'
import { USUAL_FIELDS } from '../../../src/analytics/domain/screener/screen-presets.ts'
import {
  hasSameRows,
  isSameScreen,
  readScreenQuery,
  type Screen,
  screenOf,
  screenParameters,
  storedOf,
} from '../../../src/web/screener/screen-query.ts'

const SCREEN: Screen = {
  filters: ['iv_rank >= 70', 'sector = Energy'],
  symbols: ['SPY', 'NVDA'],
  sort: '-iv30',
  fields: ['price', 'iv30'],
}

/** The parameters that an address keeps. */
function kept(query: Parameters<typeof screenParameters>[0]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(screenParameters(query)).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}

describe('the screen in the address', () => {
  it('is read as it was written', () => {
    const query = { ...SCREEN, compare: ['SPY', 'QQQ'] }

    expect(readScreenQuery(kept(query))).toEqual(query)
    expect(kept({ ...query, symbols: [], sort: '', fields: USUAL_FIELDS, compare: [] })).toEqual({
      filters: 'iv_rank >= 70,sector = Energy',
    })
  })

  it('loses symbols and fields that are none, and keeps a filter that is none to show what is wrong', () => {
    const read = readScreenQuery({
      filters: 'iv_rnk > 1,',
      symbols: 'spy,<b>',
      sort: '-nope',
      fields: 'x',
      compare: '%',
    })

    expect(read).toEqual({ filters: ['iv_rnk > 1'], symbols: ['SPY'], sort: '', fields: USUAL_FIELDS, compare: [] })
  })

  it('changes only what is given', () => {
    expect(screenParameters({ sort: '' })).toEqual({ sort: null })
    expect(screenParameters({ compare: ['A', 'B'] })).toEqual({ compare: 'A,B' })
  })

  it('survives being stored', () => {
    expect(screenOf(storedOf(SCREEN))).toEqual(SCREEN)
    expect(storedOf({ ...SCREEN, symbols: [], sort: '' })).toEqual({ filters: SCREEN.filters, fields: SCREEN.fields })
  })

  it('is the same in any order of filters and with any spaces', () => {
    const turned = { ...SCREEN, filters: ['sector = Energy', 'iv_rank>=70.0'], symbols: ['NVDA', 'SPY'] }

    expect(isSameScreen(turned, SCREEN)).toBe(true)
    const sorted = { ...turned, sort: 'iv30' }
    expect(isSameScreen(sorted, SCREEN)).toBe(false)
    expect(hasSameRows(sorted, SCREEN)).toBe(true)
    const stricter: Screen = { ...turned, filters: ['iv_rank >= 71', 'sector = Energy'] }
    expect(hasSameRows(stricter, SCREEN)).toBe(false)
  })
})
