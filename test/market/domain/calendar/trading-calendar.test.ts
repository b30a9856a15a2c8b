import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { dateOfDay, dayNumber, weekdayOf } from '../../../../src/lib/time/civil-date.ts'
import { newYorkTime } from '../../../../src/market/domain/calendar/new-york-time.ts'
import {
  isTradingDay,
  lastSessionBefore,
  marketSessionAt,
  nextTradingDay,
  previousTradingDay,
  quoteInstantAt,
  sessionDateAt,
  sessionOn,
  tradingDaysBetween,
} from '../../../../src/market/domain/calendar/trading-calendar.ts'
import { sharedDataExists, sharedPath } from '../../../support/market/shared-data.ts'

const PUBLISHED = [
  {
    year: 2026,
    closures: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
    early: '11-27 12-24',
    sessions: 251,
  },
  {
    year: 2027,
    closures: '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24',
    early: '11-26',
    sessions: 251,
  },
  {
    year: 2028,
    closures: '01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25',
    early: '07-03 11-24',
    sessions: 251,
  },
]

function daysOfYear(year: number): string[] {
  const first = dayNumber(`${year}-01-01`)
  return Array.from({ length: dayNumber(`${year + 1}-01-01`) - first }, (_, index) => dateOfDay(first + index))
}

const shortDay = (date: string) => date.slice(5)

describe('the trading calendar', () => {
  it.each(PUBLISHED)('closes in $year on the published days and no other', ({ year, closures, early, sessions }) => {
    const weekdays = daysOfYear(year).filter((date) => weekdayOf(date) % 6 !== 0)

    const closed = weekdays.filter((date) => !isTradingDay(date)).map(shortDay)
    const shortened = weekdays.filter((date) => sessionOn(date)?.earlyClose).map(shortDay)

    expect(closed.join(' ')).toBe(closures)
    expect(shortened.join(' ')).toBe(early)
    expect(tradingDaysBetween(`${year}-01-01`, `${year}-12-31`)).toHaveLength(sessions)
  })

  it('never trades on a weekend', () => {
    const weekend = daysOfYear(2026).filter((date) => weekdayOf(date) % 6 === 0)

    expect(weekend.filter(isTradingDay)).toEqual([])
    expect(sessionOn('2026-11-21')).toBeNull()
  })

  it.each(['2012-10-29', '2012-10-30', '2018-12-05', '2025-01-09', '2001-09-12'])('knows the closure of %s', (date) => {
    expect(isTradingDay(date)).toBe(false)
  })

  it('opens and closes at New York hours in winter, summer and on a half day', () => {
    const iso = (date: string) => {
      const session = sessionOn(date)
      return session && [new Date(session.openMs).toISOString(), new Date(session.closeMs).toISOString()]
    }

    expect(iso('2026-01-15')).toEqual(['2026-01-15T14:30:00.000Z', '2026-01-15T21:00:00.000Z'])
    expect(iso('2026-07-15')).toEqual(['2026-07-15T13:30:00.000Z', '2026-07-15T20:00:00.000Z'])
    expect(iso('2025-07-03')).toEqual(['2025-07-03T13:30:00.000Z', '2025-07-03T17:00:00.000Z'])
  })

  it('steps over weekends and holidays both ways', () => {
    expect(nextTradingDay('2026-07-02')).toBe('2026-07-06')
    expect(previousTradingDay('2026-07-06')).toBe('2026-07-02')
    expect(previousTradingDay('2027-01-04')).toBe('2026-12-31')
    expect(tradingDaysBetween('2026-07-02', '2026-07-06')).toEqual(['2026-07-02', '2026-07-06'])
    expect(tradingDaysBetween('2026-07-06', '2026-07-02')).toEqual([])
  })

  it.each([
    ['2026-11-20T08:59:00Z', 'closed'],
    ['2026-11-20T09:00:00Z', 'pre'],
    ['2026-11-20T14:29:59Z', 'pre'],
    ['2026-11-20T14:30:00Z', 'open'],
    ['2026-11-20T20:59:59Z', 'open'],
    ['2026-11-20T21:00:00Z', 'post'],
    ['2026-11-21T00:59:00Z', 'post'],
    ['2026-11-21T01:00:00Z', 'closed'],
    ['2026-11-21T15:00:00Z', 'closed'],
    ['2026-11-27T17:59:00Z', 'open'],
    ['2026-11-27T18:00:00Z', 'post'],
    ['2026-11-27T22:00:00Z', 'closed'],
    ['2026-11-26T15:00:00Z', 'closed'],
  ])('calls the market at %s %s', (instant, session) => {
    expect(marketSessionAt(Date.parse(instant))).toBe(session)
  })

  it('gives quotes that were stamped outside regular hours the last close', () => {
    const clamp = (instant: string) => new Date(quoteInstantAt(Date.parse(instant))).toISOString()

    expect(clamp('2026-11-20T15:00:00Z')).toBe('2026-11-20T15:00:00.000Z')
    expect(clamp('2026-11-21T15:00:00Z')).toBe('2026-11-20T21:00:00.000Z')
    expect(clamp('2026-11-23T14:00:00Z')).toBe('2026-11-20T21:00:00.000Z')
    expect(clamp('2025-09-01T22:50:00Z')).toBe('2025-08-29T20:00:00.000Z')
    expect(sessionDateAt(Date.parse('2026-11-23T14:00:00Z'))).toBe('2026-11-20')
    expect(sessionDateAt(Date.parse('2026-11-23T14:30:00Z'))).toBe('2026-11-23')
    expect(lastSessionBefore(Date.parse('2026-11-28T14:30:00Z')).earlyClose).toBe(true)
  })
})

