import { expect, it } from 'vitest'
import { settlementInstant } from '../../../../src/market/domain/calendar/option-expirations.ts'
import { optionQuoteInstantAt, optionsCloseMs } from '../../../../src/market/domain/calendar/option-hours.ts'
import { sessionOn } from '../../../../src/market/domain/calendar/trading-calendar.ts'

function closeOf(symbol: string, date: string): string {
  const session = sessionOn(date)
  expect.assert(session)
  return new Date(optionsCloseMs(symbol, session)).toISOString()
}

it.each(['SPY', 'QQQ', 'IWM', 'DIA', 'TLT', 'XLF', 'SPX', 'NDX', 'RUT', 'VIX', 'XSP', 'XND', 'DJX', 'OEX', 'XEO'])(
  'lets options of %s trade until 16:15, and 15 minutes after an early close',
  (symbol) => {
    expect(closeOf(symbol, '2026-11-20')).toBe('2026-11-20T21:15:00.000Z')
    expect(closeOf(symbol, '2026-11-27')).toBe('2026-11-27T18:15:00.000Z')
  },
)

it.each(['AAPL', 'BRK.B', 'GLD', 'SMH'])('ends options of %s with their underlying', (symbol) => {
  expect(closeOf(symbol, '2026-11-20')).toBe('2026-11-20T21:00:00.000Z')
  expect(closeOf(symbol, '2026-11-27')).toBe('2026-11-27T18:00:00.000Z')
})

it.each([
  ['in the session', 'SPY', '2026-11-20T20:59:59.000Z', '2026-11-20T20:59:59.000Z'],
  ['of SPY at 16:07', 'SPY', '2026-11-20T21:07:00.000Z', '2026-11-20T21:07:00.000Z'],
  ['of SPX in the evening', 'SPX', '2026-11-21T01:00:00.000Z', '2026-11-20T21:15:00.000Z'],
  ['of SPX on the next morning', 'SPX', '2026-11-23T14:00:00.000Z', '2026-11-20T21:15:00.000Z'],
  ['of SPY after an early close', 'SPY', '2026-11-27T19:00:00.000Z', '2026-11-27T18:15:00.000Z'],
  ['of AAPL at 16:07', 'AAPL', '2026-11-20T21:07:00.000Z', '2026-11-20T21:00:00.000Z'],
])('dates quotes %s', (_when, symbol, stamp, instant) => {
  expect(new Date(optionQuoteInstantAt(symbol, Date.parse(stamp))).toISOString()).toBe(instant)
})

it('ends what settles at the close or at the open of a day there, whatever else of its class trades', () => {
  expect(new Date(settlementInstant('2026-11-20', 'pm')).toISOString()).toBe('2026-11-20T21:00:00.000Z')
  expect(new Date(settlementInstant('2026-11-20', 'am')).toISOString()).toBe('2026-11-20T14:30:00.000Z')
})
