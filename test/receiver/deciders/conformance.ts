import { describe, expect, it } from 'vitest'
import { INSTRUCTIONS, promptVersionOf } from '../../../src/receiver/deciders/instructions.ts'
import type { Decider } from '../../../src/receiver/ports/decider.ts'
import { asked, calm } from './ideas.ts'

export interface DeciderUnderTest extends AsyncDisposable {
  readonly decider: Decider
}

/** What every decider holds to, whoever decides. */
export function describeDecider(name: string, open: () => Promise<DeciderUnderTest>): void {
  describe(`${name} as a decider`, () => {
    it('answers with a decision on the symbol of the idea, and with what it used', async () => {
      await using world = await open()

      const outcome = await world.decider.decide(asked(), calm())

      expect(outcome).toMatchObject({
        ok: true,
        decision: {
          action: expect.stringMatching(/^(skip|buy|sell_short)$/),
          symbol: 'AAPL',
          notional_usd: expect.any(Number),
          confidence: expect.any(Number),
          rationale: expect.stringMatching(/\S/),
          risk_notes: expect.any(Array),
        },
        usage: {
          mode: world.decider.mode,
          promptVersion: world.decider.mode === 'rules' ? null : promptVersionOf(INSTRUCTIONS),
          latencyMs: expect.any(Number),
          toolCalls: expect.any(Number),
        },
      })
      expect(outcome.usage.latencyMs).toBeGreaterThan(0)
      expect(outcome.usage.failedToolCalls).toBeLessThanOrEqual(outcome.usage.toolCalls)
      expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome)
    })

    keepsWhatItSaw(open)

    it('skips a neutral idea', async () => {
      await using world = await open()

      const outcome = await world.decider.decide(asked({ direction: 'neutral' }), calm())

      expect(outcome).toMatchObject({ ok: true, decision: { action: 'skip', notional_usd: 0 } })
    })

    it('ends as an outcome when it was stopped, and has its usage all the same', async () => {
      await using world = await open()

      const outcome = await world.decider.decide(asked(), AbortSignal.abort())

      expect(outcome).toMatchObject({
        ok: false,
        error: 'The decision was stopped.',
        usage: { mode: world.decider.mode, toolCalls: 0, failedToolCalls: 0 },
      })
    })

    it('decides several ideas at once without mixing them', async () => {
      await using world = await open()

      const outcomes = await Promise.all(
        ['AAPL', 'MSFT', 'SPY'].map((symbol) => world.decider.decide(asked({ symbol }), calm())),
      )

      expect(outcomes.map((outcome) => outcome.ok && outcome.decision.symbol)).toEqual(['AAPL', 'MSFT', 'SPY'])
    })
  })
}

function keepsWhatItSaw(open: () => Promise<DeciderUnderTest>): void {
  it('keeps what it saw: what it was sent, and each tool with its arguments and its answer', async () => {
    await using world = await open()
    const { decider } = world
    const request = asked()

    const { usage, evidence = [] } = await decider.decide(request, calm())
    const [seen] = evidence
    const isRules = decider.mode === 'rules'

    expect(evidence).toHaveLength(1)
    expect(seen).toMatchObject({
      mode: usage.mode,
      provider: usage.provider,
      model: usage.model,
      promptVersion: usage.promptVersion,
      inputTokens: usage.inputTokens,
      latencyMs: usage.latencyMs,
      error: null,
      message: isRules ? null : expect.stringContaining(JSON.stringify(request.idea.alert_name)),
    })
    if (!isRules) expect(seen?.toolUses).toHaveLength(usage.toolCalls)
    expect(seen?.toolUses[0]).toMatchObject({
      tool: 'trade_context',
      ok: true,
      text: expect.stringMatching(/AAPL|price/),
    })
    expect(JSON.parse(seen?.toolUses[0]?.argumentsText ?? '')).toMatchObject({ symbol: 'AAPL' })
  })
}