describe.skipIf(!sharedDataExists)('the trading calendar against the record of the exchange', () => {
  it('agrees on every one of 8,324 sessions, to the minute', () => {
    const lines = gunzipSync(readFileSync(sharedPath('data', 'calendars', 'xnys_sessions.csv.gz'))).toString()
    const record = lines
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
    const first = record[0]![0]!.slice(0, 10)
    const last = record.at(-1)![0]!.slice(0, 10)

    const ours = tradingDaysBetween(first, last).map((date) => {
      const session = sessionOn(date)!
      return [date, new Date(session.openMs).toISOString(), new Date(session.closeMs).toISOString()].join(' ')
    })

    const theirs = record.map(([date, open, close]) =>
      [date!.slice(0, 10), new Date(open!).toISOString(), new Date(close!).toISOString()].join(' '),
    )
    expect(theirs).toHaveLength(8324)
    expect(ours).toEqual(theirs)
    expect(ours.filter((line) => sessionOn(line.slice(0, 10))?.earlyClose)).toHaveLength(69)
  })

  // The hours file is kept by hand and has slips; each is named here, so that a new difference cannot hide among them.
  const WRONG_HOLIDAYS = ['2011-01-01', '2022-01-01'] // New Year on a Saturday: not a weekday, not moved
  const WRONG_EARLY_CLOSES = ['2017-12-24'] // a Sunday
  const MISSING_EARLY_CLOSES = ['1998-11-27', '1998-12-24', '1999-12-31'] // in the exchange's record above

  it('agrees with an independent hours file but for its known slips', () => {
    const hours = JSON.parse(readFileSync(sharedPath('data', 'lean', 'us_market_hours.json'), 'utf8'))
    const equity = hours['Equity-usa-[*]'] as { holidays: string[]; earlyCloses: Record<string, string> }
    const isoDate = (text: string) => {
      const [month, day, year] = text.split('/')
      return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
    }
    const holidays = equity.holidays.map(isoDate)
    const earlyCloses = Object.entries(equity.earlyCloses).map(([date, time]) => `${isoDate(date)} ${time}`)

    const weekdays = tradingWeekdays('1998-01-01', '2028-12-31')
    const closed = weekdays.filter((date) => !isTradingDay(date))
    const shortened = weekdays.flatMap((date) => {
      const session = sessionOn(date)
      return session?.earlyClose ? [`${date} ${newYorkTime(session.closeMs).minuteOfDay / 60}:00:00`] : []
    })

    expect(difference(holidays, closed)).toEqual(WRONG_HOLIDAYS)
    expect(difference(closed, holidays)).toEqual([])
    expect(difference(earlyCloses, shortened).map((line) => line.slice(0, 10))).toEqual(WRONG_EARLY_CLOSES)
    expect(difference(shortened, earlyCloses).map((line) => line.slice(0, 10))).toEqual(MISSING_EARLY_CLOSES)
  })

  function tradingWeekdays(from: string, to: string): string[] {
    const days: string[] = []
    for (let day = dayNumber(from); day <= dayNumber(to); day++) {
      if (weekdayOf(dateOfDay(day)) % 6 !== 0) days.push(dateOfDay(day))
    }
    return days
  }

  function difference(left: readonly string[], right: readonly string[]): string[] {
    const known = new Set(right)
    return [...new Set(left)].filter((item) => !known.has(item)).sort()
  }
})
