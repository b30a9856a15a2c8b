import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Decider } from '../../../src/receiver/ports/decider.ts'
import { engines } from '../../support/engines.ts'
import { type DecisionBench, decisionBench } from '../../support/receiver/decision-bench.ts'
import { NO_BUDGET } from '../../support/receiver/guards.ts'

const DAY_MS = 86_400_000

describe.each(engines)('the budget of decisions on %s', (_name, open) => {
  let bench: DecisionBench
  beforeEach(async () => {
    bench = decisionBench(await open())
  })
  afterEach(() => bench.store[Symbol.asyncDispose]())

  /** A model whose every decision costs 1,000 tokens and the given amount. */
  function costing(usd: number | null): Decider {
    return {
      mode: 'local_mcp',
      async decide(request, signal) {
        const outcome = await bench.decider.decide(request, signal)
        const usage = { ...outcome.usage, inputTokens: 900, outputTokens: 100, estimatedCostUsd: usd }
        return { ...outcome, usage }
      },
    }
  }
  const budget = (change: Partial<typeof NO_BUDGET>) => ({ budget: { ...NO_BUDGET, ...change } })
  async function decide(change: Partial<typeof NO_BUDGET>, usd: number | null = 0.25, alert = 'script:buy') {
    const fingerprint = await bench.accept({ alert_name: alert })
    await bench.step({ ...budget(change), decider: costing(usd) })
    return bench.entry(fingerprint)
  }

  it.each<[string, Partial<typeof NO_BUDGET>, number]>([
    ['MAX_LLM_TOKENS_PER_DAY', { maxTokensPerDay: 2_000 }, DAY_MS],
    ['MAX_LLM_TOKENS_PER_MONTH', { maxTokensPerMonth: 2_000 }, 30 * DAY_MS],
    ['MAX_LLM_USD_PER_DAY', { maxUsdPerDay: 0.5 }, DAY_MS],
    ['MAX_LLM_USD_PER_MONTH', { maxUsdPerMonth: 0.5 }, 30 * DAY_MS],
  ])('skips an idea without asking a model once %s is reached, until its time has passed', async (name, bound, ms) => {
    const statuses = [(await decide(bound)).status, (await decide(bound)).status]
    const third = await decide(bound)
    bench.clock.advance(ms)
    const later = await decide(bound)

    expect(statuses).toEqual(['ordered', 'ordered'])
    expect(third).toMatchObject({
      status: 'skipped',
      order_result: null,
      error: null,
      decision: { action: 'skip', notional_usd: 0, confidence: 0, risk_notes: [`${name} is reached`] },
    })
    expect(later.status).toBe('ordered')
    expect(bench.decider.asked).toHaveLength(3)
  })

  it('counts decisions that failed, and those that an operator has made again', async () => {
    const bound = { maxTokensPerDay: 2_000 }
    const failed = await decide(bound, 0.25, 'script:provider_500')
    await bench.store.ledger.retry(failed.fingerprint, bench.clock.now())
    await bench.step({ ...budget(bound), decider: costing(0.25) })

    expect(failed.status).toBe('failed')
    expect((await decide(bound)).status).toBe('skipped')
    expect(bench.decider.asked).toHaveLength(2)
  })

  it('skips an idea whose decision reached a bound, with what it cost', async () => {
    const reason = 'MAX_LLM_TOKENS_PER_DECISION is reached'
    const decider: Decider = {
      mode: 'local_mcp',
      decide: async (request, signal) => {
        const { usage } = await bench.decider.decide(request, signal)
        return { ok: false, error: reason, isSkip: true, usage: { ...usage, inputTokens: 1_900, outputTokens: 100 } }
      },
    }
    const fingerprint = await bench.accept()
    await bench.step({ decider })

    expect(await bench.entry(fingerprint)).toMatchObject({
      status: 'skipped',
      error: null,
      decision: { action: 'skip', risk_notes: [reason] },
    })
    expect((await decide({ maxTokensPerDay: 2_000 })).decision?.risk_notes).toEqual([
      'MAX_LLM_TOKENS_PER_DAY is reached',
    ])
  })

  it('does not take an unknown cost for none', async () => {
    await decide({ maxUsdPerDay: 5 }, null)
    const second = await decide({ maxUsdPerDay: 5 }, null)

    expect(second.decision?.risk_notes).toEqual([expect.stringContaining('price of the model is unknown')])
    expect((await decide({ maxTokensPerDay: 5_000 }, null)).status).toBe('ordered')
  })

  it('counts nothing for fixed rules, which call no model', async () => {
    const unknown = { inputTokens: null, outputTokens: null, estimatedCostUsd: null }
    const rules: Decider = {
      mode: 'rules',
      async decide(request, signal) {
        const outcome = await bench.decider.decide(request, signal)
        return { ...outcome, usage: { ...outcome.usage, ...unknown } }
      },
    }
    const ids = [await bench.accept(), await bench.accept()]
    for (const _ of ids) await bench.step({ ...budget({ maxUsdPerDay: 0.01, maxTokensPerDay: 1 }), decider: rules })

    const ends = await Promise.all(ids.map((it) => bench.entry(it)))
    expect(ends.map(({ status }) => status)).toEqual(['ordered', 'ordered'])
  })
})
