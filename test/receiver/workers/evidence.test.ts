import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Evidence } from '../../../src/receiver/domain/evidence.ts'
import type { Decider, DecisionOutcome } from '../../../src/receiver/ports/decider.ts'
import { decideNext } from '../../../src/receiver/workers/decision.ts'
import { deleteOldEvidence } from '../../../src/receiver/workers/retention.ts'
import { engines } from '../../support/engines.ts'
import { type DecisionBench, decisionBench } from '../../support/receiver/decision-bench.ts'
import { someEvidence } from '../../support/receiver/evidence.ts'

const DAY_MS = 86_400_000

describe.each(engines)('what a decision saw, on %s', (_name, open) => {
  let bench: DecisionBench
  beforeEach(async () => {
    bench = decisionBench(await open())
  })
  afterEach(() => bench.store[Symbol.asyncDispose]())

  const seeing = (evidence: readonly Evidence[], before = () => {}): Decider => ({
    mode: 'local_mcp',
    async decide(request, signal): Promise<DecisionOutcome> {
      before()
      return { ...(await bench.decider.decide(request, signal)), evidence }
    },
  })
  const kept = (fingerprint: string) => bench.store.decisionEvidence.of(fingerprint)

  it('is kept with the decision', async () => {
    const fingerprint = await bench.accept()
    await bench.step({ decider: seeing([someEvidence()]) })

    expect(await kept(fingerprint)).toMatchObject([
      {
        decidedAt: bench.clock.now().toISOString(),
        models: [{ model: 'gpt-test', toolUses: [{ tool: 'trade_context', answer: { text: '{"price":100}' } }] }],
      },
    ])
  })

  it('is kept of a decision that failed, and of each one that an operator requests again', async () => {
    const fingerprint = await bench.accept({ alert_name: 'script:provider_500' })
    await bench.step({ decider: seeing([someEvidence({ error: 'first' })]) })
    bench.clock.advance(1_000)
    await bench.store.ledger.retry(fingerprint, bench.clock.now())
    await bench.step({ decider: seeing([someEvidence({ error: 'second' })]) })

    expect((await kept(fingerprint)).map(({ models }) => models[0]?.error)).toEqual(['first', 'second'])
  })

  it('holds none of the secrets of the service', async () => {
    const fingerprint = await bench.accept()
    const toolUses = [{ tool: 'x', argumentsText: '{}', ok: false, text: 'Bearer canary-secret', latencyMs: null }]
    await bench.step({ decider: seeing([someEvidence({ toolUses })]) })

    expect(JSON.stringify(await kept(fingerprint))).not.toContain('canary')
  })

  it('is not kept of a decision that was stopped, which is requested again', async () => {
    const fingerprint = await bench.accept()
    const stop = new AbortController()
    await decideNext(bench.parts({ decider: seeing([someEvidence()], () => stop.abort()) }), stop.signal)

    expect(await kept(fingerprint)).toEqual([])
    expect(await bench.entry(fingerprint)).toMatchObject({ status: 'queued' })
  })

  it('is deleted after 90 days, batch by batch, and the entry stays', async () => {
    const old = await bench.accept()
    await bench.step({ decider: seeing([someEvidence()]) })
    for (let more = 0; more < 250; more++) {
      bench.clock.advance(1)
      await bench.store.decisionEvidence.add(old, [], bench.clock.now())
    }
    bench.clock.advance(90 * DAY_MS)
    const young = await bench.accept()
    await bench.step({ decider: seeing([someEvidence()]) })
    const parts = { store: bench.store, now: bench.clock.now }
    const { signal } = new AbortController()
    const did = [
      await deleteOldEvidence(parts, signal),
      await deleteOldEvidence(parts, signal),
      await deleteOldEvidence(parts, signal),
    ]

    expect(did).toEqual([true, true, false])
    expect(await kept(old)).toHaveLength(0)
    expect(await kept(young)).toHaveLength(1)
    expect(await bench.entry(old)).toMatchObject({ status: 'ordered' })
  })
})
