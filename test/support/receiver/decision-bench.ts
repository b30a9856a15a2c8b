import type { Store } from '../../../src/app/store/open-store.ts'
import { sha256Hex } from '../../../src/lib/node/sha256.ts'
import { decideNext } from '../../../src/receiver/workers/decision.ts'
import type { DecisionParts } from '../../../src/receiver/workers/decision-parts.ts'
import { scriptedBroker } from '../broker/scripted-broker.ts'
import { type TestClock, testClock } from '../clock.ts'
import { scriptedDecider } from '../model/scripted-decider.ts'
import { NO_APPROVERS } from './approvers.ts'
import { NO_BUDGET, NO_GUARDS } from './guards.ts'
import { anIdea } from './ideas.ts'

export type DecisionBench = ReturnType<typeof decisionBench>

/** The work on ideas over a store, with a scripted model and brokerage; its waits move the clock. */
export function decisionBench(store: Store, clock: TestClock = testClock()) {
  const decider = scriptedDecider()
  const broker = scriptedBroker()
  const waits: number[] = []
  const logged: { fields: object; message: string }[] = []
  let count = 0
  const note = (fields: object, message: string) => void logged.push({ fields, message })
  const parts = (change: Partial<DecisionParts> = {}): DecisionParts => ({
    store,
    decider,
    broker,
    room: { reserve: async () => ({ [Symbol.dispose]() {} }) },
    limits: { maxNotionalUsd: 250, minConfidence: 0.72, allowShortSelling: false },
    guards: NO_GUARDS,
    budget: NO_BUDGET,
    orderForm: { style: 'notional', timeInForce: 'day', singleExit: 'stop' },
    approval: { rule: null, approvers: NO_APPROVERS },
    showHoldings: false,
    trackOrders: false,
    symbolFacts: async () => ({ isKnown: true, price: 100, asOfMs: clock.now().getTime() }),
    dryRun: false,
    paper: true,
    secrets: ['canary-secret'],
    instance: 'one',
    now: clock.now,
    newId: () => `owner-${++count}`,
    wait: async (ms) => {
      waits.push(ms)
      clock.advance(ms)
    },
    log: { info: note, warn: note, error: note },
    ...change,
  })
  return {
    store,
    clock,
    decider,
    broker,
    waits,
    logged,
    parts,
    step: (change?: Partial<DecisionParts>) => decideNext(parts(change), new AbortController().signal),
    async accept(change: Parameters<typeof anIdea>[0] = {}): Promise<string> {
      clock.advance(1)
      const idea = anIdea({ ...change, alert_name: `${change.alert_name ?? 'script:buy'} ${++count}` })
      const fingerprint = sha256Hex(JSON.stringify(idea))
      await store.ledger.accept({ fingerprint, idea, payloadSha256: 'x' }, clock.now())
      return fingerprint
    },
    async entry(fingerprint: string) {
      const record = await store.ledger.byFingerprint(fingerprint)
      if (!record) throw new Error('no such entry')
      return record.entry
    },
  }
}
