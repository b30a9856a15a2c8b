import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followed, type SessionPrices, stretchesSince } from '../../../src/trade-ideas/domain/idea-life.ts'
import { type IdeaRecord, statusOf } from '../../../src/trade-ideas/domain/idea-record.ts'
import { anIdeaRecord } from '../../support/receiver/idea-records.ts'
import '../../support/properties.ts'

/** Entry 100. */
const BULLISH = anIdeaRecord()
const BEARISH = anIdeaRecord({ direction: 'bearish', targetPrice: 90, stopPrice: 105 })
const NEUTRAL = anIdeaRecord({ direction: 'neutral', targetPrice: 110, stopPrice: 95 })

type Ohlc = readonly [open: number, high: number, low: number, last: number]

function session(sessionDate: string, [open, high, low, last]: Ohlc, time = '21:00'): SessionPrices {
  return { atMs: Date.parse(`${sessionDate}T${time}:00Z`), sessionDate, open, high, low, last }
}

const lived = (idea: IdeaRecord, ...sessions: SessionPrices[]) => followed(idea, stretchesSince(idea.seen, sessions))

describe('one whole session after the idea', () => {
  it.each<[string, IdeaRecord, Ohlc, string | undefined, number, number, number]>([
    ['bullish, nothing touched', BULLISH, [100, 109, 96, 104], undefined, 104, 0, 0],
    ['bullish, target touched', BULLISH, [100, 110, 96, 104], 'target', 110, 10, 2],
    ['bullish, stop touched', BULLISH, [100, 109, 95, 104], 'stop', 95, -5, -1],
    ['bullish, both touched', BULLISH, [100, 111, 94, 104], 'stop', 95, -5, -1],
    ['bullish, opened above the target', BULLISH, [112, 113, 94, 104], 'target', 112, 12, 2.4],
    ['bullish, opened below the stop', BULLISH, [90, 111, 89, 104], 'stop', 90, -10, -2],
    ['bearish, nothing touched', BEARISH, [100, 104, 91, 99], undefined, 99, 0, 0],
    ['bearish, target touched', BEARISH, [100, 104, 90, 99], 'target', 90, 10, 2],
    ['bearish, stop touched', BEARISH, [100, 105, 91, 99], 'stop', 105, -5, -1],
    ['bearish, both touched', BEARISH, [100, 106, 89, 99], 'stop', 105, -5, -1],
    ['bearish, opened below the target', BEARISH, [88, 106, 87, 99], 'target', 88, 12, 2.4],
    ['bearish, opened above the stop', BEARISH, [110, 111, 87, 99], 'stop', 110, -10, -2],
    ['neutral, nothing touched', NEUTRAL, [100, 109, 96, 101], undefined, 101, 0, 0],
    ['neutral, upper end touched', NEUTRAL, [100, 110, 96, 101], 'range_left', 110, -10, -1],
    ['neutral, lower end touched', NEUTRAL, [100, 109, 95, 101], 'range_left', 95, -5, -1],
    ['neutral, opened above', NEUTRAL, [115, 116, 112, 113], 'range_left', 115, -15, -2],
    ['neutral, opened below', NEUTRAL, [90, 101, 89, 100], 'range_left', 90, -10, -3],
    ['extremes unknown', BULLISH, [Number.NaN, Number.NaN, Number.NaN, 110], 'target', 110, 10, 2],
  ])('%s', (_name, idea, ohlc, outcome, price, pct, r) => {
    const { end, currentPrice, seen } = lived(idea, session('2026-11-17', ohlc))

    expect(end?.outcome).toBe(outcome)
    expect(currentPrice).toBe(price)
    expect(seen.atMs).toBe(Date.parse('2026-11-17T21:00:00Z'))
    if (end) {
      expect(end.exitPrice).toBe(price)
      expect(end.outcomePct).toBeCloseTo(pct, 9)
      expect(end.outcomeR).toBeCloseTo(r, 9)
    }
  })
})

