import { describe, expect, it } from 'vitest'
import { fallbackDecider } from '../../../src/receiver/deciders/fallback-decider.ts'
import type { Decider, DecisionOutcome, DecisionRequest, LlmProvider } from '../../../src/receiver/ports/decider.ts'
import { USAGE } from '../../support/model/scripted-decider.ts'
import { someEvidence } from '../../support/receiver/evidence.ts'
import { asked, calm } from './ideas.ts'

const MINUTE_MS = 60_000
const decision = { action: 'skip', symbol: 'AAPL', notional_usd: 0, confidence: 0.9, rationale: 'No.', risk_notes: [] }
const decides = { ok: true, decision, usage: USAGE } as unknown as DecisionOutcome
const isDown: DecisionOutcome = { ok: false, error: 'down', usage: USAGE, isProviderFault: true }
const refuses: DecisionOutcome = { ok: false, error: 'refused', usage: USAGE }

/** Two models whose answers a test sets, and a clock that it moves. */
function models(...providers: readonly [LlmProvider, LlmProvider]) {
  const order: string[] = []
  const requests: DecisionRequest[] = []
  const answers = new Map<string, DecisionOutcome>()
  let nowMs = 0
  const model = (provider: LlmProvider, name: string) => {
    const decider: Decider = {
      mode: 'local_mcp',
      async decide(request) {
        order.push(name)
        requests.push(request)
        return answers.get(name) ?? decides
      },
    }
    return { provider, model: name, decider }
  }
  const wait = (ms: number) => {
    nowMs += ms
  }
  const decider = fallbackDecider([model(providers[0], 'first'), model(providers[1], 'second')], () => nowMs)
  return { decider, order, requests, answers, wait }
}

describe('LLM_FALLBACK', () => {
  it('asks the next model when one fails, and counts what both have cost', async () => {
    const { decider, order, requests, answers } = models('openai', 'anthropic')
    answers.set('first', refuses)

    const outcome = await decider.decide(asked(), calm())

    expect(order).toEqual(['first', 'second'])
    expect(outcome).toMatchObject({ ok: true, decision, usage: { inputTokens: 200, outputTokens: 40, toolCalls: 2 } })
    expect(outcome.usage).toMatchObject({
      estimatedCostUsd: 0.002,
      failedModels: [{ provider: 'openai', model: 'first', error: 'refused' }],
    })
    expect(requests.map(({ spent }) => spent)).toEqual([
      { tokens: 0, usd: 0 },
      { tokens: 120, usd: 0.001 },
    ])
  })

  it('keeps what each model saw, in the order of asking', async () => {
    const { decider, answers } = models('openai', 'anthropic')
    const [first, second] = [someEvidence({ error: 'refused' }), someEvidence({ model: 'second' })]
    answers.set('first', { ...refuses, evidence: [first] }).set('second', { ...decides, evidence: [second] })
    const decided = await decider.decide(asked(), calm())
    answers.set('second', { ...refuses, evidence: [second] })
    const failed = await decider.decide(asked(), calm())

    expect(decided.evidence).toEqual([first, second])
    expect(failed.evidence).toEqual([first, second])
  })

  it('asks one model where it decides, and adds nothing to its usage', async () => {
    const { decider, order } = models('openai', 'anthropic')

    expect((await decider.decide(asked(), calm())).usage).toEqual(USAGE)
    expect(order).toEqual(['first'])
  })

  it('names every model when all fail, and skips for the reason of the last', async () => {
    const { decider, answers } = models('openai', 'anthropic')
    answers.set('first', isDown).set('second', refuses)
    const failed = await decider.decide(asked(), calm())
    answers.set('second', { ...refuses, error: 'a bound is reached', isSkip: true })
    const skipped = await decider.decide(asked(), calm())

    expect(failed).toMatchObject({ ok: false, error: 'openai first: down anthropic second: refused' })
    expect(skipped).toMatchObject({ ok: false, error: 'a bound is reached', isSkip: true })
  })

  it('does not ask the next model after it was stopped', async () => {
    const { decider, order, answers } = models('openai', 'anthropic')
    answers.set('first', isDown)

    expect(await decider.decide(asked(), AbortSignal.abort())).toMatchObject({ ok: false })
    expect(order).toEqual(['first'])
  })

  it('does not take an unknown cost of a failed model for none', async () => {
    const { decider, requests, answers } = models('openai', 'anthropic')
    answers.set('first', { ...refuses, usage: { ...USAGE, estimatedCostUsd: null } })

    expect((await decider.decide(asked(), calm())).usage.estimatedCostUsd).toBeNull()
    expect(requests.at(-1)?.spent).toEqual({ tokens: 120, usd: null })
  })
})

describe('the circuit of a provider', () => {
  it('passes over a provider after three failures in a row, and lets one decision try it a minute later', async () => {
    const { decider, order, answers, wait } = models('openai', 'anthropic')
    answers.set('first', isDown)
    for (let count = 0; count < 4; count++) await decider.decide(asked(), calm())
    const before = order.splice(0)
    wait(MINUTE_MS)
    await decider.decide(asked(), calm())
    await decider.decide(asked(), calm())
    const tried = order.splice(0)
    answers.set('first', decides)
    wait(2 * MINUTE_MS)
    await decider.decide(asked(), calm())

    expect(before).toEqual(['first', 'second', 'first', 'second', 'first', 'second', 'second'])
    expect(tried).toEqual(['first', 'second', 'second'])
    expect(order).toEqual(['first'])
  })

  it('is not opened by a model that refuses, and is closed by one answer', async () => {
    const { decider, order, answers } = models('openai', 'anthropic')
    for (const answer of [isDown, isDown, refuses, isDown, isDown, decides]) {
      answers.set('first', answer)
      await decider.decide(asked(), calm())
    }

    expect(order.filter((name) => name === 'first')).toHaveLength(6)
  })

  it('lets the first model be asked all the same where every provider is down, so that no idea fails untried', async () => {
    const { decider, order, answers } = models('openai', 'anthropic')
    answers.set('first', isDown).set('second', isDown)
    for (let count = 0; count < 3; count++) await decider.decide(asked(), calm())
    order.length = 0

    expect(await decider.decide(asked(), calm())).toMatchObject({ ok: false, error: 'down' })
    expect(order).toEqual(['first'])
  })
})
