import { describe, expect, it } from 'vitest'
import type { IdeaMeasure } from '../../../src/receiver/domain/scorecard/measured-idea.ts'
import { decidedAt } from '../../app/scorecard/decided.ts'
import { engines } from '../../support/engines.ts'

const AT = '2026-10-05T15:00:00.000Z'
const NOW = new Date('2026-11-01T00:00:00.000Z')
const LATER = new Date('2026-11-02T00:00:01.000Z')
const RANGE = { from: new Date('2026-10-01'), until: new Date('2026-11-01') }
const due = { askedBefore: NOW, triedBefore: NOW }
const UNPRICED: IdeaMeasure = { isPriced: false, reason: 'no_bars' }
const PRICED: IdeaMeasure = {
  isPriced: true,
  outcome: {
    ...{ entryPrice: 100, entryBasis: 'minute', entryMs: 1, endDate: '2026-10-12', endPrice: 104, entryTouched: true },
    ...{ exit: 'target', exitPrice: 110, exitMs: 2, resolution: 'minute', marketReturnPct: null },
  },
}

describe.each(engines)('scores of decisions on %s', (_name, open) => {
  it('are due once, and again after a day where a price was missing', async () => {
    await using store = await open()
    const fingerprint = await decidedAt({ store }, { at: AT })
    const { decisionScores } = store

    const first = await decisionScores.unmeasured(5, due)
    await decisionScores.putMeasure(fingerprint, 5, UNPRICED, NOW)
    const sameDay = await decisionScores.unmeasured(5, due)
    const otherHorizon = await decisionScores.unmeasured(20, due)
    const nextDay = await decisionScores.unmeasured(5, { askedBefore: NOW, triedBefore: LATER })
    await decisionScores.putMeasure(fingerprint, 5, PRICED, LATER)

    expect([first, sameDay, otherHorizon, nextDay].map((it) => it?.fingerprint)).toEqual([
      fingerprint,
      undefined,
      fingerprint,
      fingerprint,
    ])
    expect(
      await decisionScores.unmeasured(5, { askedBefore: NOW, triedBefore: new Date('2027-01-01') }),
    ).toBeUndefined()
    expect(await decisionScores.measureOf(fingerprint, 5)).toEqual(PRICED)
    expect(await decisionScores.unmeasured(1, { ...due, askedBefore: new Date(AT) })).toBeUndefined()
  })

  it('are read with what fixed rules decided, for the range and symbol alone', async () => {
    await using store = await open()
    const own = await decidedAt({ store }, { at: AT, usage: { estimatedCostUsd: 0.5 } })
    await decidedAt({ store }, { at: '2026-10-06T15:00:00.000Z', idea: { symbol: 'MSFT' } })
    await decidedAt({ store }, { at: '2026-09-01T15:00:00.000Z' })
    const { decisionScores } = store
    await decisionScores.putMeasure(own, 5, PRICED, NOW)
    await decisionScores.putBaseline(own, { action: 'skip', error: null }, NOW)

    const all = await decisionScores.scored(RANGE, 5, { limit: 10 })
    const [aapl, ...others] = await decisionScores.scored({ ...RANGE, symbol: 'AAPL' }, 5, { limit: 10 })

    expect(await decisionScores.scored(RANGE, 5, { limit: 1 })).toEqual(all.slice(0, 1))
    expect(await decisionScores.scored(RANGE, 5, { after: all[0], limit: 10 })).toEqual(all.slice(1))
    expect(all.map(({ idea }) => idea.symbol)).toEqual(['MSFT', 'AAPL'])
    expect(others).toEqual([])
    expect(aapl).toMatchObject({ fingerprint: own, costUsd: 0.5, measure: PRICED, rulesAction: 'skip' })
    expect(all[0]).toMatchObject({ measure: null, rulesAction: null, costUsd: null })
    expect((await decisionScores.withoutBaseline(due))?.askedAt.toISOString()).toBe('2026-09-01T15:00:00.000Z')
    expect(await decisionScores.countUndecided(RANGE)).toBe(0)
  })

  it('of a replay are kept by run, and forgotten with it', async () => {
    await using store = await open()
    const fingerprint = await decidedAt({ store }, { at: AT })
    const { decisionReplays } = store
    const failed = { fingerprint, decision: null, error: 'The model timed out.', usage: { inputTokens: 5 } }
    await decisionReplays.begin({ id: 'run', title: 'rules', settings: {} }, NOW)
    await decisionReplays.begin({ id: 'run', title: 'rules', settings: {} }, LATER)

    const [idea] = await decisionReplays.ideas(RANGE, 10)
    await decisionReplays.put('run', failed, NOW)
    const before = await decisionReplays.decided('run')
    await decisionReplays.put('run', { ...failed, decision: idea?.decision ?? null, error: null }, LATER)
    const after = await decisionReplays.decided('run')
    await decisionReplays.forget('run')

    expect(before).toEqual([failed])
    expect(after).toMatchObject([{ fingerprint, error: null, decision: { action: 'buy' } }])
    expect(await decisionReplays.decided('run')).toEqual([])
    expect(idea).toMatchObject({ fingerprint, decision: { action: 'buy' }, askedAt: new Date(AT) })
  })
})