describe('the horizon', () => {
  const days = (...lasts: number[]) =>
    lasts.map((last, index) => session(`2026-11-${17 + index}`, [last, last + 1, last - 1, last]))

  it('ends an idea at the close of its last session, not before', () => {
    const almost = lived(BULLISH, ...days(101, 102))
    const ended = followed(almost, stretchesSince(almost.seen, days(101, 102, 102.5)))

    expect(statusOf(almost)).toBe('open')
    expect(statusOf(ended)).toBe('expired')
    expect(ended.end).toEqual({
      outcome: 'horizon',
      exitPrice: 102.5,
      outcomePct: expect.closeTo(2.5, 9),
      outcomeR: 0.5,
      endedMs: Date.parse('2026-11-19T21:00:00Z'),
    })
    expect(ended.peakPrice).toBe(103.5)
  })

  it('makes a range that held a closed idea', () => {
    const held = lived(NEUTRAL, ...days(103, 98, 102))

    expect(statusOf(held)).toBe('closed')
    expect(held.end).toMatchObject({ outcome: 'range_held', exitPrice: 102, outcomeR: expect.closeTo(0.6, 9) })
    expect(held.end?.outcomePct).toBeCloseTo(-2, 9)
    expect(held.peakPrice).toBe(97)
  })

  it('is the close also on a short day and across a holiday', () => {
    const idea = anIdeaRecord({ horizonSessions: 8 })

    // Thanksgiving is no session, and the Friday after it closes at 13:00 in New York.
    expect(new Date(idea.expiresMs).toISOString()).toBe('2026-11-27T18:00:00.000Z')
  })

  it('counts whole sessions that nobody looked at, in their order', () => {
    const touched = lived(
      BULLISH,
      session('2026-11-17', [101, 103, 100, 102]),
      session('2026-11-18', [102, 111, 101, 108]),
      session('2026-11-19', [94, 95, 90, 91]),
    )

    expect(touched.end).toMatchObject({ outcome: 'target', endedMs: Date.parse('2026-11-18T21:00:00Z') })
  })
})

describe('looks within the session of the idea', () => {
  const look = (high: number, low: number, last: number, time: string) =>
    session('2026-11-16', [100, high, low, last], time)

  it('leave what the session had seen before the idea out', () => {
    const early = anIdeaRecord({ targetPrice: 100.9, stopPrice: 99.1 })

    expect(lived(early, look(101, 99, 100.5, '15:01')).end).toBeNull()
  })

  it('see a level that was touched and left between two of them', () => {
    expect(lived(BULLISH, look(110.5, 99, 104, '15:05')).end?.outcome).toBe('target')
    expect(lived(BULLISH, look(101, 94, 99, '15:05')).end?.outcome).toBe('stop')
  })

  it('change nothing when they are not later', () => {
    expect(lived(BULLISH, look(200, 10, 50, '15:00'))).toBe(BULLISH)
    expect(lived(BULLISH, session('2026-11-13', [1, 200, 1, 1]))).toBe(BULLISH)
    expect(lived(BULLISH, look(200, 10, Number.NaN, '15:05'))).toBe(BULLISH)
  })

  it('keep the most favourable price as the peak', () => {
    const risen = lived(BULLISH, look(107, 99, 103, '15:05'))
    const fallen = followed(risen, stretchesSince(risen.seen, [look(107, 97, 98, '15:06')]))

    expect({ peakPrice: fallen.peakPrice, currentPrice: fallen.currentPrice }).toEqual({
      peakPrice: 107,
      currentPrice: 98,
    })
    expect(lived(BEARISH, look(101, 93, 95, '15:05')).peakPrice).toBe(93)
  })
})

describe('however often prices are looked at', () => {
  const price = fc.double({ min: 85, max: 115, noNaN: true })

  it('an ended idea stays as it ended, with an exit that fits the outcome', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(BULLISH, BEARISH, NEUTRAL),
        fc.array(fc.tuple(price, price, price), { minLength: 1, maxLength: 5 }),
        (idea, days) => {
          const sessions = days.map(([open, far, last], index) =>
            session(`2026-11-${17 + index}`, [open, Math.max(open, far, last), Math.min(open, far, last), last]),
          )
          const whole = lived(idea, ...sessions)
          const stepwise = sessions.reduce((life, one) => followed(life, stretchesSince(life.seen, [one])), idea)

          expect(stepwise).toEqual(whole)
          expect(lived(whole, ...sessions)).toEqual(whole)
          if (whole.end?.outcome === 'target') expect(whole.end.outcomeR).toBeGreaterThan(0)
          if (whole.end?.outcome === 'stop') expect(whole.end.outcomeR).toBeLessThanOrEqual(-1 + 1e-9)
          if (whole.end?.outcome === 'range_left') expect(whole.end.outcomeR).toBeLessThanOrEqual(-1 + 1e-9)
        },
      ),
      { numRuns: 300 },
    )
  })
})
