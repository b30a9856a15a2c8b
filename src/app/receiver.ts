import type { CheckResult, ReadinessCheck } from '../surfaces/rest/health.ts'
import { decideNext } from '../workers/decision.ts'
import type { DecisionParts } from '../workers/decision-parts.ts'
import { pause, type Worker, worker } from '../workers/worker.ts'
import type { Config } from './config.ts'
import type { Parts } from './parts.ts'
import type { DeciderAndBroker } from './receiver-parts.ts'
import { stillRuns, thisProcess } from './this-process.ts'

const IDEAS_AT_ONCE = 8
const IDLE_MS = 1_000
/** With the closing of the server before it, a stop ends within twenty seconds. */
const GRACE_MS = 15_000
/** One failure may be a busy store; so many in a row are a fault. */
const FAILURES_IN_A_ROW = 3

/** The work on accepted ideas: begun by `start`, ended or handed over by its disposal. */
export interface Receiver extends AsyncDisposable {
  start(): Promise<void>
  /** A new idea is in the ledger. */
  wake(): void
  readonly check: ReadinessCheck
}

type ReceiverOverrides = DeciderAndBroker & Partial<Pick<DecisionParts, 'wait'>> & { readonly graceMs?: number }

export function receiverOf(parts: Parts, overrides: ReceiverOverrides): Receiver {
  const { decider, broker, wait = pause, graceMs = GRACE_MS } = overrides
  const { config, store, now, newId, log, monotonicMs } = parts
  const instance = newId()
  const step: DecisionParts = {
    store,
    decider,
    broker,
    limits: config.receiver,
    guards: config.receiver.guards,
    dryRun: config.receiver.dryRun,
    paper: config.receiver.alpacaPaper,
    secrets: secretTexts(config),
    instance,
    now,
    newId,
    wait,
    log,
  }
  const loop = worker({
    name: 'decisions',
    step: (signal) => decideNext(step, signal),
    lanes: IDEAS_AT_ONCE,
    idleMs: IDLE_MS,
    graceMs,
    monotonicMs,
    onError: (error) => log.error({ err: error, worker: 'decisions' }, 'the work on an idea failed'),
  })
  let isRegistered = false
  return {
    async start() {
      await register(parts, instance)
      isRegistered = true
      loop.start()
    },
    wake: () => loop.wake(),
    check: { name: 'decisions', run: () => readiness(parts, loop) },
    async [Symbol.asyncDispose]() {
      await loop.stop()
      if (isRegistered) await store.receiverInstances.remove([instance])
    },
  }
}

/** Takes over at once what a process of this machine left behind that is gone. Others' leases run out by themselves. */
async function register({ store, now, log }: Parts, instance: string): Promise<void> {
  const self = thisProcess()
  const dead = (await store.receiverInstances.ofHost(self.host))
    .filter((other) => !stillRuns(other.pid, other.mark))
    .map(({ id }) => id)
  const released = await store.ledgerClaims.releaseOf(dead)
  await store.receiverInstances.remove(dead)
  await store.receiverInstances.add({ id: instance, ...self }, now())
  const { count } = await store.ledger.waiting()
  if (count > 0) log.info({ waiting: count, taken_over: released }, 'going on with unfinished ideas')
}

/** Ideas that wait for a provider say nothing about this service, so their number is told and not judged. */
async function readiness({ store }: Parts, loop: Worker): Promise<CheckResult> {
  const { failures } = loop.health()
  const { count } = await store.ledger.waiting()
  const detail = `${count} ideas are in work or wait.`
  return failures < FAILURES_IN_A_ROW
    ? { ok: true, detail }
    : { ok: false, detail: `The work on ideas failed ${failures} times in a row. ${detail}` }
}

/** Everything that an error of a provider may repeat, also in the form in which it is sent. */
function secretTexts({ secrets, decision }: Config): string[] {
  const { serviceToken } = secrets
  const bearer = Buffer.from(`${decision.serviceEmail ?? ''}:${serviceToken ?? ''}`)
  const forms = serviceToken === undefined ? [] : [bearer.toString('base64'), bearer.toString('base64url')]
  const { smtpUrl: _, ...texts } = secrets
  return [...Object.values(texts), ...forms].filter((text) => text !== undefined)
}
