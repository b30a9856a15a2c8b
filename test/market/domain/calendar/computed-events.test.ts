import { describe, expect, it } from 'vitest'
import {
  calendarExpirations,
  exchangeHolidays,
  listedExpirationEvents,
} from '../../../../src/market/domain/calendar/computed-events.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

const titles = (from: string, to: string) =>
  exchangeHolidays({ from, to })
    .map(({ id, title }) => `${id} ${title}`)
    .sort()

describe('holidays', () => {
  it('of 2026 are the ten of the exchange, and its two early closes', () => {
    expect(titles('2026-01-01', '2026-12-31')).toEqual([
      'early_close:2026-11-27 NYSE closes early, at 13:00 New York',
      'early_close:2026-12-24 NYSE closes early, at 13:00 New York',
      'holiday:2026-01-01 New Year’s Day: NYSE closed',
      'holiday:2026-01-19 Martin Luther King Jr. Day: NYSE closed',
      'holiday:2026-02-16 Washington’s Birthday: NYSE closed',
      'holiday:2026-04-03 Good Friday: NYSE closed',
      'holiday:2026-05-25 Memorial Day: NYSE closed',
      'holiday:2026-06-19 Juneteenth: NYSE closed',
      'holiday:2026-07-03 Independence Day: NYSE closed',
      'holiday:2026-09-07 Labor Day: NYSE closed',
      'holiday:2026-11-26 Thanksgiving Day: NYSE closed',
      'holiday:2026-12-25 Christmas Day: NYSE closed',
    ])
  })

  it('that nobody planned were not known before the day, nor Juneteenth before its first year', () => {
    const known = (date: string) =>
      exchangeHolidays({ from: date, to: date }).map(({ title, knownAt }) => [title, knownAt])

    expect(known('2025-01-09')).toEqual([['Unplanned closure: NYSE closed', '2025-01-09T05:00:00.000Z']])
    expect(known('2022-06-20')).toEqual([['Juneteenth: NYSE closed', '2022-01-01T05:00:00.000Z']])
    expect(known('2026-11-26')).toEqual([['Thanksgiving Day: NYSE closed', '2024-01-01T05:00:00.000Z']])
  })
})

describe('expirations', () => {
  it('of the calendar are every Friday, the third as the monthly one, and the day before a holiday', () => {
    const events = calendarExpirations({ from: '2026-06-08', to: '2026-07-03' })

    expect(events.map(({ id, title, scheduledAt }) => [id, title, scheduledAt])).toEqual([
      ['expiration:2026-06-12', 'Weekly options expiration', '2026-06-12T20:00:00.000Z'],
      ['expiration:2026-06-18', 'Monthly options expiration', '2026-06-18T20:00:00.000Z'],
      ['expiration:2026-06-26', 'Weekly options expiration', '2026-06-26T20:00:00.000Z'],
      ['expiration:2026-07-02', 'Weekly options expiration', '2026-07-02T20:00:00.000Z'],
    ])
    expect(calendarExpirations({ from: '2026-06-18', to: '2026-06-18' })).toHaveLength(1)
  })

  it('of a chain are those that it lists', () => {
    const chain = syntheticChain({ root: 'SPX', dates: ['2026-12-18', '2027-03-19'] })

    expect(listedExpirationEvents(chain, { from: '2026-12-01', to: '2026-12-31' })).toEqual([
      expect.objectContaining({
        id: 'expiration:SPX:2026-12-18:am',
        title: 'SPX monthly expiration, settled at the open',
        symbol: 'SPX',
        scheduledAt: '2026-12-18T14:30:00.000Z',
        importance: 'medium',
      }),
    ])
  })
})
