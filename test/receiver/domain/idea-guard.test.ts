import { describe, expect, it } from 'vitest'
import { ideaGuard, needsSymbolFacts } from '../../../src/receiver/domain/idea-guard.ts'
import { NO_GUARDS } from '../../support/receiver/guards.ts'
import { anIdea } from '../../support/receiver/ideas.ts'

const nowMs = Date.parse('2026-11-20T15:00:00Z')
const known = { isKnown: true, price: 100, asOfMs: null }
const idea = anIdea({
  entry_price: 100,
  target_price: 110,
  stop_price: 95,
  triggered_at: '2026-11-20T14:50:00Z',
})
const all = { ...NO_GUARDS, maxIdeaAgeMinutes: 15, maxEntryDeviationPct: 10, requireKnownSymbol: true }
const refusal = (change: object, facts: Parameters<typeof ideaGuard>[1] = known) =>
  ideaGuard({ ...idea, ...change }, facts, nowMs, all)

describe('the guards of ideas', () => {
  it('refuse nothing where none is set, whatever the idea', () => {
    const hostile = { ...idea, triggered_at: '0001-01-01T00:00:00Z', entry_price: -5, target_price: 1e300 }

    expect(needsSymbolFacts(NO_GUARDS)).toBe(false)
    expect(ideaGuard(hostile, { isKnown: null, price: null, asOfMs: null }, nowMs, NO_GUARDS)).toBeNull()
  })

  it('let a sound idea pass', () => {
    expect(needsSymbolFacts(all)).toBe(true)
    expect(refusal({})).toBeNull()
  })

  it.each([
    ['year 0001', { triggered_at: '0001-01-01T00:00:00Z' }, 'older than MAX_IDEA_AGE_MINUTES'],
    ['a second too old', { triggered_at: '2026-11-20T14:44:59Z' }, 'older than MAX_IDEA_AGE_MINUTES'],
    ['a day ahead', { triggered_at: '2026-11-21T14:50:00Z' }, 'in the future'],
    ['an offset that makes it old', { triggered_at: '2026-11-20T14:50:00+01:00' }, 'older than MAX_IDEA_AGE_MINUTES'],
    ['a negative entry', { entry_price: -100 }, 'must be above 0'],
    ['a stop of 0', { stop_price: 0 }, 'must be above 0'],
    ['an entry far from the market', { entry_price: 111, target_price: 120 }, 'MAX_ENTRY_DEVIATION_PCT'],
    ['a target of 1e300', { target_price: 1e300 }, '10 times MAX_ENTRY_DEVIATION_PCT'],
  ])('refuse %s', (_name, change, text) => {
    expect(refusal(change)).toContain(text)
  })

  it.each([
    ['exactly as old as allowed', { triggered_at: '2026-11-20T14:45:00.000Z' }],
    ['without an offset, as UTC', { triggered_at: '2026-11-20 14:50' }],
    ['a clock that is two minutes ahead', { triggered_at: '2026-11-20T15:02:00Z' }],
    ['exactly as far as allowed', { entry_price: 110, target_price: 220, stop_price: 0.01 }],
  ])('let pass what is %s', (_name, change) => {
    expect(refusal(change)).toBeNull()
  })

  it('refuse a symbol that is unknown or could not be checked', () => {
    expect(refusal({}, { isKnown: false, price: null, asOfMs: null })).toContain('does not know the symbol')
    expect(refusal({}, { isKnown: null, price: null, asOfMs: null })).toContain('could not say')
    expect(refusal({}, { isKnown: true, price: null, asOfMs: null })).toContain('market price of the symbol is unknown')
  })
})

describe('the guards of symbols and hours', () => {
  const at = (guards: object, time = '2026-11-20T15:00:00Z') =>
    ideaGuard({ ...idea, symbol: 'AAPL' }, known, Date.parse(time), { ...NO_GUARDS, ...guards })

  it('let only allowed symbols pass, and no denied one', () => {
    expect(at({ allowedSymbols: ['AAPL', 'MSFT'] })).toBeNull()
    expect(at({ allowedSymbols: ['MSFT'] })).toContain('ALLOWED_SYMBOLS')
    expect(at({ deniedSymbols: ['MSFT'] })).toBeNull()
    expect(at({ deniedSymbols: ['AAPL'], allowedSymbols: ['AAPL'] })).toContain('DENIED_SYMBOLS')
  })

  it.each([
    ['the open', '2026-11-20T14:30:00Z', true],
    ['a minute before', '2026-11-20T14:29:59Z', false],
    ['the close', '2026-11-20T21:00:00Z', false],
    ['an early close', '2026-11-27T18:00:00Z', false],
    ['a Saturday', '2026-11-21T15:00:00Z', false],
    ['Thanksgiving', '2026-11-26T15:00:00Z', false],
  ])('let orders pass in regular hours alone: %s', (_case, time, passes) => {
    expect(at({ marketHoursOnly: true }, time)).toEqual(passes ? null : expect.stringContaining('MARKET_HOURS_ONLY'))
  })
})
