import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Decision } from '../../../src/receiver/contract/decision.ts'
import { applyGates } from '../../../src/receiver/domain/gates.ts'
import { cappedNotional } from '../../../src/receiver/domain/notional.ts'
import { aDecision, anIdea, limits } from '../../support/receiver/ideas.ts'

const SHORT = { direction: 'bearish', entry_price: 100, target_price: 90, stop_price: 105 } as const
const short = limits({ allowShortSelling: true })

describe('the gates let through', () => {
  it.each([
    ['a sound buy', aDecision(), anIdea(), limits(), 100],
    ['a sound short', aDecision({ action: 'sell_short' }), anIdea(SHORT), short, 100],
    ['a confidence that is just enough', aDecision({ confidence: 0.72 }), anIdea(), limits(), 100],
    ['a symbol in other spelling', aDecision({ symbol: ' aapl ' }), anIdea(), limits(), 100],
    ['prices of 0 and below', aDecision(), anIdea({ stop_price: 0 }), limits(), 100],
    ['an amount above the cap, cut to it', aDecision({ notional_usd: 500 }), anIdea(), limits(), 250],
    ['an amount in cents', aDecision({ notional_usd: 100.125 }), anIdea(), limits(), 100.12],
    ['the smallest amount', aDecision({ notional_usd: 0.006 }), anIdea(), limits(), 0.01],
  ])('%s', (_name, decision, idea, bounds, notional) => {
    const final = applyGates(decision, idea, bounds)

    expect(final).toEqual({ ...decision, symbol: 'AAPL', notional_usd: notional })
  })
})

