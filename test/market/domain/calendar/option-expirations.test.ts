import { describe, expect, it } from 'vitest'
import {
  expirationOf,
  monthlyExpirationDate,
  rulesOfRoot,
  settlementInstant,
  symbolOfRoot,
} from '../../../../src/market/domain/calendar/option-expirations.ts'

const iso = (ms: number) => new Date(ms).toISOString()

describe('option expirations', () => {
  it.each([
    [2026, 1, '2026-01-16'],
    [2026, 6, '2026-06-18'], // the third Friday is Juneteenth
    [2026, 11, '2026-11-20'],
    [2019, 4, '2019-04-18'], // Good Friday
    [2027, 1, '2027-01-15'],
  ])('has the monthly expiration of %d-%d on %s', (year, month, date) => {
    expect(monthlyExpirationDate(year, month)).toBe(date)
  })

  it('settles PM contracts at the close and AM contracts at the open of the date', () => {
    expect(iso(settlementInstant('2026-11-20', 'pm'))).toBe('2026-11-20T21:00:00.000Z')
    expect(iso(settlementInstant('2026-11-20', 'am'))).toBe('2026-11-20T14:30:00.000Z')
    expect(iso(settlementInstant('2026-11-27', 'pm'))).toBe('2026-11-27T18:00:00.000Z')
  })

  it('settles a contract that is dated on a Saturday or a holiday on the trading day before', () => {
    expect(iso(settlementInstant('2014-06-21', 'pm'))).toBe('2014-06-20T20:00:00.000Z')
    expect(iso(settlementInstant('2026-06-19', 'am'))).toBe('2026-06-18T13:30:00.000Z')
  })

  it.each([
    ['SPX', 'am', 'european', 'SPX'],
    ['SPXW', 'pm', 'european', 'SPX'],
    ['NDXP', 'pm', 'european', 'NDX'],
    ['RUTW', 'pm', 'european', 'RUT'],
    ['VIX', 'am', 'european', 'VIX'],
    ['VIXW', 'am', 'european', 'VIX'],
    ['XSP', 'pm', 'european', 'XSP'],
    ['SPY', 'pm', 'american', 'SPY'],
    ['AAPL7', 'pm', 'american', 'AAPL'],
  ])('settles %s %s, %s style, on %s', (root, settlement, style, symbol) => {
    expect(rulesOfRoot(root)).toEqual({ settlement, style })
    expect(symbolOfRoot(root)).toBe(symbol)
  })

  it('keeps the AM and the PM expiration of one Friday apart', () => {
    const am = expirationOf('2026-11-20', rulesOfRoot('SPX'))
    const pm = expirationOf('2026-11-20', rulesOfRoot('SPXW'))

    expect(pm.settlesAtMs - am.settlesAtMs).toBe(6.5 * 3_600_000)
  })
})