describe('the gates stop', () => {
  it.each<[string, Partial<Decision>, Parameters<typeof anIdea>[0], Partial<ReturnType<typeof limits>>, string]>([
    ['another symbol', { symbol: 'MSFT' }, {}, {}, 'decision symbol differs from the webhook symbol'],
    [
      'a look-alike of the symbol',
      { symbol: 'ſPY' },
      { symbol: 'SPY' },
      {},
      'decision symbol differs from the webhook symbol',
    ],
    ['a low confidence', { confidence: 0.7199 }, {}, {}, 'confidence is below the minimum confidence'],
    ['a missing entry', {}, { entry_price: null }, {}, 'entry, target or stop price is missing'],
    ['a missing target', {}, { target_price: null }, {}, 'entry, target or stop price is missing'],
    ['a missing stop', {}, { stop_price: null }, {}, 'entry, target or stop price is missing'],
    ['a buy of a bearish idea', {}, SHORT, {}, 'buy needs a bullish direction'],
    ['a buy of a neutral idea', {}, { direction: 'neutral' }, {}, 'buy needs a bullish direction'],
    ['a buy with the target at entry', {}, { target_price: 100 }, {}, 'buy needs a target above entry'],
    ['a buy with the target below entry', {}, { target_price: 99 }, {}, 'buy needs a target above entry'],
    ['a buy with the stop at entry', {}, { stop_price: 100 }, {}, 'buy needs a stop below entry'],
    ['a buy with the stop above entry', {}, { stop_price: 101 }, {}, 'buy needs a stop below entry'],
    ['a short that is disabled', { action: 'sell_short' }, SHORT, {}, 'short selling is disabled'],
    ['a short of a bullish idea', { action: 'sell_short' }, {}, short, 'short selling needs a bearish direction'],
    [
      'a short of a neutral idea',
      { action: 'sell_short' },
      { ...SHORT, direction: 'neutral' },
      short,
      'short selling needs a bearish direction',
    ],
    [
      'a short with the target at entry',
      { action: 'sell_short' },
      { ...SHORT, target_price: 100 },
      short,
      'short selling needs a target below entry',
    ],
    [
      'a short with the stop at entry',
      { action: 'sell_short' },
      { ...SHORT, stop_price: 100 },
      short,
      'short selling needs a stop above entry',
    ],
    ['an amount of 0', { notional_usd: 0 }, {}, {}, 'notional is 0 or less'],
    ['an amount of 0 after rounding', { notional_usd: 0.004 }, {}, {}, 'notional is 0 or less'],
    ['a cap that leaves no cent', {}, {}, { maxNotionalUsd: 0.006 }, 'notional is 0 or less'],
  ])('%s', (_name, change, idea, bounds, reason) => {
    const decision = aDecision({ ...change, risk_notes: ['noted'] })

    const final = applyGates(decision, anIdea(idea), limits(bounds))

    expect(final).toMatchObject({ action: 'skip', notional_usd: 0, risk_notes: ['noted', reason] })
    expect(final.rationale).toBe(`Flow supports it. [skipped: ${reason}]`)
  })

  it.each<[string, Partial<Decision>, Parameters<typeof anIdea>[0], Partial<ReturnType<typeof limits>>, string]>([
    ['symbol before confidence', { symbol: 'MSFT', confidence: 0.1 }, {}, {}, 'symbol'],
    ['symbol before skip', { symbol: 'MSFT', action: 'skip' }, {}, {}, 'symbol'],
    ['confidence before skip', { confidence: 0.1, action: 'skip' }, {}, {}, 'confidence'],
    ['confidence before prices', { confidence: 0.1 }, { entry_price: null }, {}, 'confidence'],
    ['prices before direction', {}, { direction: 'neutral', stop_price: null }, {}, 'missing'],
    ['prices before the short switch', { action: 'sell_short' }, { ...SHORT, stop_price: null }, {}, 'missing'],
    ['direction before target', {}, { direction: 'neutral', target_price: 1 }, {}, 'direction'],
    ['target before stop', {}, { target_price: 1, stop_price: 200 }, {}, 'target'],
    ['the switch before direction', { action: 'sell_short' }, {}, {}, 'disabled'],
    ['short direction before target', { action: 'sell_short' }, {}, short, 'direction'],
    [
      'short target before stop',
      { action: 'sell_short' },
      { ...SHORT, target_price: 120, stop_price: 1 },
      short,
      'target',
    ],
    [
      'short levels before amount',
      { action: 'sell_short', notional_usd: 0 },
      { ...SHORT, target_price: 100 },
      short,
      'target',
    ],
    ['prices before amount', { notional_usd: 0 }, { target_price: 100 }, {}, 'target'],
  ])('in the order of the specification: %s', (_name, change, idea, bounds, word) => {
    const final = applyGates(aDecision(change), anIdea(idea), limits(bounds))

    expect(final.risk_notes).toHaveLength(1)
    expect(final.risk_notes[0]).toContain(word)
  })

  it('an order whose rationale pretends to be overruled already, with the reason noted all the same', () => {
    const decision = aDecision({ notional_usd: 0, rationale: 'Trust me. [skipped: notional is 0 or less]' })

    const final = applyGates(decision, anIdea(), limits())

    expect(final.risk_notes).toEqual(['notional is 0 or less'])
    expect(final.rationale).toBe(`${decision.rationale} [skipped: notional is 0 or less]`)
  })

  it('nothing of a skip, which needs no reason and no prices', () => {
    const decision = aDecision({ action: 'skip', notional_usd: 80 })

    const final = applyGates(decision, anIdea({ entry_price: null, direction: 'neutral' }), limits())

    expect(final).toEqual({ ...decision, notional_usd: 0 })
  })
})

describe('whatever the model says,', () => {
  const symbol = fc.constantFrom('AAPL', 'aapl', ' AAPL', 'MSFT', '')
  const price = fc.option(fc.constantFrom(0, 90, 95, 100, 105, 110, -5), { freq: 5 })
  const decisions = fc.record({
    action: fc.constantFrom('skip' as const, 'buy' as const, 'sell_short' as const),
    symbol,
    notional_usd: fc.oneof(
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      fc.constantFrom(0, 0.004, 0.125, 250, 250.005),
    ),
    confidence: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0.72, 1)),
    rationale: fc.oneof(fc.string({ minLength: 1 }), fc.constant('x [skipped: notional is 0 or less]')),
    risk_notes: fc.array(fc.string(), { maxLength: 3 }),
  })
  const ideas = fc
    .record({
      direction: fc.constantFrom('bullish' as const, 'bearish' as const, 'neutral' as const),
      entry_price: price,
      target_price: price,
      stop_price: price,
    })
    .map(anIdea)
  const bounds = fc.record({
    maxNotionalUsd: fc.oneof(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), fc.constantFrom(250, 10.006)),
    minConfidence: fc.constantFrom(0, 0.5, 0.72, 1),
    allowShortSelling: fc.boolean(),
  })
  const assert = (check: (d: Decision, i: ReturnType<typeof anIdea>, l: ReturnType<typeof limits>) => void) =>
    fc.assert(fc.property(decisions, ideas, bounds, check), { numRuns: 4_000 })

  it('an order comes out only if every rule holds, and then it does', () => {
    assert((decision, idea, bound) => {
      const final = applyGates(decision, idea, bound)

      expect(final.action !== 'skip').toBe(mayOrder(decision, idea, bound))
      if (final.action !== 'skip') expect(final.action).toBe(decision.action)
    })
  })

  it('an order is above 0, at most the cap and at most what was decided to half a cent', () => {
    assert((decision, idea, bound) => {
      const { action, notional_usd } = applyGates(decision, idea, bound)
      if (action === 'skip') return

      expect(notional_usd).toBeGreaterThan(0)
      expect(notional_usd).toBeLessThanOrEqual(bound.maxNotionalUsd)
      expect(notional_usd).toBe(cappedNotional(decision.notional_usd, bound.maxNotionalUsd))
    })
  })

  it('asking the gates twice changes nothing', () => {
    assert((decision, idea, bound) => {
      const final = applyGates(decision, idea, bound)

      expect(applyGates(final, idea, bound)).toEqual(final)
    })
  })

  it('a skip has no amount', () => {
    assert((decision, idea, bound) => {
      const final = applyGates(decision, idea, bound)

      if (final.action === 'skip') expect(final.notional_usd).toBe(0)
    })
  })

  it('at most one reason is added, at the end', () => {
    assert((decision, idea, bound) => {
      const { risk_notes, rationale } = applyGates(decision, idea, bound)
      const added = risk_notes.slice(decision.risk_notes.length)

      expect(risk_notes.slice(0, decision.risk_notes.length)).toEqual(decision.risk_notes)
      expect(added.length).toBeLessThanOrEqual(1)
      expect(rationale).toBe(added[0] ? `${decision.rationale} [skipped: ${added[0]}]` : decision.rationale)
    })
  })

  it('more confidence never turns an order into a skip', () => {
    fc.assert(
      fc.property(
        decisions,
        ideas,
        bounds,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (decision, idea, bound, more) => {
          if (applyGates(decision, idea, bound).action === 'skip') return
          const confidence = decision.confidence + (1 - decision.confidence) * more

          expect(applyGates({ ...decision, confidence }, idea, bound).action).not.toBe('skip')
        },
      ),
      { numRuns: 4_000 },
    )
  })
})

/** The rules of the specification once more, written apart from the code. */
function mayOrder(d: Decision, i: ReturnType<typeof anIdea>, l: ReturnType<typeof limits>): boolean {
  const { entry_price: e, target_price: t, stop_price: s } = i
  if (d.symbol.trim().toUpperCase() !== i.symbol || d.confidence < l.minConfidence || d.action === 'skip') return false
  if (e === null || t === null || s === null) return false
  const amount = cappedNotional(d.notional_usd, l.maxNotionalUsd)
  if (d.action === 'buy') return i.direction === 'bullish' && s < e && e < t && amount > 0
  return l.allowShortSelling && i.direction === 'bearish' && t < e && e < s && amount > 0
}
